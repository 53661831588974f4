package io.github.ostiary.command;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;

/** The verifier of a guard that decides nothing. */
public final class NoVerifier implements ChallengeVerifier {

    @Override
    public boolean isAnswered(CallContext call) {
        return false;
    }

    @Override
    public boolean verify(CallContext call) {
        throw new UnsupportedOperationException("a command line verifies nothing");
    }
}
