package io.github.ostiary.store;

/**
 * The names of one limit. Immutable.
 *
 * @param rule the rule's name, {@code [a-z][a-z0-9-]{0,39}}
 * @param policy the name callers see in headers: the rule's, with a suffix where a rule has several limits
 * @param counter which of the rule's counters this is; distinct counters of one rule and identity never share state
 */
public record LimitId(String rule, String policy, String counter) {}
