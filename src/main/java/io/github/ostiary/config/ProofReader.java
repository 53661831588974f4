package io.github.ostiary.config;

import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.text.Digest;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Reads {@code enforce=proved}: a lockout only reports until its signals have shown a success. */
final class ProofReader {

    private static final String PROVED = "proved";

    /** All that decides what a success is. */
    private static final List<String> SIGNALS = List.of("login", "path", "failure", "success", "neutral");

    private ProofReader() {}

    static boolean isStated(String enforce) {
        return enforce.toLowerCase(Locale.ROOT).equals(PROVED);
    }

    /**
     * What a rule waits for.
     *
     * @param values of the rule's keys, without its prefix
     * @return empty if it waits for nothing
     */
    static Optional<Proof> read(RuleName name, Function<String, Optional<String>> values, RuleLedger ledger) {
        boolean waits = name.kind() == RuleVocabulary.LOCKOUT
                && values.apply("enforce").filter(ProofReader::isStated).isPresent();
        if (!waits) {
            return Optional.empty();
        }
        String written = name.written();
        StringBuilder text = new StringBuilder(written);
        for (String key : SIGNALS) {
            text.append('\n').append(key).append('=').append(values.apply(key).orElse(""));
        }
        return Optional.of(ledger.proof(Digest.of(text.toString()), written));
    }

    /**
     * Reads {@code enforce} of any rule.
     *
     * @return whether it enforces, if it waits for no proof
     */
    static boolean enforces(RuleName name, String text) {
        boolean lockout = name.kind() == RuleVocabulary.LOCKOUT;
        if (isStated(text)) {
            if (!lockout) {
                throw new IllegalArgumentException(
                        "must be true or false: only a lockout knows successes, and can wait for"
                                + " one to be proved; write proved for a lockout or a sign-in");
            }
            return true;
        }
        try {
            return Values.flag(text);
        } catch (IllegalArgumentException e) {
            throw lockout ? new IllegalArgumentException("must be true, false or proved", e) : e;
        }
    }
}
