package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Which of many denials a caller is told of. */
class DenialChoiceTest {

    private static final Claim CHARGE = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1);
    private static final Claim LEASE =
            new LeaseClaim(new ConcurrencyPolicy("reports", "0", 1, 1_000, false), "bob", "l");
    private static final Claim ATTEMPT =
            LockoutPolicies.attempt(LockoutPolicies.policy().lock(3, 60, 60).named("login"), "a", "", "");

    private @Nullable DenialChoice choice;

    private void add(Claim claim, Verdict said) {
        if (choice == null) {
            choice = new DenialChoice(claim, said);
        } else {
            choice.add(claim, said);
        }
    }

    private static Verdict denied(Reason reason, long retryMicros) {
        return new Verdict(false, 0, retryMicros, 0, 0, retryMicros, new Consequence(reason, false));
    }

    private Decision decision() {
        return Objects.requireNonNull(choice).decision(List.of(), false);
    }

    @Test
    void aLockoutIsToldBeforeALimitBeforeAConcurrencyAndTheLongestWaitOfAll() {
        add(LEASE, denied(Reason.CONCURRENCY_LIMITED, 1_000_000));
        add(CHARGE, denied(Reason.RATE_LIMITED, 9_000_000));
        assertThat(decision().reason()).isEqualTo(Reason.RATE_LIMITED);
        add(ATTEMPT, denied(Reason.LOCKED, 3_000_000));
        add(LEASE, denied(Reason.CONCURRENCY_LIMITED, 2_000_000));
        assertThat(decision().reason()).isEqualTo(Reason.LOCKED);
        assertThat(decision().rule()).isEqualTo("login");
        assertThat(decision().retryAfter()).contains(Duration.ofSeconds(9));
    }

    @Test
    void aBlockIsToldBeforeALockBeforeAChallengeBeforeOthersInFlight() {
        Reason[] hardestLast = {Reason.BUSY, Reason.CHALLENGE_REQUIRED, Reason.LOCKED, Reason.BLOCKED};
        for (Reason reason : hardestLast) {
            add(ATTEMPT, denied(reason, 1));
            assertThat(decision().reason()).isEqualTo(reason);
        }
        add(ATTEMPT, denied(Reason.LOCKED, 1_000));
        assertThat(decision().reason()).isEqualTo(Reason.BLOCKED);
    }

    @Test
    void aChallengeTakesNoTime() {
        add(ATTEMPT, denied(Reason.CHALLENGE_REQUIRED, 60_000_000));
        assertThat(decision().retryAfter()).isEmpty();
        add(CHARGE, denied(Reason.RATE_LIMITED, 5));
        assertThat(decision().reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(decision().retryAfter()).contains(Duration.ofNanos(5_000));
    }

    @Test
    void whatNeverPassesIsPermanentUnlessItIsHeld() {
        add(ATTEMPT, denied(Reason.BLOCKED, Verdict.NEVER));
        assertThat(decision().permanent()).as("somebody may unblock").isFalse();
        assertThat(decision().retryAfter()).isEmpty();
        add(CHARGE, denied(Reason.RATE_LIMITED, Verdict.NEVER));
        assertThat(decision().permanent()).isTrue();
    }

    @Test
    void nobodyIsToldToWaitForNoTime() {
        add(CHARGE, denied(Reason.RATE_LIMITED, 0));
        assertThat(decision().retryAfter()).isEqualTo(Optional.of(Duration.ofNanos(1_000)));
    }
}
