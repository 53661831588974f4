package io.github.ostiary.config;

import io.github.ostiary.identity.KeyExpression;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads what a lockout counts and forgets, as far as its key permits: {@code consecutive distinct cap exempt}. */
final class CountReader {

    private static final int HIGHEST_CAP = 1_000;
    private static final Pattern EXEMPT = Pattern.compile("recent-success\\s+(\\S+)");

    private final Section rule;
    private final Optional<KeyExpression> key;
    private final KeyReader keys;
    private final Optional<KeyExpression> distinct;
    private final boolean consecutive;
    private final int cap;

    /** With an empty key, which was a problem already, nothing is said of what depends on it. */
    CountReader(Section rule, Optional<KeyExpression> key, KeyReader keys) {
        this.rule = rule;
        this.key = key;
        this.keys = keys;
        this.distinct = readDistinct();
        this.consecutive = readConsecutive();
        this.cap = readCap();
    }

    /** The one source whose different values are counted in place of failures. */
    Optional<KeyExpression> distinct() {
        return distinct;
    }

    /** Whether a success clears what failed. */
    boolean consecutive() {
        return consecutive;
    }

    /** So many consecutive failures block; 0 for none. */
    int cap() {
        return cap;
    }

    private boolean readConsecutive() {
        return rule.read("consecutive", this::consecutive).orElse(!networkOnly() && !rule.states("distinct"));
    }

    private boolean consecutive(String text) {
        boolean consecutive = Values.flag(text);
        if (consecutive && networkOnly()) {
            throw new IllegalArgumentException("strangers share '" + keyText()
                    + "', and an attacker's own login would clear its failures; remove it or " + countOnName());
        }
        if (consecutive && rule.states("distinct")) {
            throw new IllegalArgumentException("different values count for their window, whatever succeeds; remove it"
                    + " or " + rule.full("distinct"));
        }
        return consecutive;
    }

    private Optional<KeyExpression> readDistinct() {
        return rule.read("distinct", text -> {
            KeyExpression value = keys.parse(rule, "distinct", text);
            if (value.sets().size() > 1) {
                throw new IllegalArgumentException(
                        "it is one value and not several; join them by +, such as param:tenant+param:username");
            }
            if (key.isPresent() && bare(text).equals(bare(keyText()))) {
                throw new IllegalArgumentException("each of what the rule counts by has just one; name what differs,"
                        + " such as key=ip with distinct=param:username");
            }
            return value;
        });
    }

    private int readCap() {
        int cap = rule.number("cap", 0, HIGHEST_CAP, 0);
        if (cap == 0 || consecutive || key.isEmpty()) {
            return cap;
        }
        String remedy = "set " + rule.full("consecutive") + "=true";
        if (networkOnly()) {
            remedy = countOnName();
        } else if (rule.states("distinct")) {
            remedy = "remove " + rule.full("distinct");
        }
        rule.reject(
                "cap",
                "it counts consecutive failures, and here nothing is consecutive; " + remedy + ", or remove cap");
        return 0;
    }

    Optional<Duration> exempt() {
        return rule.read("exempt", text -> {
            Matcher exempt = EXEMPT.matcher(text);
            if (!exempt.matches()) {
                throw new IllegalArgumentException("'" + text + "' exempts no caller; write recent-success 30d");
            }
            Duration remembered = Values.duration(exempt.group(1), Duration.ofMinutes(1), Duration.ofDays(366));
            if (key.filter(KeyExpression::hasAddress).isPresent()) {
                throw new IllegalArgumentException("it lets an owner in from where they succeeded before, and '"
                        + keyText() + "' counts addresses already; remove it or " + countOnName());
            }
            return remembered;
        });
    }

    private boolean networkOnly() {
        return key.filter(KeyExpression::networkOnly).isPresent();
    }

    private String keyText() {
        return KeyReader.text(rule);
    }

    private String countOnName() {
        return "count on who is tried, such as " + rule.full("key") + "=param:username";
    }

    private static String bare(String text) {
        return text.replaceAll("\\s", "");
    }
}
