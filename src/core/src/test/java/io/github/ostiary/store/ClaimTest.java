package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Quota;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What the three kinds of claims say of themselves. */
class ClaimTest {

    private static final Limit LIMIT = Limits.of(Algorithm.TOKEN_BUCKET, "10/1m");
    private static final LockoutPolicy POLICY =
            LockoutPolicies.policy().lock(3, 60, 60).named("login");

    private final Claim charge = new Charge(LIMIT, "bob", 2);
    private final Claim lease = new LeaseClaim(new ConcurrencyPolicy("one", "", 5, 30_000_000, false), "bob", "l1");
    private final Claim attempt = LockoutPolicies.attempt(POLICY, "a1", "", "");
    private final Claim answer = LockoutPolicies.answer(POLICY, "c1");

    @Test
    void permitsAreUsedUpAndAllElseIsHeld() {
        assertThat(List.of(charge, lease, attempt, answer))
                .extracting(Claim::isHeld)
                .containsExactly(false, true, true, true);
        assertThat(List.of(charge, lease, attempt, answer))
                .extracting(Claim::id)
                .containsExactly("", "l1", "a1", "c1");
    }

    @Test
    void onlyAttemptsAreSettled() {
        assertThat(List.of(charge, lease, attempt, answer))
                .extracting(Claim::needsSettling)
                .containsExactly(false, false, true, true);
        assertThat(List.of(charge, lease, attempt, answer))
                .extracting(Claim::answersChallenge)
                .containsExactly(false, false, false, true);
    }

    @Test
    void theKindsAreFoundAmongClaims() {
        assertThat(LeaseClaim.among(List.of(charge, lease, attempt))).hasSize(1);
        assertThat(LeaseClaim.isAmong(List.of(charge, lease, attempt))).isTrue();
        assertThat(LeaseClaim.isAmong(List.of(charge, attempt))).isFalse();
        assertThat(AttemptClaim.among(List.of(charge, attempt, lease, answer))).hasSize(2);
        assertThat(AttemptClaim.among(List.of(charge))).isEmpty();
    }

    @Test
    void whatIsHeldMeetsTheSameAskedAgain() {
        Claim again = new LeaseClaim(new ConcurrencyPolicy("one", "", 5, 30_000_000, false), "bob", "l2");
        Claim others = new LeaseClaim(new ConcurrencyPolicy("one", "", 5, 30_000_000, false), "eve", "l3");
        assertThat(again.isMetBy(lease)).isTrue();
        assertThat(others.isMetBy(lease)).isFalse();
        assertThat(charge.isMetBy(charge)).isFalse();
        assertThat(attempt.isMetBy(lease)).isFalse();
        assertThat(LockoutPolicies.attempt(POLICY, "a2", "", "").isMetBy(attempt))
                .isTrue();
        assertThat(LockoutPolicies.attempt(POLICY, "a2", "other", "").isMetBy(attempt))
                .isFalse();
    }

    @Test
    void repeatingChangesOnlyWhatCountsDenials() {
        Claim counting = new Charge(Limits.with(LIMIT, 0, true, false), "bob", 1);
        assertThat(List.of(charge, lease, attempt))
                .allSatisfy(claim -> assertThat(claim.repeated()).isSameAs(claim));
        assertThat(counting.repeated().countsDenied()).isFalse();
        assertThat(counting.repeated().counterId()).isEqualTo(counting.counterId());
    }

    @Test
    void aBucketThatFillsFromItsFirstUseNoticesDenials() {
        Limit empty = Limits.of(
                Algorithm.TOKEN_BUCKET,
                "10/1m",
                Tuning.of(Algorithm.TOKEN_BUCKET, LIMIT.rate()).withInitial(0));
        assertThat(new Charge(empty, "bob", 1).noticesDenials()).isTrue();
        assertThat(charge.noticesDenials()).isFalse();
    }

    @Test
    void aNodesShareIsOfRatesAndPermits() {
        assertThat(((Charge) charge.dividedBy(2)).limit().rate().permits()).isEqualTo(5);
        assertThat(((LeaseClaim) lease.dividedBy(2)).concurrency().permits()).isEqualTo(3);
        assertThat(attempt.dividedBy(2)).isSameAs(attempt);
    }

    @Test
    void whatExceedsOnlyAShareIsNotDeniedForEver() {
        Verdict never = new Verdict(false, 0, Verdict.NEVER, 0, 0, Verdict.NEVER);
        assertThat(charge.ofWholeLimit(never).retryMicros()).isEqualTo(60_000_000);
        assertThat(new Charge(LIMIT, "bob", 11).ofWholeLimit(never)).isEqualTo(never);
        assertThat(lease.ofWholeLimit(never)).isEqualTo(never);
    }

    @Test
    void aQuotaIsToldOfRatesAndOfWhatIsAtWork() {
        Verdict said = new Verdict(true, 99, 0, 3_000_000, 8, 1);
        assertThat(charge.quota(said)).satisfies(quota -> assertThat(quota.remaining())
                .as("no more than the limit")
                .isEqualTo(10));
        assertThat(lease.quota(said)).satisfies(quota -> {
            assertThat(quota.unit()).isEqualTo(Quota.QuotaUnit.CONCURRENT_REQUESTS);
            assertThat(quota.remaining()).isEqualTo(5);
        });
        assertThat(attempt.quota(said)).isNull();
    }

    @Test
    void anAnswerIsOfTheSameCallerAsTheAttempt() {
        AttemptClaim reserved = ((AttemptClaim) attempt).answer("c2");
        assertThat(reserved.answersChallenge()).isTrue();
        assertThat(reserved.counterId()).isEqualTo(attempt.counterId());
        assertThat(reserved.id()).isEqualTo("c2");
    }
}
