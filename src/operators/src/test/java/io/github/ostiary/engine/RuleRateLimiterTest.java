package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A limit that Java asks: what is counted, how long a caller waits, and how often the wait counts. */
class RuleRateLimiterTest extends SteppedGuard {

    private static final Key BOB = Key.principal("bob");
    private static final Key EVE = Key.principal("eve");
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final String[] RULES = {
        "limit.log.rate=2/10s",
        "limit.two.rate=2/10s, 5/1h",
        "limit.slots.rate=1/3s",
        "limit.slots.algorithm=leaky-bucket",
        "limit.counting.rate=2/10s",
        "limit.counting.countDenied=true",
        "limit.soft.rate=1/10s",
        "limit.soft.enforce=false",
        "limit.address.rate=1/10s",
        "limit.address.key=ip"
    };

    private long begun;

    @BeforeEach
    void begin() {
        given(RULES);
        begun = clock.now();
    }

    private RateLimiter limiter(String rule) {
        return engine.limiter(rule);
    }

    private Decision acquire(String rule, long permits, double seconds) {
        try {
            return limiter(rule).acquire(BOB, permits, Duration.ofMillis(Math.round(seconds * 1_000)));
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private void use(String rule) {
        assertThat(limiter(rule).tryAcquire(BOB, 2).allowed()).isTrue();
    }

    private double passed() {
        return (clock.now() - begun) / 1e6;
    }

    private void later(double seconds, Runnable work) {
        clock.after(Math.round(seconds * SECOND), work);
    }

    @Test
    void eachDecisionIsCountedOnceAndADenialHeard() {
        for (String rule : List.of("log", "two")) {
            use(rule);
            assertThat(limiter(rule).rule()).isEqualTo(rule);
            Decision denied = limiter(rule).tryAcquire(BOB);
            assertThat(denied.reason()).isEqualTo(Reason.RATE_LIMITED);
            assertThat(denied.retryAfter()).hasValue(Duration.ofSeconds(10));
            assertThat(figures("limit." + rule).allowed()).isEqualTo(1);
            assertThat(figures("limit." + rule).denied()).isEqualTo(Map.of(Reason.RATE_LIMITED, 1L));
        }
        engine.close();
        assertThat(heard).extracting(Event::kind).containsExactly(Kind.LIMITED, Kind.LIMITED);
    }

    @Test
    void aRuleThatOnlyReportsDeniesNothingAndShowsNoFigures() {
        for (int i = 0; i < 3; i++) {
            Decision decision = limiter("soft").tryAcquire(BOB);
            assertThat(decision.allowed()).isTrue();
            assertThat(decision.quotas()).isEmpty();
        }
        assertThat(figures("limit.soft").shadowed()).isEqualTo(2);
        engine.close();
        assertThat(heard).isEmpty();
    }

    /** As the filter counts them: an IPv6 address by its network. */
    @Test
    void anAddressIsCountedByItsNetwork() {
        assertThat(limiter("address").tryAcquire(Key.ip("2001:db8::1")).allowed())
                .isTrue();
        assertThat(limiter("address").tryAcquire(Key.ip("2001:db8::2")).allowed())
                .isFalse();
        assertThat(limiter("address").tryAcquire(Key.ip("2001:db9::2")).allowed())
                .isTrue();
    }

    @Test
    void lookingCostsNothingAndAChargeCountsWhateverIsLeft() {
        assertThat(limiter("log").peek(BOB).remaining()).hasValue(2);
        assertThat(limiter("log").charge(BOB, 3).remaining()).hasValue(0);
        assertThat(limiter("log").tryAcquire(BOB).allowed()).isFalse();
        limiter("log").reset(BOB);
        assertThat(limiter("log").charge(BOB, 1).remaining()).hasValue(1);
        limiter("log").credit(BOB, 1);
        assertThat(limiter("log").peek(BOB).remaining()).hasValue(2);
    }

    @Test
    void askingForNothingOrTooMuchIsAMistake() {
        for (long permits : new long[] {0, -1, 1_000_001}) {
            assertThatThrownBy(() -> limiter("log").tryAcquire(BOB, permits)).hasMessageContaining("1 to 1000000");
            assertThatThrownBy(() -> limiter("two").charge(BOB, permits)).hasMessageContaining("1 to 1000000");
            assertThatThrownBy(() -> limiter("log").credit(BOB, permits)).hasMessageContaining("1 to 1000000");
        }
        assertThat(limiter("log").tryAcquire(BOB, 1_000_000).permanent()).isTrue();
        for (Duration wait : List.of(Duration.ofNanos(-1), Duration.ofDays(1).plusNanos(1))) {
            assertThatThrownBy(() -> limiter("log").acquire(BOB, 1, wait)).hasMessageContaining("maxWait must be 0 to");
            assertThatThrownBy(() -> engine.limiter("log").acquire(BOB, 1, wait))
                    .isInstanceOf(IllegalArgumentException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"log", "two", "counting"})
    void whoeverMayWaitIsLetInWhenTheWindowHasPassed(String rule) {
        use(rule);
        assertThat(acquire(rule, 2, 10).allowed()).isTrue();
        assertThat(passed()).isEqualTo(10);
        assertThat(figures("limit." + rule).allowed()).isEqualTo(2);
        assertThat(figures("limit." + rule).deniedInAll()).isZero();
        assertThat(figures("limit." + rule).shadowed()).isZero();
        assertThat(books.figures().waiting().times().count()).isEqualTo(1);
        assertThat(books.figures().waiting().times().sum()).as("seconds").isEqualTo(10);
        assertThat(books.figures().waiting().times().bounds()).startsWith(0.0002);
    }

    @Test
    void whoeverWouldWaitTooLongIsDeniedAtOnce() {
        use("log");
        assertThat(acquire("log", 1, 9.999).reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(acquire("log", 3, 3_600).permanent()).isTrue();
        assertThat(acquire("log", 1, 0).allowed()).isFalse();
        assertThat(passed()).isZero();
        assertThat(figures("limit.log").deniedInAll()).isEqualTo(3);
        engine.close();
        assertThat(heard).hasSize(3);
    }

    @Test
    void whoeverWaitsIsWokenWhereRoomIsMade() {
        use("log");
        later(1.2, () -> limiter("log").reset(BOB));
        assertThat(acquire("log", 1, 60).allowed()).isTrue();
        assertThat(passed()).isEqualTo(1.2);
    }

    /** News that makes too little room is looked at, and costs nothing of what is left to wait. */
    @Test
    void newsOfTooLittleRoomLeavesTheRestOfTheWait() {
        use("log");
        later(0.1, () -> limiter("log").credit(BOB, 1));
        assertThat(acquire("log", 2, 10).allowed()).isTrue();
        assertThat(passed()).isEqualTo(10);
    }

    /** Others take what it waited for, and the next window is too far away. */
    @Test
    void theWaitEndsWithItsPatience() {
        use("log");
        later(10, () -> use("log"));
        assertThat(acquire("log", 1, 15).reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(passed()).isEqualTo(10);
        use("two");
        later(10, () -> use("two"));
        assertThat(acquire("two", 1, 20).allowed()).isTrue();
        assertThat(passed()).isEqualTo(30);
    }

    /** Where denied attempts count, a wait is one attempt, which counts when it ends. */
    @Test
    void aWaitCountsOnce() {
        use("counting");
        clock.pass(5 * SECOND);
        assertThat(acquire("counting", 1, 1).allowed()).isFalse();
        clock.pass(5 * SECOND);
        assertThat(limiter("counting").peek(BOB).remaining())
                .as("denied five seconds ago")
                .hasValue(1);
        clock.pass(5 * SECOND);
        use("counting");
        later(10, () -> use("counting"));
        assertThat(acquire("counting", 1, 15).allowed()).isFalse();
        clock.pass(10 * SECOND - 1);
        assertThat(limiter("counting").peek(BOB).remaining()).hasValue(0);
        clock.pass(1);
        assertThat(limiter("counting").peek(BOB).remaining())
                .as("all was at one time")
                .hasValue(2);
    }

    @Test
    void aSlotIsWaitedForOrDeniedAtOnce() {
        assertThat(acquire("slots", 1, 3).allowed()).isTrue();
        assertThat(passed()).isZero();
        assertThat(acquire("slots", 1, 3).allowed()).isTrue();
        assertThat(passed()).isEqualTo(3);
        assertThat(acquire("slots", 1, 2.999).reason()).isEqualTo(Reason.RATE_LIMITED);
        assertThat(passed()).isEqualTo(3);
        assertThat(figures("limit.slots").allowed()).isEqualTo(2);
        assertThat(figures("limit.slots").deniedInAll()).isEqualTo(1);
    }

    @Test
    void whoeverIsInterruptedGivesTheSlotBack() {
        assertThat(acquire("slots", 1, 3).allowed()).isTrue();
        later(1, () -> Thread.currentThread().interrupt());
        assertThatThrownBy(() -> limiter("slots").acquire(BOB, 1, MINUTE)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        clock.pass(2 * SECOND);
        assertThat(limiter("slots").tryAcquire(BOB).allowed()).isTrue();
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> limiter("log").acquire(BOB, 1, MINUTE)).isInstanceOf(InterruptedException.class);
        assertThat(Thread.interrupted()).isFalse();
        assertThat(limiter("log").peek(BOB).remaining()).hasValue(2);
    }

    /** One place to wait, which another has taken. */
    @ParameterizedTest
    @ValueSource(strings = {"log", "slots", "counting"})
    void whereNoPlaceIsLeftToWaitTheCallerIsBusy(String rule) throws InterruptedException {
        engine.close();
        given(1, RULES);
        int permits = rule.equals("slots") ? 1 : 2;
        limiter(rule).tryAcquire(BOB, permits);
        limiter(rule).tryAcquire(EVE, permits);
        List<Decision> eves = new ArrayList<>();
        later(1, () -> {
            try {
                eves.add(limiter(rule).acquire(EVE, 1, MINUTE));
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        assertThat(limiter(rule).acquire(BOB, 1, MINUTE).allowed()).isTrue();
        assertThat(eves).singleElement().satisfies(eve -> {
            assertThat(eve.reason()).isEqualTo(Reason.BUSY);
            assertThat(eve.retryAfter()).hasValue(Duration.ofSeconds(rule.equals("slots") ? 2 : 9));
            assertThat(eve.rule()).isEqualTo(rule);
        });
        assertThat(figures("limit." + rule).denied()).isEqualTo(Map.of(Reason.BUSY, 1L));
        assertThat(figures("limit." + rule).allowed()).isEqualTo(3);
        assertThat(limiter("counting").peek(EVE).remaining()).hasValue(rule.equals("counting") ? 1 : 2);
    }

    /** Of two who wait for one key the first is asked for; the second waits for its turn, or goes at once if that is too long. */
    @ParameterizedTest
    @ValueSource(strings = {"log", "counting"})
    void theSecondInAQueueWaitsForItsTurn(String rule) throws InterruptedException {
        use(rule);
        List<Decision> seconds = new ArrayList<>();
        for (double patience : new double[] {8.9, 9.0}) {
            later(1, () -> {
                double at = passed();
                seconds.add(acquire(rule, 1, patience));
                assertThat(passed() - at).isEqualTo(patience < 9 ? 0 : 9);
            });
        }
        assertThat(limiter(rule).acquire(BOB, 1, MINUTE).allowed()).isTrue();
        assertThat(seconds).extracting(Decision::reason).containsExactly(Reason.RATE_LIMITED, Reason.BUSY);
        assertThat(figures("limit." + rule).denied()).isEqualTo(Map.of(Reason.RATE_LIMITED, 1L, Reason.BUSY, 1L));
    }
}
