package io.github.ostiary.operate;

import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.text.WrittenName;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** The standing of the rules in force with what standards ask of sign-ins. Stateless. */
public final class Compliance {

    /** The three answers to a requirement. */
    public enum Standing {
        /** The rules in force meet it. */
        MET,
        /** A line is missing. */
        NOT_MET,
        /** No rule can meet it: the application must. */
        OUTSIDE
    }

    /**
     * The standing of the rules with one requirement. Immutable.
     *
     * @param standard such as {@code NIST SP 800-63B-4}
     * @param section its number there
     * @param asks what it asks, in our words
     * @param standing how the rules stand with it
     * @param write the lines that are missing; empty unless it is not met
     * @param takeAway the keys that are stated and undo it; empty unless it is not met
     */
    public record Judgement(
            String standard,
            String section,
            String asks,
            Standing standing,
            List<String> write,
            List<String> takeAway) {

        /** Copies the lists. */
        public Judgement {
            write = List.copyOf(write);
            takeAway = List.copyOf(takeAway);
        }

        /**
         * The line in words.
         *
         * @return such as {@code met  PCI DSS 4.0.1 §8.3.4  …}
         */
        public String text() {
            String end =
                    switch (standing) {
                        case MET -> ": met";
                        case OUTSIDE -> ": outside";
                        case NOT_MET -> NOT_MET + String.join("; ", remedies());
                    };
            return standard + " §" + section + ", " + asks + end;
        }

        private List<String> remedies() {
            List<String> remedies = new ArrayList<>();
            if (!takeAway.isEmpty()) {
                remedies.add("take away " + String.join(", ", takeAway));
            }
            if (!write.isEmpty()) {
                remedies.add("write " + String.join(", ", write));
            }
            return remedies;
        }

        /**
         * Whether a line in words says that something is missing.
         *
         * @param text what {@link #text} said
         * @return true if it is not met
         */
        public static boolean isNotMet(String text) {
            return text.contains(NOT_MET);
        }
    }

    private static final String ENFORCE = "enforce";
    private static final String NOT_MET = ": not met: ";

    private Compliance() {}

    /**
     * Judges the rules in force.
     *
     * @param api of a guard
     * @param standard {@code nist}, {@code pci}, {@code asvs} or {@code owasp}; empty for all
     * @return a line for each requirement, in the order of the page
     * @throws IllegalArgumentException if there is no such standard
     */
    public static List<Judgement> of(OperatorApi api, String standard) {
        Set<String> names = new LinkedHashSet<>();
        for (Requirement each : Requirement.ALL) {
            names.add(each.option());
        }
        String chosen = standard.toLowerCase(Locale.ROOT);
        if (!chosen.isEmpty() && !names.contains(chosen)) {
            throw new IllegalArgumentException(
                    "there is no standard '" + standard + "'; write one of " + String.join(", ", names));
        }
        boolean reporting = isReporting(api.settings());
        List<RuleInForce> rules = api.rules();
        if (reporting) {
            rules = rules.stream().map(Compliance::byItself).toList();
        }
        List<Judgement> lines = new ArrayList<>();
        for (Requirement each : Requirement.ALL) {
            if (chosen.isEmpty() || chosen.equals(each.option())) {
                lines.add(line(each, rules, reporting));
            }
        }
        return lines;
    }

    /** Whether all rules only report, whatever they say themselves. */
    private static boolean isReporting(List<SettingInForce> settings) {
        return settings.stream().anyMatch(each -> each.key().equals(ENFORCE) && isFalse(each));
    }

    private static boolean isFalse(SettingInForce setting) {
        return setting.value().equalsIgnoreCase("false");
    }

    /** A rule as it would be if not all of them only reported. */
    private static RuleInForce byItself(RuleInForce rule) {
        boolean shadow = rule.settings().stream().anyMatch(each -> each.key().endsWith("." + ENFORCE) && isFalse(each));
        return new RuleInForce(rule.kind(), rule.name(), rule.description(), shadow, rule.settings());
    }

    private static Judgement line(Requirement asked, List<RuleInForce> rules, boolean reporting) {
        Advice advice = asked.advice(rules);
        if (reporting && asked.needsRules()) {
            advice.takeAway().add(ENFORCE);
        }
        Standing standing = asked.isOutside() ? Standing.OUTSIDE : advice.isEmpty() ? Standing.MET : Standing.NOT_MET;
        return new Judgement(
                asked.standard(),
                asked.section(),
                asked.asks(),
                standing,
                List.copyOf(advice.write()),
                List.copyOf(advice.takeAway()));
    }

    /**
     * Names the rules that count failures and are not judged: only those of sign-ins are.
     *
     * @param api of a guard
     * @return a line in words; empty if there are none
     */
    public static Optional<String> notJudged(OperatorApi api) {
        List<String> others = api.rules().stream()
                .filter(rule -> rule.kind().equals("lockout") && !WrittenName.isOfSignIn(rule.name()))
                .map(RuleInForce::full)
                .toList();
        return others.isEmpty()
                ? Optional.empty()
                : Optional.of(String.join(", ", others) + ": not judged, as every lockout that is written by hand;"
                        + " write it as a sign-in, or compare its steps yourself");
    }
}
