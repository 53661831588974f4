package com.example;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import java.util.List;

/** The verifier that README's configuration names. */
public final class Captcha implements ChallengeVerifier {

    @Override
    public boolean isAnswered(CallContext call) {
        return !call.parameters("captcha").isEmpty();
    }

    @Override
    public boolean verify(CallContext call) {
        return call.parameters("captcha").equals(List.of("right"));
    }
}
