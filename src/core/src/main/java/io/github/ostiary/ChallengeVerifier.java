package io.github.ostiary;

/**
 * Checks answers to a challenge, such as a captcha. Named in {@code lockout.NAME.challenge.verifier}: a CDI bean of
 * that class, or else a class with a public constructor without parameters. Called by many threads.
 */
public interface ChallengeVerifier {

    /**
     * Whether the request carries an answer at all; then it is reserved as an attempt before it is verified. An answer to
     * a challenge that has expired is none.
     *
     * @param call the request
     * @return false if the answer is wrong: the caller gets the challenge again
     */
    boolean isAnswered(CallContext call);

    /**
     * Whether the answer is right. Asked once per request, however many lockouts want to know. An answer must not be right
     * twice.
     *
     * @param call the request, which {@link #isAnswered}
     * @return true if so; false counts as a wrong one
     * @throws Exception if it cannot say: then the answer is not counted, and a challenge is still required
     */
    boolean verify(CallContext call) throws Exception;
}
