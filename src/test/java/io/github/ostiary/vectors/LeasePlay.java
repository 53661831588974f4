package io.github.ostiary.vectors;

import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Semaphores;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A rule {@code concurrency.test} with a lease per token. */
final class LeasePlay extends Play {

    private final int permits;
    private final Map<String, Lease> leases = new HashMap<>();

    LeasePlay(Map<String, String> properties, int permits) {
        super("", properties);
        this.permits = permits;
    }

    /** A node knows the ends of its own leases, so its clock cannot be set ahead of Redis's. */
    @Override
    boolean fits(Place place) {
        return place != Place.REDIS;
    }

    @Override
    void begin(World world) {
        leases.clear();
    }

    @Override
    void play(Vector.Event event, World world) {
        Semaphores semaphores = world.guard().semaphores("test");
        Key key = Key.of(event.text("key", "k"));
        String token = event.text("token", "t");
        long before = inUse(semaphores, key);
        switch (event.op()) {
            case "acquire" -> {
                Lease lease = semaphores.tryEnter(key);
                if (lease.granted()) {
                    leases.put(token, lease);
                }
                event.expected().is("acquired", lease.granted());
                long retry =
                        lease.decision().retryAfter().map(Durations::toMicros).orElse(0L);
                event.expected().micros("retry_after_ms", retry, 1e3);
            }
            case "release" -> {
                if (leases.containsKey(token)) {
                    leases.get(token).close();
                }
                event.expected().is("released", inUse(semaphores, key) < before);
            }
            case "renew" -> event.expected()
                    .is(
                            "renewed",
                            leases.containsKey(token) && leases.get(token).renew());
            default -> throw unknown(event);
        }
        event.expected().is("in_use", inUse(semaphores, key));
    }

    /** Looked at by taking all that are left, and giving them back at once. */
    private long inUse(Semaphores semaphores, Key key) {
        List<Lease> rest = new ArrayList<>();
        Lease next = semaphores.tryEnter(key);
        while (next.granted()) {
            rest.add(next);
            next = semaphores.tryEnter(key);
        }
        rest.forEach(Lease::close);
        return permits - rest.size();
    }
}
