package io.github.ostiary.config;

import io.github.ostiary.text.Nearest;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Knows every key; tells what is wrong with one that it does not know. */
final class Schema {

    private Schema() {}

    /**
     * Checks keys that may declare rules.
     *
     * @param keys in full
     * @param problems one for each key that is unknown, one for each rule that cannot be
     * @return the rules they declare, in the keys' order
     */
    static Set<RuleName> declaredRules(Set<String> keys, Problems problems) {
        Set<RuleName> rules = new LinkedHashSet<>();
        Set<String> complaints = new LinkedHashSet<>();
        for (String key : keys) {
            Optional<RuleKey> ruleKey = RuleKey.parse(key);
            Optional<String> complaint = complaint(key, ruleKey);
            if (complaint.isPresent()) {
                complaints.add(complaint.get());
            } else if (ruleKey.isPresent()) {
                rules.add(ruleKey.get().rule());
            }
        }
        for (String complaint : complaints) {
            problems.add(complaint);
        }
        return rules;
    }

    private static Optional<String> complaint(String key, Optional<RuleKey> ruleKey) {
        if (ruleKey.isPresent() && !RuleName.isName(ruleKey.get().rule().name())) {
            return Optional.of(invalidName(ruleKey.get().rule()));
        }
        boolean known = ruleKey.isPresent()
                ? ruleKey.get().isKnown()
                : GlobalKeys.ALL.find(key).isPresent();
        return known ? Optional.empty() : Optional.of(unknown(key, ruleKey));
    }

    private static String invalidName(RuleName rule) {
        return rule + ".*: '" + rule.name() + "' is not a rule name; begin with one of a-z, go on with a-z 0-9 -,"
                + " at most 40 in all";
    }

    private static String unknown(String key, Optional<RuleKey> ruleKey) {
        String[] parts = key.split("\\.", 3);
        Optional<RuleVocabulary> kind = RuleVocabulary.byPrefix(parts[0]);
        if (kind.isPresent() && ruleKey.isEmpty()) {
            return "unknown key '" + key + "'; keys of a rule are " + parts[0] + ".NAME.KEY, such as " + parts[0]
                    + ".api.path";
        }
        boolean ofSignIn = parts.length == 3
                && parts[2].indexOf('.') >= 0
                && SignInPart.byWord(parts[2].substring(0, parts[2].indexOf('.')))
                        .isPresent();
        if (ofSignIn && kind.isPresent() && kind.get() != RuleVocabulary.SIGNIN) {
            return "unknown key '" + key + "'; the rules of a sign-in are written under its name: signin." + parts[1]
                    + "." + parts[2];
        }
        Optional<String> remedy = kind.filter(known -> parts.length == 3)
                .flatMap(known -> Synonyms.remedy(known, new RuleName(known, parts[1]).prefix(), parts[2]));
        if (remedy.isPresent()) {
            return "unknown key '" + key + "'; " + remedy.get();
        }
        Set<String> candidates = new TreeSet<>();
        if (ruleKey.isEmpty()) {
            candidates.addAll(GlobalKeys.ALL.known().keySet());
        }
        if (parts.length == 3) {
            for (RuleVocabulary possible : RuleVocabulary.values()) {
                if (kind.isEmpty() || kind.get() == possible) {
                    RuleName rule = new RuleName(possible, parts[1]);
                    possible.keys().forEach(last -> candidates.add(rule.prefix() + last));
                }
            }
        }
        return "unknown key '" + key + "'; did you mean '"
                + Nearest.to(key, candidates).orElse("enabled") + "'?";
    }
}
