package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.Change.OVERRIDE;

import io.github.ostiary.text.Nearest;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** The keys that operators may change for a while: those that neither change who is counted nor what only a start can give. */
public final class RunTimeKeys {

    private static final String COUNTED = "it decides who is counted, and counters would begin anew";
    private static final Map<String, String> FIXED = Map.of(
            "key",
            COUNTED,
            "when",
            "it may hold a secret, which would be kept in the store",
            "rate.by",
            COUNTED,
            "distinct",
            COUNTED,
            "algorithm",
            COUNTED,
            "login",
            "it decides which sign-ins are guarded",
            "position",
            "it decides which filters there are",
            "challenge.verifier",
            "it names a class",
            "captcha",
            "it names a class");
    private static final Set<String> OF_SIGN_IN = Set.of("name", "limit", "password", "address", "account");

    private RunTimeKeys() {}

    static boolean isGlobal(String key) {
        return GlobalKeys.ALL.find(key).filter(known -> known.changes(OVERRIDE)).isPresent();
    }

    /**
     * What is wrong with changing a key for a while, whatever its value.
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
            return Optional.of("there is no rule " + rule + Nearest.hint(rule, rules, "; an override declares none"));
        }
        if (!parsed.get().isKnown()) {
            Set<String> known = new TreeSet<>(parsed.get().rule().kind().keys());
            return Optional.of("is no key of a rule; did you mean '"
                    + parsed.get().rule().prefix()
                    + Nearest.to(parsed.get().key(), known).orElse("enforce") + "'?");
        }
        return Optional.ofNullable(fixed(parsed.get()))
                .map(why -> "cannot be overridden at run time: " + why + "; change the file");
    }

    /** A sign-in is there as long as one of its rules is. */
    private static boolean isOf(String known, RuleName rule) {
        return rule.kind() == RuleVocabulary.SIGNIN
                ? RuleName.prefixOf(known).startsWith(rule.prefix())
                : known.equals(rule.toString());
    }

    private static @Nullable String fixed(RuleKey key) {
        if (key.rule().kind() != RuleVocabulary.SIGNIN) {
            return FIXED.get(key.key());
        }
        if (OF_SIGN_IN.contains(key.key())) {
            return "it decides who is counted by which rules";
        }
        boolean ofPart = SignInPart.byWord(key.key().split("\\.", 2)[0]).isPresent();
        return FIXED.get(ofPart ? key.key().substring(key.key().indexOf('.') + 1) : key.key());
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
