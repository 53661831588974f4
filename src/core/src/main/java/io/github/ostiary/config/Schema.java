package io.github.ostiary.config;

import io.github.ostiary.text.Nearest;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Tells what is wrong with a key that no catalogue knows. */
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
            Optional<RuleKey> ofRule = RuleKey.parse(key);
            if (ofRule.isPresent() && !RuleName.isName(ofRule.get().rule().name())) {
                RuleName rule = ofRule.get().rule();
                complaints.add(rule + ".*: '" + rule.name()
                        + "' is not a rule name; begin with a-z and go on with a-z 0-9 -, at most 40 characters");
            } else if (ofRule.isPresent() && ofRule.get().declared().isPresent()) {
                rules.add(ofRule.get().rule());
            } else if (ofRule.isPresent() || GlobalKeys.ALL.find(key).isEmpty()) {
                complaints.add(
                        "unknown key '" + key + "'" + problems.origin(key) + "; " + remedy(key, ofRule.isPresent()));
            }
        }
        for (String complaint : complaints) {
            problems.add(complaint);
        }
        return rules;
    }

    private static String remedy(String key, boolean ofRule) {
        String[] parts = key.split("\\.", 3);
        Optional<RuleVocabulary> kind = RuleVocabulary.byPrefix(parts[0]);
        if (kind.isPresent() && !ofRule) {
            return "keys of a rule are " + parts[0] + ".NAME.KEY, such as " + parts[0] + ".api.path";
        }
        Set<String> candidates =
                new TreeSet<>(ofRule ? Set.of() : GlobalKeys.ALL.known().keySet());
        if (parts.length < 3) {
            return meant(key, candidates);
        }
        if (kind.isPresent() && kind.get() != RuleVocabulary.SIGNIN) {
            if (SignInPart.byKey(parts[2]).isPresent()) {
                return "the rules of a sign-in are written under its name: signin." + parts[1] + "." + parts[2];
            }
            Optional<String> elsewhere = kind.get().keys().remedy(parts[2], parts[0] + "." + parts[1] + ".");
            if (elsewhere.isPresent()) {
                return elsewhere.get();
            }
        }
        for (RuleVocabulary possible : RuleVocabulary.values()) {
            if (kind.isEmpty() || kind.get() == possible) {
                String prefix = new RuleName(possible, parts[1]).prefix();
                possible.keys().known().keySet().forEach(last -> candidates.add(prefix + last));
            }
        }
        return meant(key, candidates);
    }

    private static String meant(String key, Set<String> candidates) {
        return "did you mean '" + Nearest.to(key, candidates).orElse("enabled") + "'?";
    }
}
