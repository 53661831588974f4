package io.github.ostiary.engine;

import io.github.ostiary.Claim;
import io.github.ostiary.FailurePolicy;

/**
 * A claim, and what becomes of it when the store fails.
 *
 * @param claim what is asked of which counter
 * @param onStoreFailure the rule's policy
 * @param waitMicros how long its caller may be held until others make room, µs
 */
record Ask(Claim claim, FailurePolicy onStoreFailure, long waitMicros) {}
