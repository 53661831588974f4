package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/**
 * The ends of attempts and leases that the store could not be told: told again when it answers. Claims carry ids of their
 * own, so that telling twice changes nothing. Thread-safe, bounded; what is dropped ends by itself in its time.
 */
final class Unsettled {

    private static final int CAPACITY = 10_000;
    private static final long TELL_MICROS = 100_000;

    /** How often the store may say that it cannot be told something before it is given up. */
    private static final int TRIES = 3;

    private static final System.Logger LOG = Log.of(Unsettled.class);

    private record Task(Operation ending, List<? extends Claim> claims, int failed, AtomicBoolean over) {}

    private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<String, Task> abandoned = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final Set<String> late = ConcurrentHashMap.newKeySet();
    private final Store store;
    private final Budget budget;
    private volatile long tellMicros = Long.MIN_VALUE;

    Unsettled(Store store, Budget budget) {
        this.store = store;
        this.budget = budget;
    }

    void add(Operation ending, List<? extends Claim> claims) {
        add(ending, claims, 0);
    }

    private void add(Operation ending, List<? extends Claim> claims, int failed) {
        List<? extends Claim> held = claims.stream().filter(Claim::isHeld).toList();
        if (!held.isEmpty() && size.incrementAndGet() <= CAPACITY) {
            Task task = new Task(ending, held, failed, new AtomicBoolean());
            if (ending == Operation.ABANDON) {
                held.forEach(claim -> abandoned.put(claim.id(), task));
            }
            tasks.add(task);
        } else if (!held.isEmpty()) {
            size.decrementAndGet();
        }
    }

    /**
     * Whoever was denied and asks again, by the same ids, may have gone on when the store hears of the denial, and may
     * stand in its own way until it does: so it hears of it first.
     *
     * @return whether there was anything to tell
     */
    boolean askedAgain(List<? extends Claim> claims, long deadlineMicros) throws StoreException {
        boolean told = false;
        if (!abandoned.isEmpty()) {
            for (Claim claim : claims) {
                Task task = abandoned.remove(claim.id());
                if (task != null && !task.over().getAndSet(true)) {
                    tell(task, deadlineMicros);
                    told = true;
                }
            }
        }
        return told;
    }

    private void tell(Task task, long deadlineMicros) throws StoreException {
        try {
            store.ask(task.ending(), task.claims(), deadlineMicros);
        } catch (StoreException e) {
            if (!e.ofCounter()) {
                add(task.ending(), task.claims(), task.failed());
            } else if (task.claims().size() > 1) {
                task.claims().forEach(claim -> add(task.ending(), List.of(claim), 0));
            } else if (task.failed() + 1 < TRIES) {
                add(task.ending(), task.claims(), task.failed() + 1);
            } else {
                LOG.log(System.Logger.Level.DEBUG, "The store cannot be told how an attempt ended", e);
            }
            throw e;
        }
    }

    boolean isWaiting() {
        return !tasks.isEmpty();
    }

    /** What could not be said is said soon after the store was seen to answer, though nobody settles anything. */
    void tellSoon(long now, Consumer<Runnable> background) {
        if (isWaiting() && now >= tellMicros) {
            tellMicros = now + TELL_MICROS;
            background.accept(() -> tellOneBy(budget.deadline()));
        }
    }

    /** All of it, and again what had to be told one by one. */
    void tellAll() {
        tell(Integer.MAX_VALUE);
        tell(Integer.MAX_VALUE);
    }

    private void tell(int most) {
        boolean heard = true;
        for (int i = Math.min(most, size.get()); heard && i > 0; i--) {
            heard = tellOne(budget.deadline());
        }
    }

    /** One of it, by whoever has the store's ear. */
    void tellOneBy(long deadlineMicros) {
        if (!tasks.isEmpty()) {
            var unused = tellOne(deadlineMicros);
        }
    }

    /** Whether there may be more that the store would hear: unless only its own counter cannot be used, a failure is all's. */
    private boolean tellOne(long deadlineMicros) {
        Task task = tasks.poll();
        if (task == null) {
            return false;
        }
        size.decrementAndGet();
        task.claims().forEach(claim -> abandoned.remove(claim.id(), task));
        try {
            if (!task.over().getAndSet(true)) {
                tell(task, deadlineMicros);
            }
            return true;
        } catch (StoreException e) {
            return e.ofCounter();
        }
    }

    /** Has begun only after the store was waited for in vain, twice: its call is not made to wait a third time. */
    void late(List<? extends Claim> claims) {
        if (late.size() >= CAPACITY) {
            late.clear();
        }
        claims.forEach(claim -> late.add(claim.id()));
    }

    boolean wasLate(List<? extends Claim> claims) {
        boolean was = false;
        if (!late.isEmpty()) {
            for (Claim claim : claims) {
                was |= late.remove(claim.id());
            }
        }
        return was;
    }
}
