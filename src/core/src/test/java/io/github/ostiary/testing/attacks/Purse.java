package io.github.ostiary.testing.attacks;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * An hour of one core, from which an attacker pays puzzles as long as it lasts. Not thread-safe.
 *
 * <p>{@code puzzle.effort=1s}, a second of a phone, is 0.3 s of a server's core, and rises to 5 s at most.
 */
final class Purse {

    /**
     * A price of a solved puzzle.
     *
     * @param title as the table has it
     * @param seconds of a core
     * @param rises whether it doubles in a siege, which is assumed, and with what a network has solved within ten minutes
     */
    record Price(String title, double seconds, boolean rises) {}

    static final List<Price> PRICES = List.of(
            new Price("puzzle at 0.3 s", 0.3, false),
            new Price("at 1 s, rising", 1, true),
            new Price("at 5 s", 5, false));

    private static final int IN_SIEGE = 2;
    private static final int FREE = 4;
    private static final int MOST_OF_NETWORK = 8;
    private static final Duration SLOT = Duration.ofMinutes(10);

    private final Price price;
    private final Map<String, Integer> solved = new HashMap<>();
    private double left = Duration.ofHours(1).toSeconds();

    Purse(Price price) {
        this.price = price;
    }

    /** Pays a puzzle; false if too little is left. */
    boolean pays(String network, Duration now) {
        String slot = network + " " + now.dividedBy(SLOT);
        double asked = price.seconds() * (price.rises() ? IN_SIEGE * factor(solved.getOrDefault(slot, 0)) : 1);
        if (asked > left) {
            return false;
        }
        left -= asked;
        solved.merge(slot, 1, Integer::sum);
        return true;
    }

    private static int factor(int known) {
        int factor = 1;
        for (int count = known; count > FREE && factor < MOST_OF_NETWORK; count /= 2) {
            factor *= 2;
        }
        return factor;
    }
}
