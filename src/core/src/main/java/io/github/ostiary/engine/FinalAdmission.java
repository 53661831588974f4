package io.github.ostiary.engine;

import io.github.ostiary.Decision;

/**
 * A call that was decided for good, holds nothing and awaits nothing: most calls are, and their history is never read. Immutable.
 *
 * @param decision the answer to the caller
 */
record FinalAdmission(Decision decision) implements GuardedAdmission {}
