package io.github.ostiary.config;

import java.util.Optional;

/**
 * A key of a rule, taken apart; whether its rule and its last part are known is not said. Immutable.
 *
 * @param rule which rule; its name may be malformed
 * @param key the rest, such as {@code rate}
 */
record RuleKey(RuleName rule, String key) {

    /** Takes a key apart; empty unless it is {@code KIND.NAME.REST}. */
    static Optional<RuleKey> parse(String text) {
        String[] parts = text.split("\\.", 3);
        Optional<RuleVocabulary> kind = parts.length < 3 ? Optional.empty() : RuleVocabulary.byPrefix(parts[0]);
        return kind.isEmpty()
                ? Optional.empty()
                : Optional.of(new RuleKey(new RuleName(kind.get(), parts[1]), parts[2]));
    }

    /** What is known of it; empty if there is no such key. */
    Optional<ConfigKey<?>> declared() {
        return rule.kind().find(key);
    }

    @Override
    public String toString() {
        return rule.prefix() + key;
    }
}
