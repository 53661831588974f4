package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;

import io.github.ostiary.text.Nearest;
import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/** The keys that operators may change for a while: those that neither change who is counted nor what only a start can give. */
public final class RunTimeKeys {

    private RunTimeKeys() {}

    static boolean isGlobal(String key) {
        return GlobalKeys.ALL
                .find(key)
                .filter(known -> known.isChangedBy(OVERRIDE))
                .isPresent();
    }

    /**
     * The reason why a key cannot be changed for a while, whatever its value.
     *
     * @param key in full
     * @param rules those there are, such as {@code limit.api}
     * @return empty if it may be changed
     */
    public static Optional<String> complaint(String key, Collection<String> rules) {
        if (isGlobal(key)) {
            return Optional.empty();
        }
        Optional<RuleKey> parsed = RuleKey.parse(key);
        if (parsed.isEmpty()) {
            return Optional.of(
                    "cannot be overridden at run time; only keys of a rule can, such as limit.NAME.rate, and "
                            + GlobalKeys.ENFORCE.name() + "; change the file");
        }
        String rule = parsed.get().rule().toString();
        if (rules.stream().noneMatch(known -> isOf(known, parsed.get().rule()))) {
            return Optional.of(
                    "there is no rule " + rule + Nearest.hint(rule, rules, "; an override cannot declare one"));
        }
        Optional<ConfigKey<?>> known = parsed.get().declared();
        if (known.isEmpty()) {
            Set<String> keys = parsed.get().rule().kind().keys().known().keySet();
            return Optional.of("is no key of a rule; did you mean '"
                    + parsed.get().rule().prefix()
                    + Nearest.to(parsed.get().key(), keys).orElse("enforce") + "'?");
        }
        return known.filter(declared -> !declared.isChangedBy(OVERRIDE))
                .map(fixed ->
                        "cannot be overridden at run time: " + fixed.terms().fixed() + "; change the file");
    }

    /** A sign-in is there as long as one of its rules is. */
    private static boolean isOf(String known, RuleName rule) {
        return rule.kind() == RuleVocabulary.SIGNIN
                ? RuleName.prefixOf(known).startsWith(rule.prefix())
                : known.equals(rule.toString());
    }

    /**
     * Whether a rule reads another text under an operator's words.
     *
     * @param rule such as {@code limit.api}
     * @param keys those that are changed
     * @return false if it is the same
     */
    public static boolean reach(String rule, Collection<String> keys) {
        String shared = RuleName.sharedPrefixOf(rule);
        for (String key : keys) {
            if (isGlobal(key) || key.startsWith(shared)) {
                return true;
            }
        }
        return false;
    }
}
