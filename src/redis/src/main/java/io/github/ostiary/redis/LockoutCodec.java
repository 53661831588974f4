package io.github.ostiary.redis;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Verdict.Consequence;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The words {@code lockout.lua} understands and says; they are described there. */
final class LockoutCodec {

    private static final List<Reason> REASONS =
            List.of(Reason.LOCKED, Reason.CHALLENGE_REQUIRED, Reason.BLOCKED, Reason.BUSY);
    private static final List<Phase> PHASES = List.of(Phase.LOCKED, Phase.CHALLENGED, Phase.BLOCKED, Phase.OPEN);
    private static final int NEWS = 8;
    private static final int FOUND = 16;

    /** Those that are no news and found nothing before them, by their codes: nearly all. */
    private static final List<Consequence> USUAL =
            IntStream.range(0, REASONS.size()).mapToObj(LockoutCodec::read).toList();

    private LockoutCodec() {}

    static void add(AttemptClaim reservation, List<byte[]> arguments) {
        arguments.add(bytes(reservation.id()));
        String purpose =
                switch (reservation.purpose()) {
                    case ATTEMPT -> "A";
                    case ATTEMPT_IN_SIEGE -> "S";
                    case CHALLENGE -> "C";
                };
        arguments.add(bytes(reservation.endedAgoMicros() == 0 ? purpose : purpose + reservation.endedAgoMicros()));
        arguments.add(bytes(reservation.value()));
        arguments.add(bytes(reservation.network()));
        arguments.add(bytes(reservation.label()));
        arguments.add(bytes(reservation.spelling()));
    }

    static Consequence consequence(long code) {
        return code >= 0 && code < USUAL.size() ? USUAL.get((int) code) : read(code);
    }

    private static Consequence read(long code) {
        boolean news = code % FOUND >= NEWS;
        return new Consequence(REASONS.get((int) (code % NEWS)), news, 0, 0, 0, (int) (code / FOUND));
    }

    static LockState state(List<?> reply) {
        long left = (Long) reply.get(1);
        return new LockState(
                PHASES.get(((Long) reply.get(0)).intValue()),
                left < 0 ? Optional.empty() : Optional.of(Duration.of(left, ChronoUnit.MICROS)),
                ((Long) reply.get(2)).intValue(),
                ((Long) reply.get(3)).intValue(),
                ((Long) reply.get(4)).intValue(),
                text(reply.get(5)));
    }

    /** A state with all that came with it. */
    static LockDetail seen(List<?> reply) {
        return new LockDetail(
                state(reply), (Long) reply.get(7), (Long) reply.get(9), text(reply.get(8)), label(reply), (Long)
                        reply.get(10));
    }

    /** The label that came with a state. */
    static String label(List<?> reply) {
        return text(reply.get(6));
    }

    static void add(LockoutPolicy policy, StringBuilder word) {
        word.append(" -")
                .append(policy.aftermath().consecutive() ? "c" : "")
                .append(policy.distinct() ? "d" : "")
                .append(policy.aftermath().extendOnAttempt() ? "e" : "")
                .append(policy.shadow() ? "s" : "")
                .append(policy.aftermath().exempts() ? "x" : "");
        append(
                word,
                policy.aftermath().memoryMicros(),
                policy.cap(),
                policy.aftermath().exemptMicros(),
                policy.settleMicros());
        append(
                word,
                policy.aftermath().challenge().attempts(),
                policy.aftermath().challenge().lockMicros(),
                policy.aftermath().unclear());
        for (Step step : policy.steps()) {
            word.append(' ').append(step.action().name().charAt(0));
            append(word, step.failures(), step.windowMicros(), step.durationMicros());
            word.append(' ').append(step.growth().factor());
            append(word, step.growth().byMicros(), step.growth().maxMicros(), step.rearm());
        }
    }

    private static void append(StringBuilder word, long... figures) {
        for (long figure : figures) {
            word.append(' ').append(figure);
        }
    }

    private static String text(Object bulk) {
        return new String((byte[]) bulk, StandardCharsets.UTF_8);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
