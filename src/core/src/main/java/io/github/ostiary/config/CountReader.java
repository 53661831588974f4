package io.github.ostiary.config;

import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Optional;

/** Reads what a lockout counts and forgets, as far as its key permits: {@code consecutive distinct cap exempt}. */
final class CountReader {

    /** The time for which a network stays known in a siege, where no exemption states one. */
    private static final Duration KNOWN = Duration.ofDays(30);

    private final Section rule;
    private final Optional<KeyExpression> key;

    /** A reader; with an empty key, which was a problem already, it reports nothing that depends on the key. */
    CountReader(Section rule, Optional<KeyExpression> key) {
        this.rule = rule;
        this.key = key;
    }

    /** The one source whose different values are counted in place of failures. */
    Optional<KeyExpression> distinct(KeyReader keys) {
        return rule.read(LockoutKeys.DISTINCT, text -> {
            KeyExpression value = keys.parse(rule, LockoutKeys.DISTINCT, text);
            if (value.sets().size() > 1) {
                throw new IllegalArgumentException(
                        "it takes one value, not several; join them by +, such as param:tenant+param:username");
            }
            if (key.isPresent() && bare(text).equals(bare(KeyReader.text(rule)))) {
                throw new IllegalArgumentException(
                        "it is the same as key, so its values never differ; name another source, such as key=ip with"
                                + " distinct=param:username");
            }
            return value;
        });
    }

    /** Whether a success clears what failed. */
    boolean consecutive() {
        return rule.find(LockoutKeys.CONSECUTIVE, this::checkConsecutive)
                .orElse(!networkOnly() && !rule.states(LockoutKeys.DISTINCT));
    }

    private void checkConsecutive(boolean consecutive) {
        if (consecutive && networkOnly()) {
            throw new IllegalArgumentException("strangers share '" + KeyReader.text(rule)
                    + "', and an attacker's own login would clear its failures; remove it or " + countOnName());
        }
        if (consecutive && rule.states(LockoutKeys.DISTINCT)) {
            throw new IllegalArgumentException(
                    "different values count for their whole window, even after a success; remove it or "
                            + rule.full(LockoutKeys.DISTINCT));
        }
    }

    /** The number of consecutive failures that block; 0 for none. */
    int cap(boolean consecutive) {
        int cap = rule.get(LockoutKeys.CAP);
        if (cap == 0 || consecutive || key.isEmpty()) {
            return cap;
        }
        String remedy = networkOnly()
                ? countOnName()
                : rule.states(LockoutKeys.DISTINCT)
                        ? "remove " + rule.full(LockoutKeys.DISTINCT)
                        : "set " + rule.full(LockoutKeys.CONSECUTIVE) + "=true";
        rule.reject(
                LockoutKeys.CAP,
                "it counts failures since the last success, and here a success clears none; " + remedy
                        + ", or remove cap");
        return 0;
    }

    /** How long the networks of earlier successes are let in, as stated; zero for not at all. */
    Optional<Duration> exempt() {
        return rule.find(LockoutKeys.EXEMPT, remembered -> {
            boolean remembers = !remembered.isZero() || rule.states(LockoutKeys.SIEGE_BEGIN);
            if (remembers && key.isPresent() && key.get().hasAddress()) {
                throw new IllegalArgumentException("it lets owners in from networks where they succeeded before, and '"
                        + KeyReader.text(rule) + "' counts addresses already; remove it or "
                        + countOnName());
            }
        });
    }

    /** How long they are remembered, to be let in or to be known in a siege, µs; 0 for not at all. */
    long remembered(Optional<Duration> exempt) {
        if (exempt.isEmpty()) {
            return 0;
        }
        boolean besieged = exempt.get().isZero() && rule.states(LockoutKeys.SIEGE_BEGIN);
        return Durations.toMicros(besieged ? KNOWN : exempt.get());
    }

    private boolean networkOnly() {
        return key.isPresent() && key.get().networkOnly();
    }

    private String countOnName() {
        return "count by the name that is tried, such as " + rule.full(RuleKeys.KEY) + "=param:username";
    }

    private static String bare(String text) {
        return text.replaceAll("\\s", "");
    }
}
