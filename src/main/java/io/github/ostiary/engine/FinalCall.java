package io.github.ostiary.engine;

import io.github.ostiary.Decision;

/**
 * A call that was decided for good, holds nothing and awaits nothing: most are, and nobody asks what led to it. Immutable.
 *
 * @param decision what the caller is told
 */
record FinalCall(Decision decision) implements GuardedCall {

    @Override
    public boolean isWaiting() {
        return false;
    }

    @Override
    public boolean holdsAnything() {
        return false;
    }
}
