package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Backend;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** What every store promises of leases. */
class LeaseContractTest {

    private static final long SECOND = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource();

    static Stream<Arguments> stores() {
        return Stream.of(Backend.LOCAL, Backend.REDIS).map(Arguments::of);
    }

    /** A store that is empty. */
    private Store open(Backend backend) {
        return backend.store(time, "leases:" + UUID.randomUUID());
    }

    private static ConcurrencyPolicy permits(int permits) {
        return new ConcurrencyPolicy("upload", "", permits, 10 * SECOND, false);
    }

    private static Verdict ask(Store store, Operation operation, ConcurrencyPolicy rule, String lease)
            throws StoreException {
        return Asked.ask(store, operation, List.of(new LeaseClaim(rule, "bob", lease)))
                .get(0);
    }

    private static boolean enters(Store store, ConcurrencyPolicy rule, String lease) throws StoreException {
        return ask(store, Operation.DECIDE, rule, lease).passed();
    }

    private static long held(Store store, ConcurrencyPolicy rule) throws StoreException {
        return rule.permits() - ask(store, Operation.PEEK, rule, "nobody").remaining();
    }

    private void after(String duration) {
        time.advance(Durations.parse(duration));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aLeaseEndsExactlyAtItsEnd(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            assertThat(ask(store, Operation.DECIDE, permits(1), "a"))
                    .isEqualTo(verdict(true, 0, 0, 10 * SECOND, 10 * SECOND));
            time.set(time.micros() + 10 * SECOND - 1);
            assertThat(ask(store, Operation.DECIDE, permits(1), "b")).isEqualTo(verdict(false, 0, 1, 1, 1));
            time.set(time.micros() + 1);
            assertThat(ask(store, Operation.PEEK, permits(1), "b")).isEqualTo(verdict(true, 1, 0, 0, Verdict.NEVER));
            assertThat(enters(store, permits(1), "b")).isTrue();
        }
    }

    private static Verdict verdict(boolean passed, long remaining, long retry, long reset, long change) {
        return new Verdict(
                passed, remaining, retry, reset, remaining, change, new Consequence(Reason.CONCURRENCY_LIMITED, false));
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aLateReleaseOrRenewalIsOfNobodys(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            enters(store, permits(1), "a");
            after("10s");
            assertThat(ask(store, Operation.RENEW, permits(1), "a").passed()).isFalse();
            assertThat(enters(store, permits(1), "b")).isTrue();
            for (Operation operation : List.of(Operation.RENEW, Operation.FAIL, Operation.SUCCEED, Operation.ABANDON)) {
                assertThat(ask(store, operation, permits(1), "a").passed()).isFalse();
                assertThat(enters(store, permits(1), "c"))
                        .as("after %s", operation)
                        .isFalse();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void anyWayToSettleReleases(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            for (Operation operation : List.of(Operation.FAIL, Operation.SUCCEED, Operation.ABANDON)) {
                assertThat(enters(store, permits(1), "a")).isTrue();
                assertThat(ask(store, operation, permits(1), "a").passed()).isTrue();
            }
            enters(store, permits(1), "b");
            Asked.reset(store, List.of(new LeaseClaim(permits(1), "bob", "nobody")));
            assertThat(ask(store, Operation.FAIL, permits(1), "b").passed()).isFalse();
            assertThat(enters(store, permits(1), "c")).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aRenewedLeaseBeginsAnew(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            enters(store, permits(2), "a");
            after("1s");
            enters(store, permits(2), "b");
            after("8s");
            assertThat(ask(store, Operation.RENEW, permits(2), "a"))
                    .isEqualTo(verdict(true, 0, 0, 10 * SECOND, 2 * SECOND));
            after("2s");
            assertThat(held(store, permits(2))).as("b has ended, a has not").isEqualTo(1);
            after("8s");
            assertThat(held(store, permits(2))).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void loweredPermitsBiteAtOnceAndRaisedOnesFreeAtOnce(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            for (String lease : List.of("a", "b", "c", "d")) {
                enters(store, permits(4), lease);
                after("1s");
            }
            assertThat(ask(store, Operation.DECIDE, permits(2), "e"))
                    .as("the third to end makes room")
                    .isEqualTo(verdict(false, 0, 8 * SECOND, 9 * SECOND, 8 * SECOND));
            assertThat(enters(store, permits(5), "e")).isTrue();
            after("8s");
            assertThat(held(store, permits(2))).as("at least").isEqualTo(2);
            assertThat(enters(store, permits(3), "f")).isTrue();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aShortenedLeaseGrantsNoHeldPermitAgain(Backend backend) throws StoreException {
        ConcurrencyPolicy shorter = new ConcurrencyPolicy("upload", "", 1, 2 * SECOND, false);
        try (Store store = open(backend)) {
            enters(store, permits(1), "a");
            after("3s");
            assertThat(ask(store, Operation.DECIDE, shorter, "b"))
                    .isEqualTo(verdict(false, 0, 7 * SECOND, 7 * SECOND, 7 * SECOND));
            assertThat(ask(store, Operation.FAIL, shorter, "a").passed()).isTrue();
            assertThat(ask(store, Operation.DECIDE, shorter, "b"))
                    .isEqualTo(verdict(true, 0, 0, 2 * SECOND, 2 * SECOND));
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aLengthenedLeaseLeavesWhatIsHeldItsEnd(Backend backend) throws StoreException {
        ConcurrencyPolicy longer = new ConcurrencyPolicy("upload", "", 2, 60 * SECOND, false);
        try (Store store = open(backend)) {
            enters(store, permits(2), "a");
            after("1s");
            assertThat(ask(store, Operation.DECIDE, longer, "b"))
                    .isEqualTo(verdict(true, 0, 0, 60 * SECOND, 9 * SECOND));
            after("9s");
            assertThat(held(store, longer)).isEqualTo(1);
            assertThat(enters(store, permits(2), "c")).isTrue();
            after("49s");
            assertThat(held(store, longer))
                    .as("the key outlives the shorter lease")
                    .isEqualTo(1);
            after("2s");
            assertThat(held(store, longer)).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aChargeAndAnEntryAreGrantedTogetherOrNotAtAll(Backend backend) throws StoreException {
        Limit limit = Limits.of(Algorithm.SLIDING_LOG, "2/1m");
        Charge charge = new Charge(limit, "bob", 1);
        try (Store store = open(backend)) {
            assertThat(Asked.decide(store, List.of(new LeaseClaim(permits(1), "bob", "a"), charge)))
                    .allMatch(Verdict::passed);
            List<Verdict> denied = Asked.decide(store, List.of(charge, new LeaseClaim(permits(1), "bob", "b")));
            assertThat(denied).extracting(Verdict::passed).containsExactly(true, false);
            assertThat(denied)
                    .extracting(Verdict::reason)
                    .containsExactly(Reason.RATE_LIMITED, Reason.CONCURRENCY_LIMITED);
            assertThat(Asked.peek(store, List.of(charge)).get(0).remaining())
                    .as("a refused entry spends no permit")
                    .isEqualTo(1);
            Asked.decide(store, List.of(charge));
            ask(store, Operation.FAIL, permits(1), "a");
            denied = Asked.decide(store, List.of(charge, new LeaseClaim(permits(1), "bob", "b")));
            assertThat(denied).extracting(Verdict::passed).containsExactly(false, true);
            assertThat(held(store, permits(1)))
                    .as("a refused charge takes no entry")
                    .isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void shadowsNeverDenyAndHoldOnlyWhatFits(Backend backend) throws StoreException {
        ConcurrencyPolicy shadow = new ConcurrencyPolicy("shadow", "", 1, 10 * SECOND, true);
        try (Store store = open(backend)) {
            for (String lease : List.of("a", "b", "c")) {
                List<Verdict> verdicts = Asked.decide(
                        store, List.of(new LeaseClaim(shadow, "bob", lease), new LeaseClaim(permits(5), "bob", lease)));
                assertThat(verdicts.get(0).passed()).isEqualTo(lease.equals("a"));
                assertThat(verdicts.get(1).passed()).isTrue();
            }
            assertThat(held(store, permits(5))).isEqualTo(3);
            assertThat(held(store, shadow)).isEqualTo(1);
            assertThat(ask(store, Operation.FAIL, shadow, "b").passed()).isFalse();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aSmallStepBackNeitherEndsNorKeepsALease(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            enters(store, permits(2), "a");
            time.advance(Duration.ofMillis(-500));
            assertThat(ask(store, Operation.DECIDE, permits(2), "b"))
                    .isEqualTo(verdict(true, 0, 0, 10 * SECOND, 10 * SECOND));
            assertThat(ask(store, Operation.DECIDE, permits(2), "c").retryMicros())
                    .isEqualTo(10 * SECOND);
            time.set(time.micros() + 10 * SECOND + 499_999);
            assertThat(held(store, permits(2))).isEqualTo(2);
            time.set(time.micros() + 1);
            assertThat(held(store, permits(2))).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("stores")
    void aLargeStepBackNeitherEndsNorKeepsALease(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            enters(store, permits(2), "a");
            after("4s");
            enters(store, permits(2), "b");
            time.advance(Duration.ofHours(-2));
            assertThat(ask(store, Operation.PEEK, permits(2), "c").retryMicros())
                    .isEqualTo(6 * SECOND);
            assertThat(ask(store, Operation.DECIDE, permits(2), "c").retryMicros())
                    .isEqualTo(6 * SECOND);
            after("3s");
            assertThat(ask(store, Operation.DECIDE, permits(2), "c").retryMicros())
                    .isEqualTo(3 * SECOND);
            assertThat(ask(store, Operation.RENEW, permits(2), "a").passed()).isTrue();
            after("7s");
            assertThat(held(store, permits(2))).as("a was renewed, b is over").isEqualTo(1);
            after("3s");
            assertThat(held(store, permits(2))).isZero();
        }
    }

    /** One glance at a clock that is put right again; a node's own is monotonic. */
    @ParameterizedTest
    @EnumSource(names = "REDIS")
    void lookingDuringAStepChangesNothing(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            enters(store, permits(1), "a");
            after("1s");
            time.advance(Duration.ofHours(-2));
            assertThat(held(store, permits(1))).isEqualTo(1);
            assertThat(ask(store, Operation.RENEW, permits(1), "nobody").passed())
                    .isFalse();
            assertThat(ask(store, Operation.FAIL, permits(1), "nobody").passed())
                    .isFalse();
            time.advance(Duration.ofHours(2));
            assertThat(ask(store, Operation.PEEK, permits(1), "b").retryMicros())
                    .isEqualTo(9 * SECOND);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void othersAreOthers(Backend backend) throws StoreException {
        try (Store store = open(backend)) {
            for (String who : List.of("bob", "eve")) {
                for (String rule : List.of("upload", "export")) {
                    ConcurrencyPolicy one = new ConcurrencyPolicy(rule, "", 1, 10 * SECOND, false);
                    LeaseClaim entry = new LeaseClaim(one, who, "same");
                    assertThat(Asked.decide(store, List.of(entry)).get(0).passed())
                            .isTrue();
                    assertThat(Asked.decide(store, List.of(entry)).get(0).passed())
                            .isFalse();
                }
            }
        }
    }
}
