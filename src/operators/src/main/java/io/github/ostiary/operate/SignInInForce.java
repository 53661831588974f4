package io.github.ostiary.operate;

import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A sign-in as its rules in force have it. Immutable. */
record SignInInForce(String name, List<RuleInForce> rules) {

    private static final Pattern LOCK = Pattern.compile("(\\d+)/(\\S+) (?:lock (\\S+)|block).*");
    private static final int MOST_OF_NIST = 100;
    private static final int MOST_OF_PCI = 10;
    private static final Duration SHORTEST_OF_PCI = Duration.ofMinutes(30);
    private static final Duration LONG = Duration.ofDays(365);

    /** All that there are. */
    static List<SignInInForce> of(List<RuleInForce> rules) {
        Set<String> names = new LinkedHashSet<>();
        for (RuleInForce rule : rules) {
            for (SettingInForce each : rule.settings()) {
                if (each.key().startsWith("signin.")) {
                    names.add(each.key().split("\\.", 3)[1]);
                }
            }
        }
        List<SignInInForce> signIns = new ArrayList<>();
        names.forEach(name -> signIns.add(new SignInInForce(
                name,
                rules.stream()
                        .filter(rule -> rule.name().startsWith(name + "."))
                        .toList())));
        return signIns;
    }

    /** The lines that are missing for its rules to do something: enforced they have to be. */
    List<String> missing(Predicate<SignInInForce> does, String line) {
        if (rules.stream().anyMatch(RuleInForce::shadow)) {
            return List.of("signin." + name + ".enforce=true");
        }
        return does.test(this) ? List.of() : List.of("signin." + name + "." + line);
    }

    /** Returns the value that one of its rules states for a key; empty if it states none. */
    String value(String part, String key) {
        return rules.stream()
                .filter(rule -> rule.name().equals(name + "." + part))
                .flatMap(rule -> rule.settings().stream())
                .filter(each -> each.key().equals("signin." + name + "." + part + "." + key))
                .map(SettingInForce::value)
                .findFirst()
                .orElse("");
    }

    /** Whether one of its rules is there and says so, or says nothing and that is the default. */
    boolean says(String part, String key, String value, String usual) {
        String stated = value(part, key);
        return !steps(part).isEmpty() && (stated.isEmpty() ? usual : stated).equals(value);
    }

    /** The steps of one of its lockouts; empty if it has none. */
    String steps(String part) {
        return value(part, "steps");
    }

    /** All that a sign-in usually has. */
    boolean isWhole() {
        return !steps("password").isEmpty()
                && !steps("address").isEmpty()
                && !steps("account").isEmpty();
    }

    /** Whether at most a hundred failures in a row disable the account. */
    boolean disables() {
        String cap = value("account", "cap");
        return cap.matches("[1-9]\\d{0,2}")
                && Integer.parseInt(cap) <= MOST_OF_NIST
                && says("account", "consecutive", "true", "true")
                && says("account", "unclear", "0", "");
    }

    /** Whether at most ten failures lock the user everywhere, for half an hour at least. */
    boolean locksUsers() {
        boolean exempts = !says("account", "exempt", "none", "none");
        return !exempts
                && says("account", "unclear", "0", "")
                && List.of(steps("account").split("\\s*,\\s*")).stream().anyMatch(SignInInForce::locksSoonAndLong);
    }

    private static boolean locksSoonAndLong(String step) {
        Matcher lock = LOCK.matcher(step);
        return lock.matches()
                && Integer.parseInt(lock.group(1)) <= MOST_OF_PCI
                && Durations.parse(lock.group(2)).compareTo(LONG) >= 0
                && (lock.group(3) == null || Durations.parse(lock.group(3)).compareTo(SHORTEST_OF_PCI) >= 0);
    }
}
