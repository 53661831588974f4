package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.identity.AddressSet;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.rule.AccessRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;

/** Reads an {@code allow.NAME} or {@code block.NAME} rule. */
final class AccessReader {

    private static final Set<RuleKind> BYPASSED = EnumSet.of(RuleKind.LIMIT, RuleKind.CONCURRENCY);

    private AccessReader() {}

    /**
     * Reads it.
     *
     * @param block which of the two
     * @param name the rule's
     * @param rule its keys
     * @param context what it inherits
     * @return if there were problems, defaults stand in for what is wrong
     */
    static AccessRule read(boolean block, String name, Section rule, RuleContext context) {
        check(rule, block);
        BasicsReader reader = new BasicsReader(
                new RuleName(block ? RuleVocabulary.BLOCK : RuleVocabulary.ALLOW, name),
                rule,
                List.of("/*"),
                Methods.ALL);
        List<String> ip = rule.list("ip");
        List<String> principals = rule.list("principal");
        Set<RuleKind> waived =
                block ? Set.of() : rule.read("bypass", AccessReader::bypass).orElse(BYPASSED);
        boolean shadow = block && reader.shadow(context.global());
        OptionalInt status = block ? reader.status() : OptionalInt.empty();
        Predicate<CallContext> condition = condition(
                        rule, "ip", ip, list -> AddressSet.parse(list).seenBy(context.client()))
                .and(condition(rule, "principal", principals, names -> Condition.principals(names, !block)));
        RuleBasics basics = block
                ? reader.read(shadow, status, stated -> stated, context.counts())
                : reader.readWaiver(context.counts());
        return new AccessRule(basics, block, condition, waived);
    }

    private static void check(Section rule, boolean block) {
        String kind = block ? "a block rule" : "an allow rule";
        rule.reject("key", kind + " counts nothing and has no key; remove it");
        rule.reject("onStoreFailure", kind + " asks no store; remove it");
        if (!block) {
            rule.reject("enforce", kind + " denies no caller, so there is nothing to shadow; remove it");
            rule.reject("status", kind + " denies no caller and answers nothing; remove it");
        }
        if (!rule.states("ip") && !rule.states("principal") && !rule.states("when")) {
            rule.problem(kind + " needs a condition; add " + rule.full("ip") + ", " + rule.full("principal") + " or "
                    + rule.full("when"));
        }
    }

    /** Every caller, where nothing is listed. */
    private static Predicate<CallContext> condition(
            Section rule, String key, List<String> listed, Function<String, Predicate<CallContext>> parser) {
        Optional<Predicate<CallContext>> condition =
                listed.isEmpty() ? Optional.empty() : rule.references().read(key, String.join(",", listed), parser);
        return condition.orElse(call -> true);
    }

    private static Set<RuleKind> bypass(String text) {
        Set<RuleKind> kinds = EnumSet.noneOf(RuleKind.class);
        for (String entry : Values.list(text)) {
            kinds.add(Arrays.stream(RuleKind.values())
                    .filter(kind -> kind.prefix().equals(entry))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no kind of rule '" + entry
                            + "' to bypass; write a list of limit, concurrency and lockout")));
        }
        return kinds;
    }
}
