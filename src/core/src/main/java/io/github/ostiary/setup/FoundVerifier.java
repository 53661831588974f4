package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import java.util.function.Supplier;

/** A verifier that is looked for when it is first needed: beans begin to exist after the guard. Thread-safe. */
final class FoundVerifier implements ChallengeVerifier {

    private final FoundBean<ChallengeVerifier> verifier;

    FoundVerifier(
            ClassLoader application, Class<? extends ChallengeVerifier> type, Supplier<ChallengeVerifier> otherwise) {
        this.verifier = new FoundBean<>(application, type, ChallengeVerifier.class, otherwise);
    }

    @Override
    public boolean isAnswered(CallContext call) {
        return verifier.get().isAnswered(call);
    }

    @Override
    public boolean verify(CallContext call) throws Exception {
        return verifier.get().verify(call);
    }
}
