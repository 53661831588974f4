package io.github.ostiary.fleet;

import io.github.ostiary.TimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.UnlockNotes;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;

/** The counters of this JVM, with the notes that Redis keeps of what was unlocked: a lock seen before is not restored. */
final class RecordedCounters implements Store {

    private final LocalStore counters;
    private final UnlockNotes unlocked;

    RecordedCounters(TimeSource clock) {
        this.unlocked = new UnlockNotes(clock);
        this.counters = new LocalStore(100_000, clock);
    }

    private boolean isNews(KeptLock lock) {
        return !unlocked.areAfter(lock);
    }

    @Override
    public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        if (operation != Operation.RESTORE) {
            return counters.ask(operation, claims, deadlineMicros);
        }
        List<? extends Claim> news = claims.stream()
                .filter(claim -> isNews(KeptLock.of((AttemptClaim) claim)))
                .toList();
        if (!news.isEmpty()) {
            Object unused = counters.ask(operation, news, deadlineMicros);
        }
        return counters.ask(Operation.PEEK, claims, deadlineMicros);
    }

    @Override
    public LockBook locks() {
        LockBook book = counters.locks();
        return (LockBook) Proxy.newProxyInstance(
                LockBook.class.getClassLoader(), new Class<?>[] {LockBook.class}, (self, method, given) -> {
                    if (method.getName().equals("restore")) {
                        return restore(book, (List<?>) given[0]);
                    }
                    if (method.getName().equals("unlock")) {
                        long ago = given.length == 1 ? 0 : (Long) given[1];
                        unlocked.unlocked((LockId) given[0], ago);
                    }
                    try {
                        return method.invoke(book, given);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }

    private List<Boolean> restore(LockBook book, List<?> locks) throws StoreException {
        List<KeptLock> news =
                locks.stream().map(KeptLock.class::cast).filter(this::isNews).toList();
        List<Boolean> unused = book.restore(news);
        return Collections.nCopies(locks.size(), true);
    }

    @Override
    public SharedState sharedState() {
        return counters.sharedState();
    }

    @Override
    public void ping() {}

    @Override
    public void close() {}
}
