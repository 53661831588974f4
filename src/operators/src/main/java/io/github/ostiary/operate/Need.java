package io.github.ostiary.operate;

import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A setting that one rule of a sign-in needs. Immutable.
 *
 * @param part the rule, such as {@code account}
 * @param key such as {@code cap}
 * @param right the values that will do; of the empty text, whether it may be left out
 */
record Need(String part, String key, Predicate<String> right) {

    private static final Pattern LOCK = Pattern.compile("(\\d+)/(\\S+) (?:lock (\\S+)|block).*");
    private static final int MOST_OF_NIST = 100;
    private static final int MOST_OF_PCI = 10;
    private static final Duration SHORTEST_OF_PCI = Duration.ofMinutes(30);
    private static final Duration LONG = Duration.ofDays(365);

    /** A value that has to be stated. */
    static Need of(String part, String key, String value) {
        return new Need(part, key, value::equals);
    }

    /** The rule has to be there. */
    static Need being(String part) {
        return new Need(part, "steps", any -> true);
    }

    /** A step of the rule has to lock. */
    static Need locking(String part) {
        return new Need(part, "steps", steps -> steps.contains(" lock "));
    }

    /** A cap that is low enough for NIST. */
    static boolean isLow(String cap) {
        return cap.matches("[1-9]\\d{0,2}") && Integer.parseInt(cap) <= MOST_OF_NIST;
    }

    /** Steps of which one locks as PCI says: after ten failures at most, however slow, for half an hour at least. */
    static boolean isSoonAndLong(String steps) {
        return List.of(steps.split("\\s*,\\s*")).stream().map(LOCK::matcher).anyMatch(Need::locksSoonAndLong);
    }

    private static boolean locksSoonAndLong(Matcher lock) {
        return lock.matches()
                && Integer.parseInt(lock.group(1)) <= MOST_OF_PCI
                && Durations.parse(lock.group(2)).compareTo(LONG) >= 0
                && (lock.group(3) == null || Durations.parse(lock.group(3)).compareTo(SHORTEST_OF_PCI) >= 0);
    }
}
