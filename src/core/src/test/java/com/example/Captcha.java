package com.example;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;

/** The verifier of the README's rules: an answer is right if it says so. */
public final class Captcha implements ChallengeVerifier {

    @Override
    public boolean isAnswered(CallContext call) {
        return !call.parameters("captcha").isEmpty();
    }

    @Override
    public boolean verify(CallContext call) {
        return call.parameters("captcha").contains("right");
    }
}
