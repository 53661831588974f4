package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.identity.AddressSet;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reads an {@code allow.NAME} or {@code block.NAME} rule. */
final class AccessReader {

    private AccessReader() {}

    /**
     * Reads it.
     *
     * @param name the rule's
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong
     */
    static AccessRule read(RuleName name, Section rule, RuleContext context) {
        boolean block = name.kind() == RuleVocabulary.BLOCK;
        check(rule, block);
        BasicsReader reader = new BasicsReader(name, rule, context, true, Methods.ALL);
        Set<RuleKind> waived = block ? Set.of() : rule.get(AccessKeys.BYPASS);
        Predicate<CallContext> condition = condition(
                        rule, AccessKeys.IP, list -> context.client().from(AddressSet.parse(list)))
                .and(condition(rule, AccessKeys.PRINCIPAL, names -> Condition.principals(names, !block)));
        boolean named = rule.states(AccessKeys.PRINCIPAL);
        RuleBasics basics = block ? reader.read(reader.shadow(), stated -> stated, named) : reader.readWaiver(named);
        return new AccessRule(basics, block, condition, waived);
    }

    private static void check(Section rule, boolean block) {
        String kind = block ? "a block rule" : "an allow rule";
        rule.reject(RuleKeys.KEY, kind + " counts nothing and has no key; remove it");
        rule.reject(RuleKeys.ON_STORE_FAILURE, kind + " asks no store; remove it");
        if (!block) {
            rule.reject(RuleKeys.ENFORCE, kind + " denies no caller, so there is nothing to shadow; remove it");
            rule.reject(RuleKeys.STATUS, kind + " denies no caller and answers nothing; remove it");
        }
        if (!rule.states(AccessKeys.IP) && !rule.states(AccessKeys.PRINCIPAL) && !rule.states(RuleKeys.WHEN)) {
            rule.problem(kind + " needs a condition; add " + rule.full(AccessKeys.IP) + ", "
                    + rule.full(AccessKeys.PRINCIPAL) + " or " + rule.full(RuleKeys.WHEN));
        }
    }

    /** Every caller, where nothing is listed. */
    private static Predicate<CallContext> condition(
            Section rule, ConfigKey<List<String>> key, Function<String, Predicate<CallContext>> parser) {
        return rule.find(key)
                .flatMap(listed -> rule.references().read(key, String.join(",", listed), parser))
                .orElse(call -> true);
    }
}
