package io.github.ostiary.testing;

import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.Aftermath;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import io.github.ostiary.store.Step.Growth;
import java.util.ArrayList;
import java.util.List;

/** Builds ladders: what is not said is off. All times are seconds. */
public final class LockoutPolicies {

    private static final long SECOND = 1_000_000;

    private final List<Step> steps = new ArrayList<>();
    private boolean consecutive = true;
    private boolean distinct;
    private boolean extend;
    private double memory = 86_400;
    private int cap;
    private boolean exempts = true;
    private double exempt;
    private int unclear;
    private double settle = 30;
    private int challengeAttempts = 3;
    private double challengeLock = 300;

    public static LockoutPolicies policy() {
        return new LockoutPolicies();
    }

    public LockoutPolicies lock(int failures, double window, double duration) {
        return lock(failures, window, duration, 1, failures);
    }

    /** {@code lock DURATION xFACTOR rearm REARM}. */
    public LockoutPolicies lock(int failures, double window, double duration, double factor, int rearm) {
        return step(new Step(
                failures,
                micros(window),
                Action.LOCK,
                micros(duration),
                new Growth(factor, 0, Step.MAX_MICROS),
                rearm));
    }

    public LockoutPolicies delay(int failures, double window, double duration) {
        return step(new Step(failures, micros(window), Action.DELAY, micros(duration), Growth.NONE, failures));
    }

    public LockoutPolicies challenge(int failures, double window) {
        return step(new Step(failures, micros(window), Action.CHALLENGE, 0, Growth.NONE, failures));
    }

    public LockoutPolicies block(int failures, double window) {
        return step(new Step(failures, micros(window), Action.BLOCK, 0, Growth.NONE, failures));
    }

    public LockoutPolicies step(Step step) {
        steps.add(step);
        return this;
    }

    public LockoutPolicies consecutive(boolean value) {
        consecutive = value;
        return this;
    }

    public LockoutPolicies distinct(boolean value) {
        distinct = value;
        return this;
    }

    public LockoutPolicies extend(boolean value) {
        extend = value;
        return this;
    }

    public LockoutPolicies memory(double seconds) {
        memory = seconds;
        return this;
    }

    public LockoutPolicies cap(int value) {
        cap = value;
        return this;
    }

    public LockoutPolicies exempt(double seconds) {
        exempt = seconds;
        return this;
    }

    /** Networks are known for so long, and pass nothing but sieges. */
    public LockoutPolicies known(double seconds) {
        exempts = false;
        return exempt(seconds);
    }

    public LockoutPolicies unclear(int value) {
        unclear = value;
        return this;
    }

    public LockoutPolicies settle(double seconds) {
        settle = seconds;
        return this;
    }

    public LockoutPolicies wrong(int attempts, double lockSeconds) {
        challengeAttempts = attempts;
        challengeLock = lockSeconds;
        return this;
    }

    public LockoutPolicy named(String rule) {
        return new LockoutPolicy(
                rule,
                false,
                steps,
                distinct,
                cap,
                new Aftermath(
                        extend,
                        micros(memory),
                        new ChallengeTerms(challengeAttempts, micros(challengeLock)),
                        consecutive,
                        micros(exempt),
                        exempts && exempt > 0,
                        unclear),
                micros(settle));
    }

    /** A reservation of the key {@code k}. */
    public static AttemptClaim attempt(LockoutPolicy policy, String id, String value, String network) {
        return new AttemptClaim(policy, "k", id, Purpose.ATTEMPT, new Traits(value, network, ""), "K");
    }

    /** An attempt of somebody who writes the name in a way of his own. */
    public static AttemptClaim written(LockoutPolicy policy, String id, String network, String spelling) {
        return new AttemptClaim(policy, "k", id, Purpose.ATTEMPT, new Traits("", network, spelling), "K");
    }

    public static AttemptClaim answer(LockoutPolicy policy, String id) {
        return new AttemptClaim(policy, "k", id, Purpose.CHALLENGE, Traits.NONE, "K");
    }

    private static long micros(double seconds) {
        return Math.round(seconds * SECOND);
    }
}
