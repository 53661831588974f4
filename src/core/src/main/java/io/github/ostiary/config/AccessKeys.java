package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.LIST;
import static io.github.ostiary.config.ValueType.parsed;

import io.github.ostiary.rule.RuleKind;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The keys of {@code allow.NAME} and {@code block.NAME}. */
final class AccessKeys {

    static final ConfigKeys BLOCK = ConfigKeys.with(OVERRIDE, RuleKeys.ALL);

    /** The networks of callers. */
    static final ConfigKey<List<String>> IP = BLOCK.key("ip", LIST);

    /** The names of signed-in callers. */
    static final ConfigKey<List<String>> PRINCIPAL = BLOCK.key("principal", LIST);

    static final ConfigKeys ALLOW = ConfigKeys.with(OVERRIDE, BLOCK);

    /** The kinds of rules that are waived. */
    static final ConfigKey<Set<RuleKind>> BYPASS = ALLOW.key("bypass", parsed(AccessKeys::bypass), "limit,concurrency");

    private AccessKeys() {}

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
