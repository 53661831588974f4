package io.github.ostiary.config;

import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.text.Digest;
import java.util.List;
import java.util.Optional;

/** Reads {@code enforce=proved}: a lockout only reports until its signals have shown a success. */
final class ProofReader {

    private ProofReader() {}

    /**
     * The proof that a rule waits for.
     *
     * @param rule its keys
     * @return empty if it waits for nothing
     */
    static Optional<Proof> read(RuleName name, Section rule, RuleLedger ledger) {
        boolean waits = name.kind() == RuleVocabulary.LOCKOUT
                && rule.text(LockoutKeys.ENFORCE).filter(RuleKeys::isProved).isPresent();
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
}
