package io.github.ostiary.testing;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.LockoutPolicy.Aftermath;
import io.github.ostiary.store.LockoutPolicy.ChallengeTerms;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Step;
import io.github.ostiary.store.Step.Action;
import io.github.ostiary.store.Step.Growth;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Random ladders, and random events with a hostile clock. */
public final class LockoutTraces {

    private static final long SECOND = 1_000_000;
    private static final long DAY = 86_400 * SECOND;

    /** One event; {@code operation} is the name of a method of {@link LockoutBackend}. */
    public record Event(long micros, String operation, AttemptClaim reservation, Operation ending, long duration) {}

    private final Random random;
    private final int spellings;
    private final List<AttemptClaim> open = new ArrayList<>();
    private long wrongBy;
    private int ids;

    public LockoutTraces(Random random) {
        this(random, 12);
    }

    /** With so many ways to write the name. */
    public LockoutTraces(Random random, int spellings) {
        this.random = random;
        this.spellings = spellings;
    }

    public LockoutPolicy policy(String rule) {
        List<Step> steps = new ArrayList<>();
        int count = 1 + random.nextInt(4);
        int failures = 0;
        long window = 0;
        boolean large = random.nextInt(8) == 0;
        for (int i = 0; i < count; i++) {
            failures += 1 + random.nextInt(large ? 12 : 4);
            window += 1 + random.nextLong(random.nextBoolean() ? 20 * SECOND : 5 * SECOND);
            steps.add(step(failures, window));
        }
        boolean extend = random.nextInt(3) == 0;
        long memory = random.nextLong(200 * SECOND);
        boolean consecutive = random.nextBoolean();
        boolean distinct = random.nextInt(3) == 0;
        int cap = random.nextInt(4) == 0 ? 1 + random.nextInt(20) : 0;
        ChallengeTerms challenge = new ChallengeTerms(
                1 + random.nextInt(4), random.nextInt(4) == 0 ? 0 : 1 + random.nextLong(60 * SECOND));
        long exempt = random.nextInt(3) == 0 ? 1 + random.nextLong(300 * SECOND) : 0;
        long settle = 1 + random.nextLong(10 * SECOND);
        Aftermath aftermath =
                new Aftermath(extend, memory, challenge, consecutive, exempt, random.nextInt(3) > 0, random.nextInt(4));
        return new LockoutPolicy(rule, false, steps, distinct, cap, aftermath, settle);
    }

    private Step step(int failures, long window) {
        int dice = random.nextInt(20);
        Action action = dice < 6 ? Action.CHALLENGE : dice < 11 ? Action.DELAY : dice < 19 ? Action.LOCK : Action.BLOCK;
        boolean lasts = action == Action.DELAY || action == Action.LOCK;
        long duration = lasts ? 1 + random.nextLong(random.nextInt(9) == 0 ? 40_000 * DAY : 30 * SECOND) : 0;
        int growth = random.nextInt(3);
        double factor = growth == 1 ? 1 + random.nextInt(30) / 10.0 : 1;
        long step = growth == 2 ? 1 + random.nextLong(random.nextInt(5) == 0 ? 10_000 * DAY : 10 * SECOND) : 0;
        long most = random.nextBoolean() ? Step.MAX_MICROS : duration + random.nextLong(100 * SECOND);
        int rearm = action == Action.LOCK && random.nextBoolean() ? 1 + random.nextInt(failures) : failures;
        return new Step(failures, window, action, duration, new Growth(factor, step, most), rearm);
    }

    public void tick(ManualTimeSource time, LockoutPolicy policy) {
        long window = policy.steps().get(random.nextInt(policy.steps().size())).windowMicros();
        long duration =
                policy.steps().get(random.nextInt(policy.steps().size())).durationMicros();
        long step =
                switch (random.nextInt(20)) {
                    case 0, 1, 2, 3 -> 0;
                    case 4 -> -random.nextLong(900_000);
                    case 5 -> goesWrong();
                    case 6 -> random.nextInt(20) == 0 ? random.nextLong(800 * DAY) : isPutRight();
                    case 7 -> random.nextInt(4) == 0 ? window : window / 7;
                    case 8 -> random.nextInt(4) == 0 ? policy.settleMicros() : 1;
                    case 9 -> random.nextInt(4) == 0 && duration < DAY ? duration : 1;
                    case 10 -> random.nextInt(20) == 0 ? policy.aftermath().memoryMicros() : 1;
                    case 11 -> random.nextLong(40 * SECOND);
                    default -> random.nextLong(SECOND / 2);
                };
        time.set(Math.max(1_000 * DAY, Math.min(time.micros() + step, 60_000 * DAY)));
    }

    private long goesWrong() {
        long step = random.nextInt(3) > 0 ? 0 : random.nextLong(random.nextInt(5) == 0 ? DAY : 100 * SECOND);
        wrongBy += step;
        return -step;
    }

    private long isPutRight() {
        long step = random.nextInt(3) == 0 ? wrongBy / 2 : wrongBy;
        wrongBy -= step;
        return step;
    }

    public Event event(ManualTimeSource time, LockoutPolicy policy) {
        int dice = random.nextInt(200);
        if (dice < 80) {
            AttemptClaim made = reservation(policy, random.nextInt(50) == 0 && ids > 0 ? ids : ++ids);
            open.add(made);
            if (open.size() > 12) {
                open.remove(0);
            }
            return new Event(time.micros(), "begin", made, Operation.FAIL, 0);
        }
        if (dice < 165 && !open.isEmpty()) {
            AttemptClaim ended = open.get(random.nextInt(open.size()));
            if (random.nextInt(10) > 0) {
                open.remove(ended);
            }
            Operation ending =
                    switch (random.nextInt(14)) {
                        case 0, 1 -> Operation.SUCCEED;
                        case 2 -> Operation.ABANDON;
                        case 3, 4, 5 -> Operation.UNCLEAR;
                        default -> Operation.FAIL;
                    };
            long ago = random.nextInt(3) > 0 ? 0 : random.nextLong(10 * SECOND);
            return new Event(time.micros(), "settle", ended.endedAgo(ago), ending, 0);
        }
        AttemptClaim other = reservation(policy, ++ids);
        if (dice < 195) {
            return new Event(
                    time.micros(), dice < 180 ? "leave" : dice < 192 ? "peek" : "admit", other, Operation.FAIL, 0);
        }
        long duration = random.nextInt(4) == 0 ? Verdict.NEVER : random.nextLong(100 * SECOND);
        String operation = dice < 197 ? "lock" : dice < 198 ? "restore" : "unlock";
        if (operation.equals("unlock")) {
            duration = random.nextBoolean() ? 0 : random.nextLong(10 * SECOND);
        }
        return new Event(time.micros(), operation, other, Operation.FAIL, duration);
    }

    /** The model does not know values that were tried under several spellings, nor more of these than are kept. */
    private boolean plain(LockoutPolicy policy) {
        return spellings < 8 && policy.distinct();
    }

    private AttemptClaim reservation(LockoutPolicy policy, int id) {
        Purpose attempt = random.nextInt(6) == 0 ? Purpose.ATTEMPT_IN_SIEGE : Purpose.ATTEMPT;
        Purpose purpose = random.nextInt(4) == 0 ? Purpose.CHALLENGE : attempt;
        String value = policy.distinct() ? "v" + random.nextInt(9) : "";
        String spelling = plain(policy) || random.nextInt(3) == 0 ? "" : "s" + random.nextInt(spellings);
        String network = policy.aftermath().exemptMicros() > 0 && random.nextInt(5) > 0 ? "n" + random.nextInt(3) : "";
        return new AttemptClaim(policy, "k", "id" + id, purpose, new Traits(value, network, spelling), "the key");
    }
}
