package io.github.ostiary.store;

import io.github.ostiary.Key;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.SeededHash;

/** Names one counter in this JVM: equal to all others that name it. Immutable. */
public abstract sealed class CounterId permits Charge, CounterId.NamedCounter {

    /** The kind of what a {@link Charge} is asked of. */
    public static final char RATE = 'R';

    /** The kind where the calendar says the window: a rule may have such rates beside those of its algorithm. */
    public static final char CALENDAR = 'D';

    /**
     * The caller it counts: the name that stores have for it, or a key that counters in this JVM compare as it is; then no name
     * is made as long as none is asked for.
     */
    final Object caller;

    CounterId(Object caller) {
        this.caller = caller;
    }

    /**
     * A counter.
     *
     * @param rule of which rule
     * @param counter which of its counters
     * @param kind of what kind: {@link #RATE}, or a claim's letter where that is no algorithm's. A rule has one algorithm
     * @param identity the caller it counts
     * @return its name
     */
    public static CounterId of(String rule, String counter, char kind, String identity) {
        return new NamedCounter(rule, counter, kind, identity);
    }

    /**
     * A caller's name in stores.
     *
     * @param caller that name, or a key, as counters know it
     * @return at most 64 characters of {@code [A-Za-z0-9._-]}
     */
    public static String nameOf(Object caller) {
        return caller instanceof Key key ? Digest.name(key.canonical()) : (String) caller;
    }

    /**
     * The rule it is of.
     *
     * @return its name
     */
    public abstract String rule();

    /**
     * The one of the rule's counters that it is.
     *
     * @return unique within the rule and kind
     */
    public abstract String counter();

    /**
     * The kind of counter that it is.
     *
     * @return {@link #RATE}, {@link #CALENDAR}, or a claim's letter
     */
    public abstract char kind();

    /**
     * The caller it counts.
     *
     * @return its name in stores
     */
    public final String identity() {
        return nameOf(caller);
    }

    /**
     * Another counter of the same rule, kind and caller.
     *
     * @param other which
     * @return its name
     */
    public final CounterId beside(String other) {
        return new NamedCounter(rule(), other, kind(), caller);
    }

    /**
     * The counter this one shares when the table is full of live ones: one of so many per rule and counter.
     *
     * @param slots how many
     * @return its name
     */
    public final CounterId overflow(int slots) {
        return of(rule(), counter(), kind(), "overflow-" + Math.floorMod(hashOfCaller(), slots));
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof CounterId id
                && caller.equals(id.caller)
                && kind() == id.kind()
                && counter().equals(id.counter())
                && rule().equals(id.rule());
    }

    @Override
    public int hashCode() {
        return hashOfCaller() ^ (31 * (31 * rule().hashCode() + counter().hashCode()) + kind());
    }

    /** Names are what callers make them. */
    private int hashOfCaller() {
        return caller instanceof String name ? SeededHash.of(name) : caller.hashCode();
    }

    /** A counter that nothing is asked of. Immutable. */
    static final class NamedCounter extends CounterId {

        private final String rule;
        private final String counter;
        private final char kind;

        /** Worked out when it is first asked for: several books look up the same counter; 0 until then. */
        private int hash;

        NamedCounter(String rule, String counter, char kind, Object caller) {
            super(caller);
            this.rule = rule;
            this.counter = counter;
            this.kind = kind;
        }

        @Override
        public int hashCode() {
            int known = hash;
            if (known == 0) {
                known = super.hashCode();
                hash = known;
            }
            return known;
        }

        @Override
        public String rule() {
            return rule;
        }

        @Override
        public String counter() {
            return counter;
        }

        @Override
        public char kind() {
            return kind;
        }

        /** The place of the counter: identities do not belong in logs. */
        @Override
        public String toString() {
            return kind + ":" + rule + ":" + counter;
        }
    }
}
