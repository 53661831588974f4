package io.github.ostiary.fleet;

import java.util.Locale;

/**
 * Something that happens to the fleet, planned before it begins.
 *
 * @param id by which its luck is drawn
 * @param at when, µs
 * @param kind what
 * @param node where, or of which
 * @param rule by which rule
 * @param who whose key
 * @param amount how many permits
 * @param micros how long it waits, works, or lasts
 * @param how in which way
 * @param honest whether whoever does it stays within the rules, and is alone with its key
 */
record Step(
        int id,
        long at,
        Kind kind,
        int node,
        String rule,
        String who,
        long amount,
        long micros,
        int how,
        boolean honest) {

    /** What can happen. */
    enum Kind {
        TAKE,
        /** Takes one after the other until all is spent, and once more when it was told to come again. */
        SPEND,
        PEEK,
        CHARGE,
        CREDIT,
        RESET,
        RESERVE,
        HOLD,
        SIGN_IN,
        LOCK,
        UNLOCK,
        OVERRIDE,
        NETWORK(true),
        PAUSE(true),
        CRASH(true),
        ROLL(true),
        FLUSH(true),
        FAIL_OVER(true);

        final boolean fault;

        Kind() {
            this(false);
        }

        Kind(boolean fault) {
            this.fault = fault;
        }
    }

    /** One permit of those that are spent. */
    Step one(boolean surely) {
        return new Step(id, at, Kind.TAKE, node, rule, who, 1, 0, how, surely);
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%9.4f s %-9s node %d %s %s amount=%d for %.4f s, how=%d%s",
                at / 1e6,
                kind,
                node,
                rule,
                who,
                amount,
                micros / 1e6,
                how,
                honest ? ", honest" : "");
    }
}
