package io.github.ostiary.benchmarks;

import java.util.List;

/** Who is compared over a network. */
enum FarContender {
    /** Eight connections: the default of Jedis' pool, which Bucket4j's documentation leaves as it is. */
    JEDIS("jedis"),
    JEDIS_64("jedis, 64"),
    /** One connection, which threads share, as Lettuce's documentation suggests. */
    LETTUCE("lettuce"),
    LETTUCE_64("lettuce, 64"),
    /** Sixty-four connections are its default. */
    REDISSON("Redisson"),
    /** No peer, but another way to ask: see {@link FarScript}. */
    SCRIPT("lean script, Lettuce"),
    OSTIARY("Ostiary"),
    OSTIARY_AHEAD("Ostiary, ahead");

    /** As a column's title. */
    final String title;

    FarContender(String title) {
        this.title = title;
    }

    boolean isOurs() {
        return this == OSTIARY || this == OSTIARY_AHEAD;
    }

    /** Asks about one caller or, for two identities, about a user and an address. */
    interface Asking extends AutoCloseable {

        /** Whether the shared counters decided it; fails if it was refused. */
        boolean ask(String caller);

        /** Looks at what is kept of a caller, and decides nothing; nothing where that is not compared. */
        default void look(String caller) {}

        /** Counts callers for the first time, before it matters how long that takes. */
        default void prepare(List<String> callers) {}

        @Override
        void close();
    }
}
