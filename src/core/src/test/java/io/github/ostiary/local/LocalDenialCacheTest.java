package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.Rate;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What caches must not say, though each answer they rest on was right when it was given. */
class LocalDenialCacheTest {

    private static final long SECOND = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final Store store = NeverIdle.store(time);
    private final LocalDenialCache front = new LocalDenialCache(1_000, time);

    private static Charge one(String rate) {
        return new Charge(
                new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse(rate), 0, false, false),
                "bob",
                1);
    }

    private boolean denied(Charge charge) {
        return front.denial(charge, time.micros(), SECOND).isPresent();
    }

    private void ask(Charge charge) throws StoreException {
        long sent = time.micros();
        Verdict verdict = Asked.decide(store, List.of(charge)).get(0);
        front.learn(charge, verdict, verdict.passed(), sent, time.micros());
    }

    @Test
    void aResetOnAnotherNodeIsBelievedWhenTheStoreTellsOfIt() throws StoreException {
        Charge charge = one("10/1h");
        for (int i = 0; i < 10; i++) {
            ask(charge);
        }
        Asked.reset(store, List.of(charge));
        time.advance(Duration.ofSeconds(2));
        for (int i = 0; i < 10; i++) {
            assertThat(denied(charge)).as("permit %d after the reset", i).isFalse();
            ask(charge);
        }
        assertThat(denied(charge)).isTrue();
    }

    /** It was asked before the reset, and is heard after it. */
    @Test
    void anAnswerFromBeforeAResetByThisNodeDeniesNothing() throws StoreException {
        Charge charge = one("1/1h");
        ask(charge);
        long sent = time.micros();
        Verdict denied = Asked.decide(store, List.of(charge)).get(0);
        time.advance(Duration.ofMillis(1));
        Asked.reset(store, List.of(charge));
        front.forget(charge);
        time.advance(Duration.ofMillis(1));
        front.learn(charge, denied, false, sent, time.micros());
        assertThat(denied(charge)).isFalse();
    }

    /** The store's answer shows no contradiction then: it counts ten, and so does a bucket that holds ten. */
    @Test
    void aBucketOwesNoMoreThanItHolds() throws StoreException {
        Charge all = new Charge(one("10/10s").limit(), "bob", 10);
        ask(all);
        Asked.reset(store, List.of(all));
        ask(all);
        time.advance(Duration.ofMillis(9_500));
        ask(one("10/10s"));
        time.advance(Duration.ofMillis(600));
        assertThat(denied(one("10/10s"))).as("all ten have left").isFalse();
    }

    private static Verdict said(boolean passed, long remaining, long micros) {
        return new Verdict(passed, remaining, passed ? 0 : micros, micros, remaining, micros);
    }

    @Test
    void aDenialIsProofForLessThanASecond() {
        Charge charge = one("1/1h");
        long sent = time.micros();
        front.learn(charge, said(false, 0, 3_600 * SECOND), false, sent, sent);
        assertThat(front.exhausted(charge)).isTrue();
        assertThat(front.exhausted(new Charge(charge.limit(), "eve", 1))).isFalse();
        assertThat(front.denial(charge, sent + SECOND - 1, SECOND)).isPresent();
        assertThat(front.denial(charge, sent + SECOND, SECOND)).isEmpty();
        assertThat(front.held()).isEqualTo(2);
    }

    @Test
    void itEndsWhenThereIsRoomAgain() {
        Charge charge = one("1/1h");
        long sent = time.micros();
        front.learn(charge, said(false, 0, SECOND / 2), false, sent, sent);
        assertThat(front.denial(charge, sent + SECOND / 2 - 1, SECOND)).isPresent();
        assertThat(front.denial(charge, sent + SECOND / 2, SECOND)).isEmpty();
    }

    /** A denial that counts must be asked for each time; a shadow denies nobody. */
    @Test
    void whatCountsDeniedCallsAndWhatOnlyReportsIsAlwaysAsked() {
        for (boolean counts : new boolean[] {true, false}) {
            Charge charge = new Charge(Limits.with(one("1/1h").limit(), 0, counts, !counts), "bob", 1);
            front.learn(charge, said(false, 0, SECOND), false, time.micros(), time.micros());
            assertThat(denied(charge)).isFalse();
        }
    }

    @Test
    void anOlderAnswerChangesNothingAndANewerOneThatLetsInEndsADenial() {
        Charge charge = one("1/1h");
        long now = time.micros();
        front.learn(charge, said(false, 0, 3_600 * SECOND), false, now, now);
        front.learn(charge, said(true, 1, 0), false, now - 1, now);
        assertThat(denied(charge)).isTrue();
        front.learn(charge, said(true, 1, 0), false, now + 1, now + 1);
        assertThat(denied(charge)).isFalse();
        front.learn(charge, said(false, 0, 3_600 * SECOND), false, now, now + 2);
        assertThat(denied(charge)).as("asked before").isFalse();
    }

    @Test
    void onlyWhatWasCommittedIsKnownToBeUsed() {
        Charge three = new Charge(one("10/1h").limit(), "bob", 3);
        long now = time.micros();
        assertThat(front.known(three, now)).isZero();
        front.learn(three, said(true, 7, 3_600 * SECOND), true, now, now);
        assertThat(front.known(three, now)).isEqualTo(3);
        front.learn(three, said(true, 7, 3_600 * SECOND), false, now, now);
        assertThat(front.known(three, now)).isEqualTo(3);
        assertThat(front.known(new Charge(three.limit(), "eve", 1), now)).isZero();
        front.forget(three);
        assertThat(front.known(three, now)).isZero();
    }

    @Test
    void aLockIsKnownUntilItIsOpenedForgottenOrSeenToBeOver() {
        LockoutPolicy policy = LockoutPolicies.policy().lock(3, 60, 60).named("login");
        AttemptClaim attempt = LockoutPolicies.attempt(policy, "a", "", "");
        LockId place = new LockId(policy, attempt.identity());
        LockDetail over = new LockDetail(new LockState(Phase.OPEN, Optional.empty(), 0, 0, 0, ""), 0, 0, "", "", 0);
        Verdict locked = new Verdict(
                false, 0, 60 * SECOND, 0, 0, 60 * SECOND, new Verdict.Consequence(Decision.Reason.LOCKED, false));
        List<Runnable> ends = List.of(
                () -> front.opened(attempt),
                () -> front.forget(attempt),
                () -> front.confirm(List.of(place), List.of(Optional.of(over)), time.micros(), time.micros()));
        for (Runnable end : ends) {
            assertThat(front.exhausted(attempt)).isFalse();
            front.learn(attempt, locked, false, time.micros(), time.micros());
            assertThat(front.exhausted(attempt)).isTrue();
            assertThat(front.denial(attempt, time.micros(), SECOND)).isPresent();
            assertThat(front.lock(attempt, time.micros())).isPresent();
            assertThat(front.locks(time.micros(), time.micros())).hasSize(1);
            assertThat(front.locks(time.micros(), time.micros() + 1)).isEmpty();
            end.run();
            assertThat(front.denial(attempt, time.micros(), SECOND)).isEmpty();
            assertThat(front.locks(time.micros(), 0)).isEmpty();
            time.advance(Duration.ofMillis(1));
        }
    }

    @Test
    void ofPermitsNothingIsKnown() {
        LeaseClaim lease = new LeaseClaim(new ConcurrencyPolicy("r", "0", 1, SECOND, false), "bob", "a");
        front.learn(lease, said(false, 0, SECOND), false, time.micros(), time.micros());
        assertThat(front.exhausted(lease)).isFalse();
        assertThat(front.denial(lease, time.micros(), SECOND)).isEmpty();
    }

    @Test
    void callersOfDifferentPlansWhoShareAnIdentityAreNotMistakenForEachOther() throws StoreException {
        Charge free = one("2/1h");
        Charge pro = one("100/1h");
        ask(free);
        ask(free);
        ask(free);
        assertThat(denied(free)).isTrue();
        assertThat(denied(pro)).as("98 are left at this rate").isFalse();
        ask(pro);
        assertThat(denied(pro)).isFalse();
    }

    @Test
    void aChargeThatMayWaitIsDeniedAfterADenialOfAsLongAWaitOnly() throws StoreException {
        Limit limit =
                new Limit(new LimitId("r", "r", "0"), Algorithm.LEAKY_BUCKET, Rate.parse("1/10s"), 0, false, false);
        ask(new Charge(limit, "bob", 1));
        ask(new Charge(limit, "bob", 1));
        assertThat(denied(new Charge(limit, "bob", 1))).isTrue();
        assertThat(denied(new Charge(limit, "bob", 1, 20 * SECOND))).isFalse();
        ask(new Charge(limit, "bob", 1, 20 * SECOND));
        ask(new Charge(limit, "bob", 1, 12 * SECOND));
        assertThat(denied(new Charge(limit, "bob", 1, 20 * SECOND))).isFalse();
        assertThat(denied(new Charge(limit, "bob", 1, 11 * SECOND))).isTrue();
        Charge same = new Charge(limit, "bob", 1, 12 * SECOND);
        assertThat(front.denial(same, time.micros(), SECOND).orElseThrow().retryMicros())
                .isEqualTo(8 * SECOND);
        assertThat(denied(new Charge(limit, "bob", 1))).isTrue();
    }

    @Test
    void aChargeThatExceedsTheLimitItselfIsDeniedWithoutAskingAgain() throws StoreException {
        Charge huge = new Charge(one("10/1h").limit(), "eve", 11);
        ask(huge);
        Verdict denial = front.denial(huge, time.micros(), SECOND).orElseThrow();
        assertThat(denial.retryMicros()).isEqualTo(Verdict.NEVER);
        assertThat(denial.remaining()).isEqualTo(10);
        assertThat(denied(new Charge(huge.limit(), "eve", 1))).isFalse();
    }

    /** No caller learns less than the store would say: where the figures do not follow, it is asked as often as is spared. */
    @Test
    void figuresThatDoNotFollowAreAskedForAsOftenAsIsSpared() throws StoreException {
        Charge three = new Charge(one("10/1h").limit(), "bob", 3);
        Charge nine = new Charge(three.limit(), "bob", 9);
        ask(three);
        ask(new Charge(three.limit(), "bob", 8));
        for (int question = 1; question <= 3; question++) {
            assertThat(denied(nine))
                    .as("question %d: two are spared, one is free", question)
                    .isFalse();
            ask(nine);
        }
        assertThat(denied(nine)).isTrue();
        Verdict later = front.denial(nine, time.micros(), SECOND).orElseThrow();
        assertThat(later.retryMicros()).as("never too early").isEqualTo(3_600 * SECOND);
        time.advance(Duration.ofSeconds(1));
        assertThat(front.denial(nine, time.micros(), 2 * SECOND))
                .as("one a second")
                .isEmpty();
        assertThat(front.denial(nine, time.micros(), Long.MAX_VALUE))
                .as("the store is away")
                .isPresent();
    }

    /** New callers push buckets out, never denials. */
    @Test
    void aDenialStaysHoweverManyOthersAreLetIn() throws StoreException {
        LocalDenialCache small = new LocalDenialCache(10, time);
        long now = time.micros();
        small.learn(one("1/1h"), said(false, 0, 3_600 * SECOND), false, now, now);
        Limit limit = one("5/1h").limit();
        for (int i = 0; i < 1_000; i++) {
            small.learn(new Charge(limit, "caller" + i, 1), said(true, 4, 0), true, now, now);
        }
        assertThat(small.denial(one("1/1h"), now, SECOND)).isPresent();
        Charge two = new Charge(one("1/1h").limit(), "bob", 1);
        assertThat(small.exhausted(two)).isTrue();
        assertThat(small.held()).isLessThanOrEqualTo(10 + 1);
    }

    @Test
    void anAnswerThatProvesNothingTakesNoRoom() {
        long now = time.micros();
        front.learn(one("10/1h"), said(true, 10, 0), false, now, now);
        assertThat(front.held()).as("nothing is used").isZero();
        front.learn(one("10/1h"), said(true, 9, 0), true, now, now);
        assertThat(front.held()).as("one is used, nine are left").isEqualTo(1);
        front.learn(one("10/1h"), said(false, 0, SECOND), false, now + 1, now + 1);
        assertThat(front.held()).isEqualTo(2);
        front.learn(one("10/1h"), said(true, 5, 0), true, now + 2, now + 2);
        assertThat(front.held()).as("there is room").isEqualTo(1);
    }

    /** Whatever is asked or heard brings the time by which others are forgotten. */
    @Test
    void whatIsOverIsForgottenWheneverAnythingIsAskedOrHeard() {
        LockoutPolicy policy = LockoutPolicies.policy().lock(3, 60, 60).named("login");
        AttemptClaim other = LockoutPolicies.attempt(policy, "a", "", "");
        List<Consumer<Long>> calls = List.of(
                now -> front.denial(other, now, SECOND),
                now -> front.learn(other, said(true, 1, 0), true, now, now),
                now -> front.lock(other, now),
                now -> front.confirm(List.of(), List.of(), now, now));
        for (Consumer<Long> call : calls) {
            long now = time.micros();
            front.learn(one("1/1h"), said(false, 0, SECOND), false, now, now);
            call.accept(now + 3 * SECOND - 1_000);
            assertThat(front.exhausted(one("1/1h"))).isTrue();
            call.accept(now + 3 * SECOND);
            assertThat(front.exhausted(one("1/1h"))).isFalse();
            time.advance(Duration.ofSeconds(10));
        }
    }
}
