package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.NearTier;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** The messages that wait for a store that does not answer: how attempts and leases ended, and which keys are unlocked. Thread-safe. */
final class Outbox {

    /*
     * Naive: remember every ending that the store did not confirm. Flaw: in an outage each denied attempt leaves one, and
     * an attacker who is denied pushes out how the attempts ended that the store has reserved. So an ending is kept only
     * if the store may have been asked for what it ends: what never left this node changes nothing there.
     *
     * An entry ends when the store has heard it, which may happen twice, since claims carry ids; when what it ends has
     * ended there by itself, after the attempt's settle time or the lease; when its caller asks again; or, an unlocking,
     * when the key has been locked since. There are at most 10,000 endings of 8 MB together, and 10,000 unlockings; what
     * exceeds that is dropped, and ends by itself in its time.
     *
     * One thread at a time tells them, in the background, fifty claims to a call. A server that does not answer is left
     * alone until the next time, and keeps no other's entries waiting. A call with a counter that holds something foreign is
     * told claim by claim, that one three times at most.
     */
    private static final System.Logger LOG = Log.of(Outbox.class);
    private static final int CAPACITY = 10_000;
    private static final long MOST_BYTES = 8_000_000;
    private static final int TOGETHER = 50;
    private static final int TRIES = 3;
    private static final long TELL_MICROS = 100_000;

    private record Ending(
            Operation operation,
            List<? extends Claim> claims,
            int tries,
            long endMicros,
            int bytes,
            AtomicBoolean over) {

        /** The same, not told yet. */
        Ending again(List<? extends Claim> part, int times) {
            int share = bytes / claims.size() * part.size();
            return new Ending(operation, part, times, endMicros, share, new AtomicBoolean());
        }
    }

    private final Store store;
    private final Budget budget;
    private final ConcurrentLinkedQueue<Ending> endings = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();
    private final AtomicLong bytes = new AtomicLong();

    /** By the id of what was given back: who asks again by it is told of first. */
    private final ConcurrentMap<String, Ending> abandoned = new ConcurrentHashMap<>();

    /** The ids of what the stand-in granted, and whether the store was asked for it before. */
    private final ConcurrentMap<String, Boolean> grantedHere = new ConcurrentHashMap<>();

    /** What was unlocked. */
    final Unlockings unlockings;

    private final ReentrantLock telling = new ReentrantLock();
    private volatile long tellMicros = Long.MIN_VALUE;

    Outbox(Store store, NearTier front, LockBook local, Budget budget) {
        this.store = store;
        this.unlockings = new Unlockings(store, front, local, budget.time());
        this.budget = budget;
    }

    /** The store could not be told how something ended. */
    void add(Operation operation, List<? extends Claim> claims) {
        List<Claim> held = new ArrayList<>(claims.size());
        long lasts = 0;
        int weight = 0;
        for (Claim claim : claims) {
            if (claim.isHeld()) {
                held.add(claim);
                lasts = Math.max(lasts, claim.idleMicros());
                weight += weight(claim);
            }
        }
        if (!held.isEmpty()) {
            add(new Ending(operation, held, 0, budget.time().micros() + lasts, weight, new AtomicBoolean()));
        }
    }

    private void add(Ending ending) {
        int count = size.incrementAndGet();
        long kept = bytes.addAndGet(ending.bytes());
        if (count > CAPACITY || kept > MOST_BYTES) {
            removed(ending);
            return;
        }
        if (ending.operation() == Operation.ABANDON) {
            ending.claims().forEach(claim -> abandoned.put(claim.id(), ending));
        }
        endings.add(ending);
    }

    private void removed(Ending ending) {
        size.decrementAndGet();
        bytes.addAndGet(-ending.bytes());
        ending.claims().forEach(claim -> abandoned.remove(claim.id(), ending));
    }

    /** About what an entry takes of the heap. */
    private static int weight(Claim claim) {
        int characters = claim.identity().length() + claim.id().length();
        if (claim instanceof Reservation attempt) {
            characters += attempt.label().length() + attempt.value().length();
            characters += attempt.network().length() + attempt.spelling().length();
        }
        return 200 + 2 * characters;
    }

    /**
     * The stand-in has granted what the store could not be asked for.
     *
     * @param sent whether the question may have reached the store
     * @param late whether the caller has waited for the store as long as it may
     */
    void granted(List<? extends Claim> claims, boolean sent, boolean late) {
        if (sent && !late) {
            return;
        }
        if (grantedHere.size() >= CAPACITY) {
            grantedHere.clear();
        }
        for (Claim claim : claims) {
            if (sent ? claim.isHeld() : claim.needsSettling()) {
                grantedHere.put(claim.id(), sent);
            }
        }
    }

    /** Whether the end of these need not be told at once: it is told later, or never if the store was not asked. */
    boolean ends(Operation operation, List<? extends Claim> claims) {
        if (grantedHere.isEmpty()) {
            return false;
        }
        List<Claim> others = new ArrayList<>(claims.size());
        boolean here = false;
        for (Claim claim : claims) {
            Boolean sent = grantedHere.remove(claim.id());
            here |= sent != null;
            if (!Boolean.FALSE.equals(sent)) {
                others.add(claim);
            }
        }
        if (here) {
            add(operation, others);
        }
        return here;
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
                Ending ending = abandoned.get(claim.id());
                if (ending != null && !ending.over().getAndSet(true)) {
                    try {
                        store.ask(ending.operation(), ending.claims(), deadlineMicros);
                    } catch (StoreException e) {
                        add(ending.again(ending.claims(), ending.tries()));
                        throw e;
                    }
                    told = true;
                }
            }
        }
        return told;
    }

    /** Whether there is anything to tell. */
    boolean isWaiting() {
        return !endings.isEmpty() || !unlockings.isEmpty();
    }

    /** The store was seen to answer: it is told soon. */
    void tellSoon(long now, Consumer<Runnable> background) {
        if (isWaiting() && now >= tellMicros) {
            tellMicros = now + TELL_MICROS;
            background.accept(this::tell);
        }
    }

    /** Tells all that is waiting now, once. */
    void tell() {
        if (!telling.tryLock()) {
            return;
        }
        try {
            Set<String> away = new HashSet<>();
            if (!unlockings.isEmpty()) {
                tellUnlocked(away);
            }
            for (int left = size.get(); left > 0; ) {
                List<Ending> batch = batch(left);
                if (batch.isEmpty()) {
                    return;
                }
                left -= batch.size();
                tell(batch, away);
            }
        } finally {
            telling.unlock();
        }
    }

    private void tellUnlocked(Set<String> away) {
        for (String primary : store.primaries()) {
            try {
                unlockings.tell(primary);
            } catch (StoreException e) {
                LOG.log(System.Logger.Level.DEBUG, "The store cannot be told what was unlocked", e);
                away.add(primary);
            }
        }
    }

    /** The next ones that can be told together: of one kind and one server, no two of one counter. */
    private List<Ending> batch(int most) {
        List<Ending> batch = new ArrayList<>();
        Set<CounterId> counters = new HashSet<>();
        Ending next = endings.peek();
        while (next != null && batch.size() < most && fits(next, batch, counters)) {
            batch.add(endings.remove());
            removed(next);
            next.claims().forEach(claim -> counters.add(claim.counterId()));
            next = endings.peek();
        }
        return batch;
    }

    private boolean fits(Ending next, List<Ending> batch, Set<CounterId> counters) {
        if (batch.isEmpty()) {
            return true;
        }
        Ending first = batch.get(0);
        boolean alike = next.operation() == first.operation() && primaryOf(next).equals(primaryOf(first));
        return alike
                && counters.size() + next.claims().size() <= TOGETHER
                && next.claims().stream().noneMatch(claim -> counters.contains(claim.counterId()));
    }

    private String primaryOf(Ending ending) {
        return store.primaryOf(ending.claims().get(0).identity());
    }

    private void tell(List<Ending> batch, Set<String> away) {
        long now = budget.time().micros();
        List<Ending> told = new ArrayList<>(batch.size());
        List<Claim> claims = new ArrayList<>(TOGETHER);
        for (Ending ending : batch) {
            if (now < ending.endMicros() && !ending.over().getAndSet(true)) {
                told.add(ending);
                claims.addAll(ending.claims());
            }
        }
        if (told.isEmpty()) {
            return;
        }
        String primary = primaryOf(told.get(0));
        if (away.contains(primary)) {
            told.forEach(ending -> add(ending.again(ending.claims(), ending.tries())));
            return;
        }
        try {
            store.ask(told.get(0).operation(), claims, budget.deadline());
        } catch (StoreException e) {
            if (!e.ofCounter()) {
                away.add(primary);
                told.forEach(ending -> add(ending.again(ending.claims(), ending.tries())));
            } else if (claims.size() == 1) {
                spoilt(told.get(0));
            } else {
                told.forEach(ending -> apart(ending, away));
            }
        }
    }

    private void apart(Ending ending, Set<String> away) {
        for (Claim claim : ending.claims()) {
            tell(List.of(ending.again(List.of(claim), ending.tries())), away);
        }
    }

    private void spoilt(Ending ending) {
        if (ending.tries() + 1 < TRIES) {
            add(ending.again(ending.claims(), ending.tries() + 1));
        } else {
            LOG.log(System.Logger.Level.DEBUG, "The store cannot be told how an attempt ended: its key is in use");
        }
    }
}
