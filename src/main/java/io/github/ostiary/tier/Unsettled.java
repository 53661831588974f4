package io.github.ostiary.tier;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the store could not be told when attempts and leases ended: told again when it answers. Claims carry ids of their
 * own, so that telling twice changes nothing. Thread-safe, bounded; what is dropped ends by itself in its time.
 */
final class Unsettled {

    private static final int CAPACITY = 10_000;

    /** How often the store may say that it cannot be told something before it is given up. */
    private static final int TRIES = 3;

    private static final System.Logger LOG = System.getLogger(Unsettled.class.getName());

    private record Task(Operation ending, List<? extends Claim> claims, int failed, AtomicBoolean over) {}

    private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final ConcurrentMap<String, Task> abandoned = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final Set<String> late = ConcurrentHashMap.newKeySet();

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
     */
    void askedAgain(Store store, List<? extends Claim> claims) throws StoreException {
        if (!abandoned.isEmpty()) {
            for (Claim claim : claims) {
                Task task = abandoned.remove(claim.id());
                if (task != null && !task.over().getAndSet(true)) {
                    tell(store, task);
                }
            }
        }
    }

    private void tell(Store store, Task task) throws StoreException {
        try {
            store.ask(task.ending(), task.claims());
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

    /** Tells at most so much of it; stops at the first that fails, unless only its own counter cannot be used. */
    void tell(Store store, int most) {
        for (int i = Math.min(most, size.get()); i > 0; i--) {
            Task task = tasks.poll();
            if (task == null) {
                return;
            }
            size.decrementAndGet();
            task.claims().forEach(claim -> abandoned.remove(claim.id(), task));
            try {
                if (!task.over().getAndSet(true)) {
                    tell(store, task);
                }
            } catch (StoreException e) {
                if (!e.ofCounter()) {
                    return;
                }
            }
        }
    }

    /** All of it, and again what had to be told one by one. */
    void tellAll(Store store) {
        tell(store, Integer.MAX_VALUE);
        tell(store, Integer.MAX_VALUE);
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
