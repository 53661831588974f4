package io.github.ostiary.local;

import io.github.ostiary.Claim;
import io.github.ostiary.Limit;

/** Names one counter: of which rule, which of its counters, of what kind, for whom. */
record CounterId(String rule, String counter, char letter, String identity) {

    static CounterId of(Claim claim) {
        return new CounterId(claim.rule(), claim.counter(), claim.letter(), claim.identity());
    }

    static CounterId of(Limit limit, String identity) {
        return new CounterId(limit.rule(), limit.counter(), limit.algorithm().letter(), identity);
    }

    /** The counter this one shares when the table is full of live ones: one of so many per rule and counter. */
    CounterId overflow(int slots) {
        return new CounterId(
                rule, counter, letter, "overflow-" + Math.floorMod((identity.hashCode() * 0x9E3779B9) >>> 7, slots));
    }
}
