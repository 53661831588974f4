package io.github.ostiary.operate;

import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
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
     */
    public record Judgement(String standard, String section, String asks, Standing standing, List<String> write) {

        /** Copies the list. */
        public Judgement {
            write = List.copyOf(write);
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
                        case NOT_MET -> NOT_MET + String.join(", ", write);
                    };
            return standard + " §" + section + ", " + asks + end;
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

    private static final String NOT_MET = ": not met: write ";

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
        List<RuleInForce> rules = api.rules();
        List<Judgement> lines = new ArrayList<>();
        for (Requirement each : Requirement.ALL) {
            if (chosen.isEmpty() || chosen.equals(each.option())) {
                lines.add(line(each, rules));
            }
        }
        return lines;
    }

    private static Judgement line(Requirement asked, List<RuleInForce> rules) {
        List<String> missing = asked.missing(rules);
        Standing standing = asked.isOutside() ? Standing.OUTSIDE : missing.isEmpty() ? Standing.MET : Standing.NOT_MET;
        return new Judgement(asked.standard(), asked.section(), asked.asks(), standing, missing);
    }
}
