package io.github.ostiary.fleet;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Reservation;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.fleet.Simulator.Fiber;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.TestCall;
import io.github.ostiary.text.Durations;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/** What callers and operators do, step by step, as an application and its edge would have them do it. */
final class Calls {

    /** Set while a fleet runs: verifiers are made by name. */
    private static volatile Simulator running;

    private static final CallOutcome.Answer SIGNED_IN = new CallOutcome.Answer() {
        @Override
        public boolean sessionRenewed() {
            return true;
        }
    };

    /** Takes its time, and knows one right answer. */
    public static final class Captcha implements ChallengeVerifier {

        @Override
        public boolean isAnswered(CallContext call) {
            return call.parameters("captcha").size() == 1;
        }

        @Override
        public boolean verify(CallContext call) throws Exception {
            Simulator simulator = running;
            simulator.sleepUntil(simulator.now() + 1_000 + simulator.random().nextInt(100_000));
            if (simulator.random().nextInt(12) == 0) {
                throw new IOException("the captcha service is down");
            }
            return call.parameters("captcha").get(0).equals("right");
        }
    }

    private final World world;
    private final Simulator simulator;

    Calls(World world) {
        this.world = world;
        this.simulator = world.simulator;
        running = simulator;
    }

    /** Does one step, on a fiber of the process it is about. */
    void make(Step step, World.Process process) {
        Seen seen = seen(step, process);
        try {
            switch (step.kind()) {
                case TAKE -> take(step, process.guard, seen);
                case SPEND -> spend(step, process, seen);
                case PEEK, CHARGE, CREDIT, RESET -> change(step, process.guard.limiter(step.rule()), seen);
                case RESERVE -> reserve(step, process.guard.limiter(step.rule()), seen);
                case HOLD -> hold(step, process.guard, seen);
                case SIGN_IN -> signIn(step, process.guard, seen);
                default -> operate(step, process.guard, seen);
            }
        } catch (IllegalStateException e) {
            seen.error = String.valueOf(e.getMessage());
            heard(seen);
        } catch (InterruptedException e) {
            seen.error = "interrupted";
            heard(seen);
        }
        boolean unused = Thread.interrupted();
    }

    private Seen seen(Step step, World.Process process) {
        Seen seen = new Seen(step, process.number, simulator.now());
        world.seen.add(seen);
        return seen;
    }

    private void heard(Seen seen) {
        if (seen.heard < 0) {
            seen.heard = simulator.now();
        }
    }

    private void heard(Seen seen, Decision decision) {
        heard(seen);
        seen.allowed = decision.allowed();
        seen.reason = decision.reason();
        seen.degraded = decision.degraded();
        seen.retryMicros = decision.retryAfter().map(Durations::toMicros).orElse(0L);
    }

    private void interruptAfter(long micros) {
        Fiber self = simulator.current();
        Runnable unused = simulator.at(simulator.now() + micros, self.machine, () -> simulator.interrupt(self));
    }

    private static Key key(String who) {
        return Key.principal(who);
    }

    private void take(Step step, Guard guard, Seen seen) throws InterruptedException {
        RateLimiter limiter = guard.limiter(step.rule());
        if (step.how() == 1) {
            interruptAfter(1 + step.micros() / 3);
        }
        Decision decision = step.micros() == 0
                ? limiter.tryAcquire(key(step.who()), step.amount())
                : limiter.acquire(key(step.who()), step.amount(), Durations.ofMicros(step.micros()));
        heard(seen, decision);
    }

    /** Each is a call of its own to who judges. Who is told when to come again is let in then. */
    private void spend(Step step, World.Process process, Seen seen) {
        world.seen.remove(seen);
        for (long i = 0; i < step.amount(); i++) {
            take(step, process, true);
        }
        Seen beyond = take(step, process, false);
        for (int i = 0; i < 2 && !beyond.allowed; i++) {
            simulator.sleepUntil(simulator.now() + beyond.retryMicros);
            beyond = take(step, process, true);
        }
    }

    private Seen take(Step step, World.Process process, boolean honest) {
        Seen one = seen(step.one(honest), process);
        heard(one, process.guard.limiter(step.rule()).tryAcquire(key(step.who())));
        return one;
    }

    private void change(Step step, RateLimiter limiter, Seen seen) {
        switch (step.kind()) {
            case PEEK -> heard(seen, limiter.peek(key(step.who())));
            case CHARGE -> heard(seen, limiter.charge(key(step.who()), step.amount()));
            case CREDIT -> limiter.credit(key(step.who()), step.amount());
            default -> limiter.reset(key(step.who()));
        }
        heard(seen);
    }

    /** Settled once, or twice, or never. */
    private void reserve(Step step, RateLimiter limiter, Seen seen) throws InterruptedException {
        Reservation reserved = limiter.reserve(key(step.who()), step.amount());
        heard(seen, reserved.decision());
        if (!seen.allowed || step.how() == 5) {
            return;
        }
        simulator.sleepUntil(simulator.now() + step.micros());
        seen.ends = simulator.now();
        reserved.settle(cost(step));
        seen.ended = simulator.now();
        if (step.how() == 4) {
            reserved.settle(step.amount());
            reserved.close();
        }
    }

    /** What a call comes to: mostly less than was reserved, at most half as much again. */
    static long cost(Step step) {
        return step.how() == 3 ? step.amount() * 3 / 2 : step.amount() / (step.how() == 2 ? 1 : 12);
    }

    private void hold(Step step, Guard guard, Seen seen) throws InterruptedException {
        TestCall call = new TestCall("GET", "/" + step.rule()).as(step.who());
        if (step.how() == Plan.LEAVES) {
            interruptAfter(1 + step.micros());
        }
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        if (step.amount() == 1) {
            admission.await();
        } else if (admission.isWaiting()) {
            admission.giveUp();
        }
        heard(seen, admission.decision());
        if (!seen.allowed) {
            return;
        }
        world.kept.add(admission);
        if (step.how() == 4) { // never returned: its call goes on
            return;
        }
        simulator.sleepUntil(simulator.now() + step.micros());
        seen.ends = simulator.now();
        if (step.how() == 5) {
            admission.unattended();
        }
        admission.end();
        seen.ended = simulator.now();
        world.kept.remove(admission);
    }

    static TestCall login(String rule, String user) {
        return new TestCall("POST", "/" + rule).param("user", user);
    }

    private void signIn(Step step, Guard guard, Seen seen) throws InterruptedException {
        TestCall call = login(step.rule(), step.who());
        if (step.rule().equals("captcha") && step.amount() > 0) {
            call.param("captcha", step.amount() == 1 ? "right" : "wrong");
        }
        if (step.how() == 4) {
            interruptAfter(1 + step.micros() / 50);
        }
        PendingAdmission admission = Entering.of(guard).enter(call, Position.FIRST);
        world.kept.add(admission);
        admission.await();
        heard(seen, admission.decision());
        if (seen.allowed) {
            simulator.sleepUntil(simulator.now() + step.micros());
            seen.ends = simulator.now();
            end(step.how(), admission, call);
            seen.ended = simulator.now();
        }
        world.kept.remove(admission);
    }

    /** How the application, or its caller, ends a sign-in. */
    private static void end(int how, PendingAdmission admission, CallContext call) {
        switch (how) {
            case 0 -> admission.end(outcome(302, SIGNED_IN, Optional.empty(), call));
            case 2 -> {
                admission.unattended();
                admission.leave();
            }
            case 3 -> admission.end(outcome(500, CallOutcome.Answer.NONE, Optional.empty(), call));
            case 5 -> {
                admission.answering(401);
                admission.settle(outcome(401, CallOutcome.Answer.NONE, Optional.empty(), call));
                admission.end(outcome(200, CallOutcome.Answer.NONE, Optional.empty(), call));
            }
            case 6 -> admission.end(outcome(200, CallOutcome.Answer.NONE, Optional.of(new IOException("gone")), call));
            default -> admission.end(outcome(401, CallOutcome.Answer.NONE, Optional.empty(), call));
        }
    }

    private static CallOutcome outcome(
            int status, CallOutcome.Answer answer, Optional<Throwable> thrown, CallContext call) {
        return new CallOutcome(OptionalInt.of(status), answer, thrown, thrown.isEmpty(), false, call);
    }

    private void operate(Step step, Guard guard, Seen seen) {
        switch (step.kind()) {
            case LOCK -> guard.lockouts(step.rule())
                    .lock(
                            guard.keyFor(step.rule(), login(step.rule(), step.who())),
                            Durations.ofMicros(step.micros()),
                            "by hand");
            case UNLOCK -> guard.lockouts(step.rule())
                    .unlock(guard.keyFor(step.rule(), login(step.rule(), step.who())));
            case OVERRIDE -> {
                Object unused = guard.rules()
                        .override(
                                step.rule().equals("moved") ? "limit.moved.rate" : "concurrency.work.lease",
                                step.rule().equals("moved")
                                        ? Oracle.MOVED.get(step.how()) + "/10s"
                                        : step.how() == 0 ? "1s" : "8s",
                                Duration.ofSeconds(Math.max(1, step.micros() / Plan.SECOND)),
                                "by hand");
            }
            default -> throw new IllegalStateException("no operator does " + step.kind());
        }
        seen.allowed = true;
        heard(seen);
    }
}
