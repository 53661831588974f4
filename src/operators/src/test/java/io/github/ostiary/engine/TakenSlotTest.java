package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.ThrowingSupplier;

/** Whoever waits for permits gets them when they come back, and sooner when that is made sooner. */
class TakenSlotTest extends SteppedGuard {

    private static final Key BOB = Key.ip("1.2.3.4");
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final String[] RULES = {
        "limit.bucket.rate=1/15s",
        "limit.bucket.algorithm=token-bucket",
        "limit.bucket.burst=1",
        "limit.bucket.path=/behind",
        "limit.bucket.wait=1m",
        "limit.two.rate=1/10s",
        "limit.two.algorithm=token-bucket",
        "limit.two.burst=2",
        "limit.window.rate=1/15s",
        "limit.window.algorithm=fixed-window",
        "limit.window.countDenied=true"
    };

    private RateLimiter limiter(String rule) {
        return engine.limiter(rule);
    }

    /** How long a call is held, s. */
    private double held(ThrowingSupplier<Decision> call, boolean allowed) throws Throwable {
        long begun = clock.now();
        assertThat(call.get().allowed()).isEqualTo(allowed);
        return (clock.now() - begun) / (double) SECOND;
    }

    private double acquire(String rule) throws Throwable {
        return held(() -> limiter(rule).acquire(BOB, 1, LONG), true);
    }

    private void takeAll(String rule, long permits) {
        assertThat(limiter(rule).tryAcquire(BOB, permits).allowed()).isTrue();
    }

    private void later(double seconds, Runnable change) {
        clock.after(Math.round(seconds * SECOND), change);
    }

    @Test
    void aSlotComesInItsTime() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        assertThat(acquire("bucket")).isEqualTo(15);
        assertThat(acquire("bucket")).isEqualTo(15);
        assertThat(held(() -> limiter("bucket").acquire(BOB, 1, Duration.ofSeconds(14)), false))
                .as("it would wait too long")
                .isZero();
        assertThat(figures("limit.bucket").allowed()).isEqualTo(3);
    }

    @Test
    void aRaisedRateBringsASlotForwardInProportion() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        later(1, () -> {
            for (int i = 0; i < 3; i++) {
                assertThat(enter("/behind").isWaiting()).isTrue();
            }
        });
        later(5, () -> limiter("bucket").updateRate("2/15s"));
        assertThat(acquire("bucket")).as("half of the ten seconds left").isEqualTo(10);
    }

    @Test
    void aLoweredRateLeavesASlotWhereItWas() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        later(5, () -> limiter("bucket").updateRate("1/30s"));
        assertThat(acquire("bucket")).isEqualTo(15);
    }

    @Test
    void aResetLetsThoseInWhoWait() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        later(3, () -> limiter("bucket").reset(BOB));
        assertThat(acquire("bucket")).isEqualTo(3);
    }

    @Test
    void aCreditBringsASlotForwardByWhatItGivesBack() throws Throwable {
        given(RULES);
        takeAll("two", 2);
        later(5, () -> limiter("two").credit(BOB, 1));
        assertThat(held(() -> limiter("two").acquire(BOB, 2, LONG), true)).isEqualTo(10);
    }

    @Test
    void aCreditOfAnotherKeyChangesNothing() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        later(3, () -> limiter("bucket").reset(Key.ip("1.2.3.5")));
        assertThat(acquire("bucket")).isEqualTo(15);
    }

    @Test
    void whatAnotherNodeGivesBackIsSeenWithinHalfASecond() throws Throwable {
        given(RULES);
        Engine other = engine(tiers, 100, RULES);
        takeAll("bucket", 1);
        later(3.2, () -> other.limiter("bucket").reset(BOB));
        assertThat(acquire("bucket")).isEqualTo(3.5);
        takeAll("window", 1);
        later(3.2, () -> other.limiter("window").reset(BOB));
        assertThat(acquire("window")).isEqualTo(3.5);
        other.close();
    }

    @Test
    void aWindowLetsThemInWhenItHasPassed() throws Throwable {
        given(RULES);
        takeAll("window", 1);
        assertThat(acquire("window")).isLessThanOrEqualTo(15);
        later(3, () -> limiter("window").reset(BOB));
        assertThat(acquire("window")).isEqualTo(3);
    }

    @Test
    void whoeverComesLaterWaitsBehindTheFirst() throws Throwable {
        given(RULES);
        takeAll("window", 1);
        double[] later = {-1, -1};
        later(1, () -> later[0] = behind(Duration.ofSeconds(2)));
        later(2, () -> later[1] = behind(Duration.ofSeconds(20)));
        acquire("window");
        assertThat(later[0]).as("too short a patience for any").isZero();
        assertThat(later[1]).as("not before the first").isEqualTo(20);
        assertThat(figures("limit.window").denied())
                .containsEntry(Reason.RATE_LIMITED, 1L)
                .containsEntry(Reason.BUSY, 1L);
    }

    /** One thread plays both: the first goes on only when the second has given up. */
    private double behind(Duration patience) {
        try {
            return held(() -> limiter("window").acquire(BOB, 1, patience), false);
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void withoutRoomToWaitTheSlotIsGivenBack() throws Throwable {
        given(0, RULES);
        takeAll("bucket", 1);
        assertThat(held(() -> limiter("bucket").acquire(BOB, 1, LONG), false)).isZero();
        assertThat(limiter("bucket").peek(BOB).retryAfter()).contains(Duration.ofSeconds(15));
    }

    @Test
    void aGuardThatClosesSendsThemHome() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        later(5, () -> engine.close());
        Decision[] said = new Decision[1];
        assertThat(held(() -> said[0] = limiter("bucket").acquire(BOB, 1, LONG), false))
                .isEqualTo(5);
        assertThat(said[0].reason()).isEqualTo(Reason.BUSY);
    }

    @Test
    void itIsCountedAmongThoseWhoWait() throws Throwable {
        given(RULES);
        takeAll("bucket", 1);
        int[] waiting = {-1};
        later(5, () -> waiting[0] = books.figures().waiting().now());
        acquire("bucket");
        assertThat(waiting[0]).isEqualTo(1);
        assertThat(books.figures().waiting().now()).isZero();
        assertThat(books.figures().waiting().times().sum()).isEqualTo(15);
    }
}
