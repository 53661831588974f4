package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What comes by the doors of a guard, and a listener that writes down all it is told. */
abstract class DoorSteps extends SteppedGuard {

    static final Key BOB = Key.of("bob");
    static final Duration MINUTE = Duration.ofMinutes(1);

    /** All that was told, in its order. */
    final List<String> told = new ArrayList<>();

    private final class Recorder implements DecisionListener {

        @Override
        public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
            told.add(door + " " + (decision.allowed() ? "allowed" : String.valueOf(decision.reason())));
        }

        @Override
        public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
            asks.forEach(ask -> told.add(ending + " " + ask.rule().full()));
        }

        @Override
        public void changed(GuardChange change) {
            told.add(change.act() + " " + change.subject());
        }
    }

    interface Visit {

        void to(DoorSteps guard) throws InterruptedException;
    }

    /** What happens to a guard of these rules, and all that is told of it. */
    record Walk(String name, List<String> lines, Visit visit, List<String> told) {

        static Walk of(String name, String lines, Visit visit, String... told) {
            return new Walk(name, Arrays.asList(lines.split(" ")), visit, List.of(told));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static final String LIMIT = "limit.a.path=/a limit.a.rate=1/1h limit.a.key=global";
    static final String TWO = LIMIT + " limit.b.path=/a limit.b.rate=2/1h limit.b.key=global";
    static final String TURNS = "concurrency.c.path=/c concurrency.c.permits=1 concurrency.c.wait=10s";
    static final String SLOTS =
            "limit.s.path=/s limit.s.algorithm=leaky-bucket limit.s.rate=1/3s limit.s.burst=1 limit.s.wait=20s";
    static final String LOGIN = "lockout.l.path=/login lockout.l.key=param:u lockout.l.steps=1/1h_lock_15m"
            + " lockout.l.failure=status:401 lockout.l.success=status:204";
    static final String CAPTCHA = "lockout.l.path=/login lockout.l.key=param:u"
            + " lockout.l.steps=1/1h_challenge,_9/1d_lock_15m lockout.l.failure=status:401 lockout.l.success=status:204"
            + " lockout.l.challenge.verifier=" + VERIFIER;

    final void times(int times, String path) {
        for (int i = 0; i < times; i++) {
            enter(path);
        }
    }

    final void named(String path, String... rules) {
        engine.enter(List.of(rules), get(path));
    }

    final void attempt(int status) {
        enter(login("bob")).end(answered(status, login("bob")));
    }

    final void answer(String answer) {
        enter(login("bob").param("captcha", answer)).end();
    }

    final void handedOut(String rule, int times) {
        RateLimiter limiter = engine.limiter(rule);
        for (int i = 0; i < times; i++) {
            limiter.tryAcquire(BOB);
        }
    }

    static TestCall foreign() {
        return login("bob").header("Sec-Fetch-Site", "cross-site");
    }

    final void onlyTheStandInAnswers() {
        engine.close();
        SharedStore store = sharedStore();
        store.away = true;
        engine = engine(tiers, 100, "limit.a.path=/a", "limit.a.rate=1/1h", "limit.a.key=global");
        told.clear();
    }

    /** Walks, and compares. */
    final void told(Walk walk) throws InterruptedException {
        watcher = new Recorder();
        given(walk.lines().stream().map(line -> line.replace("_", " ")).toArray(String[]::new));
        walk.visit().to(this);
        assertThat(told).isEqualTo(walk.told());
    }
}
