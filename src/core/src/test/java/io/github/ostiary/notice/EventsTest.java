package io.github.ostiary.notice;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Who is told what happens, and whom it must not disturb. */
class EventsTest {

    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final Limit LIMIT = Limits.of(Algorithm.FIXED_WINDOW, "5/1m");
    private static final Verdict DENIED = new Verdict(false, 0, 9, 9, 0, 9);

    private final List<Event> heard = new CopyOnWriteArrayList<>();

    private static Ask ask(Claim claim) {
        return new Ask(claim, Rules.limit("test", List.of(LIMIT)), Key.of("bob"));
    }

    private static Verdict fired(Reason reason, long retryMicros) {
        return new Verdict(false, 0, retryMicros, 0, 0, retryMicros, new Consequence(reason, true));
    }

    private static Decision denial(Reason reason) {
        return Decision.deny(reason, "test", List.of(), null, false, false);
    }

    private void awaitEvents(int count) {
        Await.until(() -> heard.size() >= count, BOUND);
    }

    private static void awaitEnd(CountDownLatch release) {
        try {
            assertThat(release.await(20, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private List<Kind> kinds() {
        return heard.stream().map(Event::kind).toList();
    }

    @Test
    void whatADecisionBeganIsToldInOrderAndShadowsAreNot() {
        Claim attempt =
                LockoutPolicies.attempt(LockoutPolicies.policy().lock(3, 60, 60).named("login"), "a", "", "");
        List<Ask> asks = List.of(
                ask(new Charge(Limits.with(LIMIT, 0, false, true), "bob", 1)),
                ask(attempt),
                ask(attempt),
                ask(attempt),
                ask(new Charge(LIMIT, "bob", 1)));
        try (Events events = new Events(List.of(heard::add))) {
            TierAnswer answer = TierAnswer.of(List.of(
                    DENIED,
                    fired(Reason.LOCKED, 60_000_000),
                    fired(Reason.BLOCKED, Verdict.NEVER),
                    fired(Reason.CHALLENGE_REQUIRED, 0),
                    DENIED));
            events.asked(Operation.DECIDE, asks, answer);
            events.decided(Door.REQUEST, asks, answer, denial(Reason.LOCKED));
            awaitEvents(4);
            assertThat(kinds()).containsExactly(Kind.LOCKED, Kind.BLOCKED, Kind.CHALLENGED, Kind.LIMITED);
            assertThat(heard.get(0).duration()).contains(Duration.ofSeconds(60));
            assertThat(heard.get(1).duration()).isEmpty();
            assertThat(heard.get(3).key()).contains(Key.of("bob"));
        }
    }

    @Test
    void aLockThatHoldsAlreadyIsNoNews() {
        Verdict locked = new Verdict(false, 0, 9, 0, 0, 9, new Consequence(Reason.LOCKED, false));
        Ask attempt = ask(
                LockoutPolicies.attempt(LockoutPolicies.policy().lock(3, 60, 60).named("login"), "a", "", ""));
        try (Events events = new Events(List.of(heard::add))) {
            events.decidedAlone(
                    Door.REQUEST, attempt.rule(), attempt.key(), attempt.claim(), locked, denial(Reason.LOCKED));
            events.asked(Operation.DECIDE, List.of(attempt), TierAnswer.of(List.of(locked)));
            events.storeRecovered();
            awaitEvents(1);
            assertThat(kinds()).containsExactly(Kind.STORE_RECOVERED);
        }
    }

    /** Whoever causes events must not fill the log: the first failure is told. */
    @Test
    void oneThatFailsKeepsNobodyFromHearing() {
        GuardListener failing = event -> {
            throw new IllegalStateException("its own fault");
        };
        try (LogLines lines = LogLines.of(Events.class.getName());
                Events events = new Events(List.of(failing, heard::add))) {
            for (int i = 0; i < 10; i++) {
                events.storeDegraded();
            }
            awaitEvents(10);
            assertThat(lines.warnings()).hasSize(1);
        }
    }

    /** A thousand wait, whatever comes beyond is dropped, and both the first and the sum are logged. */
    @Test
    void noRequestWaitsForASlowOne() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        CountDownLatch busy = new CountDownLatch(1);
        GuardListener slow = event -> {
            busy.countDown();
            awaitEnd(release);
            heard.add(event);
        };
        try (LogLines lines = LogLines.of(Events.class.getName())) {
            try (Events events = new Events(List.of(slow))) {
                events.storeDegraded();
                assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
                for (int i = 0; i < 1_500; i++) {
                    events.storeDegraded();
                }
                assertThat(lines.warnings()).hasSize(1);
                release.countDown();
                awaitEvents(1_001);
                assertThat(heard).hasSize(1_001);
            }
            assertThat(lines.warnings()).hasSize(2).last().asString().contains("500");
        }
    }

    @Test
    void closedItTellsNoMore() {
        Events events = new Events(List.of(heard::add));
        events.storeDegraded();
        awaitEvents(1);
        events.close();
        events.storeRecovered();
        assertThat(kinds()).containsExactly(Kind.STORE_DEGRADED);
    }

    private Events busyWith(int events, CountDownLatch release) throws InterruptedException {
        CountDownLatch busy = new CountDownLatch(1);
        Events made = new Events(List.of(event -> {
            busy.countDown();
            awaitEnd(release);
            heard.add(event);
        }));
        for (int i = 0; i < events; i++) {
            made.storeDegraded();
        }
        assertThat(busy.await(60, TimeUnit.SECONDS)).isTrue();
        return made;
    }

    @Test
    void closedItTellsWhatWaited() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        Events events = busyWith(5, release);
        Thread closing = new Thread(events::close);
        closing.start();
        Await.until(() -> closing.getState() == Thread.State.TIMED_WAITING, BOUND);
        release.countDown();
        closing.join(BOUND.toMillis());
        assertThat(heard).hasSize(5);
    }

    @Test
    void oneThatHangsKeepsNobodyFromClosingAndIsSaidSo() throws InterruptedException {
        CountDownLatch release = new CountDownLatch(1);
        try (LogLines lines = LogLines.of(Events.class.getName())) {
            busyWith(5, release).close();
            assertThat(lines.warnings()).hasSize(1).first().asString().contains("missed 4 events");
        } finally {
            release.countDown();
        }
    }
}
