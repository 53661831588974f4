package io.github.ostiary.explain;

import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * The step that a lock follows from. No store writes it down: it is the last that has fired and whose lock would be just
 * as long; or else wrong answers to challenges, if their lock would be.
 */
final class LockSteps {

    private LockSteps() {}

    /** Empty if none holds, none fits, or an operator has given a reason for it. */
    static Optional<String> of(LockoutPolicy policy, LockDetail seen) {
        Phase phase = seen.state().phase();
        if (phase == Phase.OPEN || !seen.state().reason().isEmpty()) {
            return Optional.empty();
        }
        List<Step> steps = policy.steps();
        String[] levels =
                seen.levels().isEmpty() ? new String[0] : seen.levels().split(" ");
        for (int i = Math.min(levels.length, steps.size()) - 1; i >= 0; i--) {
            int level = Integer.parseInt(levels[i]);
            if (level > 0 && fits(steps.get(i), level, seen)) {
                return Optional.of(text(steps.get(i)));
            }
        }
        return phase == Phase.LOCKED ? ofChallenge(policy, seen) : Optional.empty();
    }

    private static Optional<String> ofChallenge(LockoutPolicy policy, LockDetail seen) {
        ChallengeTerms challenge = policy.aftermath().challenge();
        boolean asks = policy.steps().stream().anyMatch(step -> step.action() == Action.CHALLENGE);
        return asks && length(seen) == challenge.lockMicros()
                ? Optional.of(challenge.attempts() + " wrong challenges lock " + written(challenge.lockMicros()))
                : Optional.empty();
    }

    /** The length of a lock that ends by itself, from its beginning to its end, µs. */
    private static long length(LockDetail seen) {
        return seen.ageMicros() + Durations.toMicros(seen.state().remaining().orElse(Duration.ZERO));
    }

    private static boolean fits(Step step, int level, LockDetail seen) {
        return switch (seen.state().phase()) {
            case BLOCKED -> step.action() == Action.BLOCK;
            case CHALLENGED -> step.action() == Action.CHALLENGE;
            default -> (step.action() == Action.LOCK || step.action() == Action.DELAY)
                    && step.duration(level) == length(seen);
        };
    }

    /** The text of a step, as in configuration. */
    static String text(Step step) {
        StringBuilder text = new StringBuilder(40)
                .append(step.failures())
                .append('/')
                .append(written(step.windowMicros()))
                .append(' ')
                .append(step.action().name().toLowerCase(Locale.ROOT));
        if (step.durationMicros() > 0) {
            text.append(' ').append(written(step.durationMicros()));
        }
        if (step.growth().factor() > 1) {
            double factor = step.growth().factor();
            text.append(" x").append(factor == Math.rint(factor) ? Long.toString((long) factor) : factor + "");
        }
        if (step.growth().byMicros() > 0) {
            text.append(" +").append(written(step.growth().byMicros()));
        }
        if (step.growth().maxMicros() < Step.MAX_MICROS) {
            text.append(" max ").append(written(step.growth().maxMicros()));
        }
        return step.action() == Action.LOCK && step.rearm() < step.failures()
                ? text.append(" rearm ").append(step.rearm()).toString()
                : text.toString();
    }

    private static String written(long micros) {
        Duration duration = Durations.ofMicros(micros);
        return Durations.format(duration);
    }
}
