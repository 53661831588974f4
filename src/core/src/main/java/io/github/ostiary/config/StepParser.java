package io.github.ostiary.config;

import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Growth;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Nearest;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** One step of {@code steps}: {@code 10/1h lock 15m x2 max 24h rearm 3}. Used once. */
final class StepParser {

    private static final int MOST_FAILURES = 1_000;
    private static final int LARGEST_FACTOR = 1_000;
    private static final Duration SHORTEST = Duration.ofMillis(1);
    private static final Duration LONGEST_WINDOW = Duration.ofDays(366);
    private static final Duration LONGEST = Duration.ofDays(36_500);
    private static final List<String> ACTIONS = List.of("challenge", "delay", "lock", "block");
    private static final Pattern FACTOR = Pattern.compile("\\d{1,4}(?:\\.\\d{1,3})?");

    private final String text;
    private final Deque<String> words;
    private String threshold = "";
    private int failures;
    private long windowMicros;

    StepParser(String text) {
        this.text = text;
        this.words = new ArrayDeque<>(
                List.of(text.strip().replaceAll("\\s*/\\s*", "/").split("\\s+")));
    }

    Step parse() {
        readThreshold();
        if (words.isEmpty()) {
            throw error("the action is missing; write challenge, delay 2s, lock 15m or block after it");
        }
        String action = words.remove();
        Step step =
                switch (action) {
                    case "challenge" -> plain(Step.Action.CHALLENGE);
                    case "block" -> plain(Step.Action.BLOCK);
                    case "delay" -> timed(Step.Action.DELAY);
                    case "lock" -> timed(Step.Action.LOCK);
                    default -> throw error("unknown action '" + action + "'; did you mean "
                            + (action.equals("captcha")
                                    ? "challenge"
                                    : Nearest.to(action, ACTIONS).orElse(""))
                            + "? Write challenge, delay 2s, lock 15m or block");
                };
        if (!words.isEmpty()) {
            throw leftover(step.action());
        }
        return step;
    }

    private void readThreshold() {
        threshold = words.remove();
        int slash = threshold.indexOf('/');
        String count = slash < 0 ? "" : threshold.substring(0, slash);
        if (!count.matches("\\d{1,18}")) {
            throw error("it must start with failures/window, such as 10/1h lock 15m");
        }
        failures = number(count, MOST_FAILURES, "failures");
        windowMicros = duration(threshold.substring(slash + 1), SHORTEST, LONGEST_WINDOW, "the window");
    }

    private Step plain(Step.Action action) {
        return new Step(failures, windowMicros, action, 0, Growth.NONE, failures);
    }

    private Step timed(Step.Action action) {
        String word = word(action);
        if (words.isEmpty()) {
            throw error("a " + word + " needs a duration; write " + threshold + " " + word + " "
                    + (action == Step.Action.LOCK ? "15m" : "2s"));
        }
        long duration = duration(words.remove(), SHORTEST, LONGEST, "the " + word);
        double factor = nextStarts("x") ? factor(words.remove().substring(1)) : 1;
        long growth = factor == 1 && nextStarts("+")
                ? duration(words.remove().substring(1), SHORTEST, LONGEST, "the growth")
                : 0;
        long max = nextIs("max") ? max(word, duration, factor > 1 || growth > 0) : Step.MAX_MICROS;
        boolean lock = action == Step.Action.LOCK;
        int rearm = lock && nextIs("rearm") ? rearm() : lock ? failures : 1;
        return new Step(failures, windowMicros, action, duration, new Growth(factor, growth, max), rearm);
    }

    private double factor(String digits) {
        double factor = FACTOR.matcher(digits).matches() ? Double.parseDouble(digits) : 0;
        if (factor <= 1 || factor > LARGEST_FACTOR) {
            throw error("'x" + digits + "' is not a growth; write x and a number above 1, at most " + LARGEST_FACTOR
                    + ", with up to three decimals, such as x2 or x1.5");
        }
        return factor;
    }

    private long max(String action, long duration, boolean grows) {
        words.remove();
        if (!grows) {
            throw error("a " + action + " that does not grow has no max; write x2 or +1m before max, or remove max");
        }
        if (words.isEmpty()) {
            throw error("max needs a duration; write max 24h");
        }
        String written = words.remove();
        long max = duration(written, SHORTEST, LONGEST, "max");
        if (max < duration) {
            throw error("max " + written + " is shorter than the first " + action + "; raise it to "
                    + Durations.format(Durations.ofMicros(duration)) + " or more");
        }
        return max;
    }

    private int rearm() {
        words.remove();
        String count = words.isEmpty() ? "" : words.remove();
        if (!count.matches("\\d{1,18}")) {
            throw error("rearm needs the number of failures for the next lock; write rearm 1 to rearm " + failures);
        }
        return number(count, failures, "rearm");
    }

    private IllegalArgumentException leftover(Step.Action action) {
        String word = words.remove();
        if (word.equals("rearm")) {
            return error(
                    action == Step.Action.DELAY
                            ? "every further failure begins a delay, so there is nothing to rearm; remove it"
                            : "only a lock has a rearm; remove it");
        }
        if (action == Step.Action.CHALLENGE || action == Step.Action.BLOCK) {
            return error(word(action) + " takes nothing; remove '" + word + "', or put a comma before a further step");
        }
        return error("'" + word + "' does not belong there; the order is "
                + (action == Step.Action.LOCK ? "lock 15m x2 max 24h rearm 3" : "delay 2s x2 max 1m")
                + ", with +1m in place of x2 for a steady growth");
    }

    private int number(String digits, int most, String what) {
        long number = Long.parseLong(digits);
        if (number < 1 || number > most) {
            throw error(what + " must be 1 to " + most + ", not " + number);
        }
        return (int) number;
    }

    private long duration(String written, Duration min, Duration max, String what) {
        try {
            return Durations.toMicros(Values.duration(written, min, max));
        } catch (IllegalArgumentException e) {
            throw error(what + ": " + e.getMessage());
        }
    }

    private boolean nextIs(String word) {
        return word.equals(words.peek());
    }

    private boolean nextStarts(String prefix) {
        String next = words.peek();
        return next != null && next.startsWith(prefix);
    }

    private static String word(Step.Action action) {
        return action.name().toLowerCase(Locale.ROOT);
    }

    private IllegalArgumentException error(String problem) {
        return new IllegalArgumentException("step '" + text + "': " + problem);
    }
}
