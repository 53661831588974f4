package io.github.ostiary.rule;

import io.github.ostiary.Key;
import io.github.ostiary.store.Claim;

/**
 * A claim and where it comes from.
 *
 * @param claim what is asked of which counter
 * @param rule by which rule
 * @param key for whom
 */
public record Ask(Claim claim, Rule rule, Key key) {}
