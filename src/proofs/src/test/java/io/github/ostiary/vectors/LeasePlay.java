package io.github.ostiary.vectors;

import io.github.ostiary.Key;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A lease per token, of which nobody renews one by itself, as a guard does for its holders. */
final class LeasePlay extends Play {

    private final ConcurrencyPolicy policy;
    private final Map<String, LeaseClaim> leases = new HashMap<>();
    private @Nullable Tiers tiers;
    private int made;

    LeasePlay(Map<String, String> properties, int permits) {
        super("", properties);
        long lease = Durations.toMicros(Durations.parse(properties.get("concurrency.test.lease")));
        policy = new ConcurrencyPolicy("test", "", permits, lease, false);
    }

    /** A node knows the ends of its own leases, so its clock cannot be set ahead of Redis's. */
    @Override
    boolean fits(Place place) {
        return place != Place.REDIS;
    }

    @Override
    void begin(World world) {
        leases.clear();
        tiers = world.tiers();
    }

    @Override
    void end() {
        tiers.close();
    }

    @Override
    void play(Vector.Event event, World world) {
        String key = Key.of(event.text("key", "k")).canonical();
        String token = event.text("token", "t");
        int before = inUse(key);
        switch (event.op()) {
            case "acquire" -> {
                LeaseClaim lease = new LeaseClaim(policy, key, token + "-" + made++);
                Verdict said = decide(lease);
                if (said.passed()) {
                    leases.put(token, lease);
                }
                event.expected().is("acquired", said.passed());
                event.expected().micros("retry_after_ms", said.retryMicros(), 1e3);
            }
            case "release" -> {
                if (leases.containsKey(token)) {
                    tiers.settle(Operation.ABANDON, List.of(leases.get(token)));
                }
                event.expected().is("released", inUse(key) < before);
            }
            case "renew" -> event.expected().is("renewed", leases.containsKey(token) && tiers.renew(leases.get(token)));
            default -> throw unknown(event);
        }
        event.expected().is("in_use", inUse(key));
    }

    private Verdict decide(LeaseClaim lease) {
        return tiers.decide(List.of(new Ask(lease, Rules.limit("test", List.of()), Key.of("k"))))
                .said(0);
    }

    /** Looked at by taking all that are left, and giving them back at once. */
    private int inUse(String key) {
        List<LeaseClaim> rest = new ArrayList<>();
        LeaseClaim next = new LeaseClaim(policy, key, "look-" + made++);
        while (decide(next).passed()) {
            rest.add(next);
            next = new LeaseClaim(policy, key, "look-" + made++);
        }
        rest.forEach(lease -> tiers.settle(Operation.ABANDON, List.of(lease)));
        return policy.permits() - rest.size();
    }
}
