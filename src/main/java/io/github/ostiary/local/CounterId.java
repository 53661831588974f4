package io.github.ostiary.local;

import io.github.ostiary.Limit;

/** Names one counter: of which rule, which of its limits, counted how, for whom. */
record CounterId(String rule, String counter, char algorithm, String identity) {

    static CounterId of(Limit limit, String identity) {
        return new CounterId(limit.rule(), limit.counter(), limit.algorithm().letter(), identity);
    }

    /** The counter this one shares when the table is full of live ones: one of so many per limit. */
    CounterId overflow(int slots) {
        return new CounterId(
                rule, counter, algorithm, "overflow-" + Math.floorMod((identity.hashCode() * 0x9E3779B9) >>> 7, slots));
    }
}
