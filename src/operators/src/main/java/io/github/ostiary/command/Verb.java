package io.github.ostiary.command;

import io.github.ostiary.text.Nearest;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** The commands there are. */
enum Verb {
    /** Lists locked callers. */
    LIST(1, 1, false, "no caller is locked by lockout.%s, under %s"),
    /** Unlocks a caller. */
    UNLOCK(2, 2, false, "no caller of that name is locked by lockout.%s, under %s; list shows all locked callers"),
    /** Locks a caller. */
    LOCK(3, 3, true, ""),
    /** Shows how a caller stands with the rules. */
    EXPLAIN(
            1,
            2,
            true,
            "no rule counts callers by that alone, and no lockout lists such a key; to give both, add --address"),
    /** Explains a denial. */
    REFERENCE(1, 1, false, "no such reference is known under %2$s, or it has expired"),
    /** Lists the overrides. */
    OVERRIDES(0, 0, true, "nothing is overridden"),
    /** Overrides a value for a while. */
    OVERRIDE(3, 3, true, ""),
    /** Ends an override. */
    RESTORE(1, 1, true, "that key is not overridden"),
    /** Shows the nodes and their decisions. */
    STATUS(
            0,
            1,
            false,
            "no node reports its figures under %2$s: nodes do where the application has the console or"
                    + " metrics switched on"),
    /** Exports the use of a limit by each caller. */
    EXPORT(1, 1, true, "no caller has used anything of limit.%s, under %s"),
    /** Compares the rules with standards. */
    COMPLY(0, 0, true, ""),
    /** Lists the changes. */
    AUDIT(0, 0, false, "nothing was changed under %2$s");

    private final int fewest;
    private final int most;
    private final boolean needsRules;
    private final String nothing;

    Verb(int fewest, int most, boolean needsRules, String nothing) {
        this.fewest = fewest;
        this.most = most;
        this.needsRules = needsRules;
        this.nothing = nothing;
    }

    /**
     * The command that was typed.
     *
     * @throws IllegalArgumentException if there is none of that name, it is about something else, or lacks the rules
     */
    static Verb of(Arguments arguments) {
        String typed = arguments.word(0);
        List<String> names = Arrays.stream(values()).map(Verb::typed).toList();
        if (!names.contains(typed)) {
            throw new IllegalArgumentException(
                    "there is no command '" + typed + "'" + Nearest.hint(typed, names, "; help lists them"));
        }
        Verb verb = values()[names.indexOf(typed)];
        int objects = arguments.words().size() - 1;
        if (objects < verb.fewest || objects > verb.most) {
            throw new IllegalArgumentException(
                    typed + " takes " + verb.fewest + (verb.most > verb.fewest ? " or " + verb.most : "")
                            + " words, not " + objects + "; help shows them");
        }
        if (verb.needsRules && arguments.option("config").isEmpty()) {
            throw new IllegalArgumentException(
                    typed + " needs the rules: --config /path/to/ostiary.properties, or to an"
                            + " application.properties of Spring Boot; where these are in YAML, ask its /actuator/ostiary"
                            + " (explain, uses, overrides, override)");
        }
        return verb;
    }

    private String typed() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The lockout it is about, if it is about one. */
    Optional<String> rule(Arguments arguments) {
        return this == LIST || this == UNLOCK ? Optional.of(arguments.word(1)) : Optional.empty();
    }

    /** Whether it fails where no caller matches. */
    boolean needsMatch() {
        return this == UNLOCK || this == RESTORE || this == REFERENCE;
    }

    /** The answer where there is nothing to tell, and where it was looked for: the place may be another. */
    String nothing(Arguments arguments) throws IOException {
        String rule = arguments.words().size() > 1 ? arguments.word(1) : "";
        String answer = nothing.formatted(rule, DistantGuard.prefix(arguments));
        return rule(arguments).isEmpty() || arguments.option("config").isPresent() ? answer : answer + unknown(rule);
    }

    /** Without the file any name is believed. */
    private static String unknown(String rule) {
        String parts = rule.indexOf('.') < 0
                ? ": " + String.join(", ", rule + ".password", rule + ".address", rule + ".account")
                        + " if it is a sign-in"
                : "";
        return ". Whether there is such a rule was not looked at: write --config, or check its name" + parts;
    }
}
