package io.github.ostiary.config;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/** Reads an {@code allow.NAME} or {@code block.NAME} rule. */
final class AccessReader {

    private static final Set<String> BYPASSED = Set.of("limit", "concurrency");
    private static final Set<String> BYPASSABLE = Set.of("limit", "concurrency", "lockout");

    private AccessReader() {}

    /**
     * Reads it.
     *
     * @param kind which of the two
     * @param name the rule's
     * @param rule its keys
     * @param global what it inherits
     * @return if there were problems, defaults stand in for what is wrong
     */
    static AccessConfig read(AccessConfig.AccessKind kind, String name, Section rule, GlobalConfig global) {
        String kindName = kind == AccessConfig.AccessKind.ALLOW ? "an allow rule" : "a block rule";
        rule.reject("key", kindName + " counts nothing and has no key; remove it");
        rule.reject("onStoreFailure", kindName + " asks no store; remove it");
        if (kind == AccessConfig.AccessKind.ALLOW) {
            rule.reject("enforce", kindName + " refuses nobody, so there is nothing to shadow; remove it");
            rule.reject("status", kindName + " refuses nobody and answers nothing; remove it");
        }
        if (!rule.states("ip") && !rule.states("principal") && !rule.states("when")) {
            rule.problem(kindName + " needs a condition; add " + rule.full("ip") + ", " + rule.full("principal")
                    + " or " + rule.full("when"));
        }
        boolean block = kind == AccessConfig.AccessKind.BLOCK;
        return new AccessConfig(
                kind,
                name,
                MatchReader.read(rule, List.of("/*")),
                rule.list("ip"),
                rule.list("principal"),
                block ? Set.of() : rule.read("bypass", AccessReader::bypass).orElse(BYPASSED),
                !block || (rule.flag("enforce", true) && global.enforce()),
                block ? LimitReader.status(rule) : OptionalInt.empty());
    }

    private static Set<String> bypass(String text) {
        for (String entry : Values.list(text)) {
            if (!BYPASSABLE.contains(entry)) {
                throw new IllegalArgumentException("there is no kind of rule '" + entry
                        + "' to bypass; write a list of limit, concurrency and lockout");
            }
        }
        return new LinkedHashSet<>(Values.list(text));
    }
}
