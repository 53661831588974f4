package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.LIST;
import static io.github.ostiary.config.ValueType.parsed;

import io.github.ostiary.rule.RuleKind;
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
    static final ConfigKey<Set<RuleKind>> BYPASS =
            ALLOW.key("bypass", parsed(AccessReader::bypass), "limit,concurrency");

    private AccessKeys() {}
}
