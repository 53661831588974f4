package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.FailurePolicy;

/**
 * A charge, and what becomes of it when the store fails.
 *
 * @param charge what is asked of which counter
 * @param onStoreFailure the rule's policy
 */
record Ask(Charge charge, FailurePolicy onStoreFailure) {}
