package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import java.util.BitSet;
import java.util.List;

/**
 * What is to be said of whom a fleet let in.
 *
 * @param admitted share of all requests while Redis answered
 * @param beyond share of the requests during the outage that were let in though the caller's limit was used up
 * @param withoutNeed share of them that were refused though it was not
 * @param keys that Redis holds when the outage begins
 * @param entries admitted actions in them
 */
record Audit(double admitted, double beyond, double withoutNeed, long keys, long entries) {

    /** Compares with one counter that knows everything. */
    static Audit of(Scale scale, Traffic traffic, BitSet admitted) {
        ManualTimeSource time = new ManualTimeSource();
        long begun = time.micros();
        Limit limit = scale.limit();
        long let = 0;
        long before = 0;
        long during = 0;
        long beyond = 0;
        long withoutNeed = 0;
        Held held = Held.of(scale, traffic, admitted);
        try (LocalStore truth = new LocalStore(2L * scale.simulated() + 1, time)) {
            for (int i = 0; i < traffic.requests(); i++) {
                time.set(begun + traffic.micros(i));
                List<Charge> charge = List.of(new Charge(limit, Traffic.name(traffic.caller(i)), 1));
                int weight = scale.weight(traffic.caller(i));
                if (traffic.micros(i) < scale.outageFromMicros()) {
                    before += weight;
                    let += admitted.get(i) ? weight : 0;
                } else {
                    boolean passes = truth.ask(Operation.PEEK, charge, Store.NO_DEADLINE)
                            .get(0)
                            .passed();
                    during += weight;
                    beyond += admitted.get(i) && !passes ? weight : 0;
                    withoutNeed += !admitted.get(i) && passes ? weight : 0;
                }
                if (admitted.get(i)) {
                    truth.ask(Operation.CHARGE, charge, Store.NO_DEADLINE);
                }
            }
        }
        double all = Math.max(1, during);
        return new Audit(let / (double) before, beyond / all, withoutNeed / all, held.keys(), held.entries());
    }

    /** A log is trimmed when it is asked; how long it is kept is told by {@link Prices#KEPT_WINDOWS}. */
    private record Held(long keys, long entries) {

        static Held of(Scale scale, Traffic traffic, BitSet admitted) {
            long[] newest = new long[scale.simulated() + 1];
            long[] ends = new long[newest.length];
            long window = scale.windowMicros();
            int before = 0;
            for (int i = 0; i < traffic.requests() && traffic.micros(i) < scale.outageFromMicros(); i++) {
                before++;
                if (admitted.get(i)) {
                    int caller = traffic.caller(i);
                    long now = traffic.micros(i);
                    if (ends[caller] < now + window) {
                        ends[caller] = now + (long) (window * (ends[caller] <= now ? 1 : Prices.KEPT_WINDOWS));
                    }
                    newest[caller] = now;
                }
            }
            long alive = scale.outageFromMicros();
            long keys = 0;
            for (int caller = 0; caller < newest.length; caller++) {
                keys += ends[caller] > alive ? scale.weight(caller) : 0;
            }
            long entries = 0;
            for (int i = 0; i < before; i++) {
                int caller = traffic.caller(i);
                if (admitted.get(i) && ends[caller] > alive && traffic.micros(i) > newest[caller] - window) {
                    entries += scale.weight(caller);
                }
            }
            return new Held(keys, entries);
        }
    }
}
