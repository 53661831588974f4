package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.Claim;
import io.github.ostiary.Operation;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the store could not be told when attempts and leases ended: told again when it answers. Claims carry ids of their
 * own, so that telling twice changes nothing. Thread-safe, bounded; what is dropped ends by itself in its time.
 */
final class Unsettled {

    private static final int CAPACITY = 10_000;

    private record Task(Operation ending, List<? extends Claim> claims) {}

    private final ConcurrentLinkedQueue<Task> tasks = new ConcurrentLinkedQueue<>();
    private final AtomicInteger size = new AtomicInteger();

    void add(Operation ending, List<? extends Claim> claims) {
        List<? extends Claim> held =
                claims.stream().filter(claim -> !(claim instanceof Charge)).toList();
        if (!held.isEmpty() && size.incrementAndGet() <= CAPACITY) {
            tasks.add(new Task(ending, held));
        } else if (!held.isEmpty()) {
            size.decrementAndGet();
        }
    }

    /** Tells at most so much of it; stops at the first that fails. */
    void tell(Store store, int most) {
        for (int i = 0; i < most; i++) {
            Task task = tasks.poll();
            if (task == null) {
                return;
            }
            size.decrementAndGet();
            try {
                store.ask(task.ending(), task.claims());
            } catch (StoreException e) {
                add(task.ending(), task.claims());
                return;
            }
        }
    }
}
