package io.github.ostiary.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.Reservation;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What begins something lags on its connection, is asked again on another, and has ended when it arrives: it does nothing. It lags for
 * longer than anybody waits, or is late only since its connection has ended.
 */
@Tag("slow")
@ExtendWith(Quiet.class)
class LateWordsTest {

    private static final Duration BOUND = Duration.ofSeconds(10);
    private static final Key BOB = Key.of("bob");

    private final RoughWay way = new RoughWay(RedisServer.shared().port(), "?");
    private Guard guard;

    @BeforeEach
    void begin() {
        guard = GuardBuilder.create()
                .redis(way.uri())
                .property("keyPrefix", "late:" + UUID.randomUUID())
                .property("redis.timeout", "500ms")
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "3/10m lock 15m")
                .property("lockout.login.consecutive", "false")
                .property("concurrency.job.permits", "1")
                .limit("tokens", "100/1h")
                .build();
        Key warm = Key.of("warm");
        try (Attempt attempt = guard.lockouts("login").begin(warm)) {
            attempt.succeeded();
        }
        guard.semaphores("job").tryEnter(warm).close();
    }

    @AfterEach
    void end() {
        guard.close();
        way.close();
    }

    /** Does something whose first word lags. */
    private void late(long millis, boolean cut, Runnable call) throws InterruptedException {
        long before = way.arrivedLate();
        way.becomeLate(Duration.ofMillis(millis));
        Thread cutting = new Thread(() -> {
            Await.until(() -> way.lagging() > 0, BOUND);
            way.cut();
        });
        if (cut) {
            cutting.start();
        }
        call.run();
        cutting.join();
        Await.until(() -> way.arrivedLate() > before, BOUND);
    }

    @ParameterizedTest(name = "late by {0} ms, cut: {1}")
    @CsvSource({"1200, false", "2500, false", "300, true", "1500, true"})
    void anAttemptThatEndedLeavesNothing(long millis, boolean cut) throws InterruptedException {
        late(millis, cut, () -> {
            try (Attempt attempt = guard.lockouts("login").begin(BOB)) {
                assertThat(attempt.allowed()).isTrue();
                attempt.succeeded();
            }
        });

        Await.until(() -> guard.lockouts("login").state(BOB).inFlight() == 0, Duration.ofSeconds(5));
        assertThat(guard.lockouts("login").state(BOB).failures()).isZero();
    }

    @ParameterizedTest(name = "late by {0} ms, cut: {1}")
    @CsvSource({"1200, false", "2500, false", "300, true", "1500, true"})
    void aLeaseThatEndedHoldsNothing(long millis, boolean cut) throws InterruptedException {
        late(millis, cut, () -> {
            try (Lease lease = guard.semaphores("job").tryEnter(BOB)) {
                assertThat(lease.granted()).isTrue();
            }
        });

        Await.until(
                () -> {
                    try (Lease next = guard.semaphores("job").tryEnter(BOB)) {
                        return next.granted();
                    }
                },
                Duration.ofSeconds(5));
    }

    @ParameterizedTest(name = "late by {0} ms, cut: {1}")
    @CsvSource({"1200, false", "2500, false", "300, true", "1500, true"})
    void aReservationThatEndedChargesNothing(long millis, boolean cut) throws InterruptedException {
        AtomicLong left = new AtomicLong();
        late(millis, cut, () -> {
            try (Reservation reservation = guard.limiter("tokens").reserve(BOB, 50)) {
                assertThat(reservation.allowed()).isTrue();
                left.set(
                        reservation.decision().degraded() ? 100 : 99); // what the stand-in lets in Redis never hears of
                reservation.settle(1);
            }
        });

        Await.until(() -> guard.limiter("tokens").peek(BOB).remaining().orElse(0) == left.get(), Duration.ofSeconds(5));
    }
}
