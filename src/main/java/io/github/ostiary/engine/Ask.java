package io.github.ostiary.engine;

import io.github.ostiary.Claim;
import io.github.ostiary.Key;

/**
 * A claim and where it comes from.
 *
 * @param claim what is asked of which counter
 * @param rule by which rule
 * @param key for whom
 */
record Ask(Claim claim, Rule rule, Key key) {}
