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

    /**
     * The key that a file would have to set a key of a part: what all parts share is written once.
     *
     * @param key in full, such as {@code signin.main.account.path}
     */
    static String written(String key) {
        String[] parts = key.split("\\.", 3);
        if (!parts[0].equals(RuleVocabulary.SIGNIN.prefix()) || parts.length < 3) {
            return key;
        }
        Optional<SignInPart> part = SignInPart.byKey(parts[2]);
        if (part.isEmpty()) {
            return key;
        }
        String ofRule = parts[2].substring(part.get().word().length() + 1);
        boolean typed = ofRule.equals(RuleKeys.KEY.name()) || ofRule.equals(LockoutKeys.DISTINCT.name());
        boolean captcha = ofRule.equals(LockoutKeys.CHALLENGE_VERIFIER.name());
        String shared = typed ? SignInKeys.NAME.name() : captcha ? SignInKeys.CAPTCHA.name() : ofRule;
        return SignInKeys.ALL.find(shared).isPresent() ? parts[0] + "." + parts[1] + "." + shared : key;
    }

    /** The declared key; empty if there is no such key. */
    Optional<ConfigKey<?>> declared() {
        return rule.kind().find(key);
    }

    @Override
    public String toString() {
        return rule.prefix() + key;
    }
}
