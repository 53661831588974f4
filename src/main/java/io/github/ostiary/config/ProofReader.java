package io.github.ostiary.config;

import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.text.Digest;
import java.util.List;
import java.util.Optional;

/** Reads {@code enforce=proved}: a lockout only reports until its signals have shown a success. */
final class ProofReader {

    /** Whether a rule that knows no successes enforces. */
    static final ValueType<Boolean> ENFORCES =
            new ValueType<>(ValueType.FLAG.name(), ValueType.FLAG.bounds(), ProofReader::enforces);

    /** The words of a lockout's {@code enforce}. */
    enum Enforcement {
        TRUE,
        FALSE,
        PROVED
    }

    private ProofReader() {}

    /**
     * What a rule waits for.
     *
     * @param rule its keys
     * @return empty if it waits for nothing
     */
    static Optional<Proof> read(RuleName name, Section rule, RuleLedger ledger) {
        boolean waits = name.kind() == RuleVocabulary.LOCKOUT
                && rule.text(LockoutKeys.ENFORCE).filter(ProofReader::isProved).isPresent();
        if (!waits) {
            return Optional.empty();
        }
        List<ConfigKey<?>> deciding = List.of(
                LockoutKeys.LOGIN, RuleKeys.PATH, LockoutKeys.FAILURE, LockoutKeys.SUCCESS, LockoutKeys.NEUTRAL);
        String written = name.written();
        StringBuilder text = new StringBuilder(written);
        for (ConfigKey<?> key : deciding) {
            text.append('\n')
                    .append(key.name())
                    .append('=')
                    .append(rule.text(key).orElse(""));
        }
        return Optional.of(ledger.proof(Digest.of(text.toString()), written));
    }

    private static boolean isProved(String enforce) {
        return enforce.equalsIgnoreCase(Enforcement.PROVED.name());
    }

    private static boolean enforces(String text) {
        if (isProved(text)) {
            throw new IllegalArgumentException("must be true or false: only a lockout knows successes, and can wait for"
                    + " one to be proved; write proved for a lockout or a sign-in");
        }
        return ValueType.FLAG.parser().apply(text);
    }
}
