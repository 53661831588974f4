package io.github.ostiary.testing.probe;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import java.util.List;

/** A challenge whose answer is always the same. */
public class Riddle implements ChallengeVerifier {

    @Override
    public boolean isAnswered(CallContext call) {
        return !call.parameters("answer").isEmpty();
    }

    @Override
    public boolean verify(CallContext call) {
        return call.parameters("answer").equals(List.of("42"));
    }
}
