package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A verifier that is looked for when it is first needed: beans begin to exist after the guard. Thread-safe. */
final class FoundVerifier implements ChallengeVerifier {

    private final Class<? extends ChallengeVerifier> type;
    private final Supplier<ChallengeVerifier> otherwise;
    private final ReentrantLock looking = new ReentrantLock();
    private volatile @Nullable ChallengeVerifier found;

    FoundVerifier(Class<? extends ChallengeVerifier> type, Supplier<ChallengeVerifier> otherwise) {
        this.type = type;
        this.otherwise = otherwise;
    }

    private ChallengeVerifier verifier() {
        ChallengeVerifier known = found;
        if (known != null) {
            return known;
        }
        looking.lock();
        try {
            known = found;
            if (known == null) {
                known = ApplicationBeans.bean(type, ChallengeVerifier.class).orElseGet(otherwise);
                found = known;
            }
            return known;
        } finally {
            looking.unlock();
        }
    }

    @Override
    public boolean isAnswered(CallContext call) {
        return verifier().isAnswered(call);
    }

    @Override
    public boolean verify(CallContext call) throws Exception {
        return verifier().verify(call);
    }
}
