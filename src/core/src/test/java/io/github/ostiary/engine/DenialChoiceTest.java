package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
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

    @Test
    void ofDenialsThatAreAlikeTheFirstIsToldOf() {
        Claim other = new Charge(Limits.named(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "other"), "bob", 1);
        add(other, denied(Reason.RATE_LIMITED, 7));
        add(CHARGE, denied(Reason.RATE_LIMITED, 7));
        DenialChoice chosen = Objects.requireNonNull(choice);
        assertThat(policies(chosen.decision(false))).containsExactly("other");
        add(CHARGE, denied(Reason.RATE_LIMITED, 8));
        assertThat(policies(chosen.decision(false))).containsExactly("test");
    }

    private static List<String> policies(Decision decision) {
        return decision.quotas().stream().map(Quota::policy).toList();
    }

    @Test
    void theDenyingLimitsFiguresComeFirstAndTheOthersInTheirOrder() {
        add(CHARGE, denied(Reason.RATE_LIMITED, 7));
        Quota own = Objects.requireNonNull(CHARGE.quota(denied(Reason.RATE_LIMITED, 7)));
        Claim other = new Charge(Limits.named(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "other"), "bob", 1);
        Quota before = Objects.requireNonNull(other.quota(denied(Reason.RATE_LIMITED, 7)));
        DenialChoice chosen = Objects.requireNonNull(choice);
        assertThat(policies(chosen.decision(List.of(before, own), false))).containsExactly("test", "other");
        assertThat(policies(chosen.decision(List.of(own, before), false))).containsExactly("test", "other");
        assertThat(policies(chosen.decision(List.of(before), false))).containsExactly("other");
        assertThat(chosen).hasToString(chosen.quotas(chosen, chosen).toString());
    }

    @Test
    void aDenialKnowsItsCallerAndWhetherALockoutWasAsked() {
        Ask charge = new Ask(CHARGE, Rules.limit("test", List.of()), Key.of("bob"));
        Ask attempt = new Ask(ATTEMPT, Rules.limit("login", List.of()), Key.of("bob"));
        Verdict denied = denied(Reason.RATE_LIMITED, 7);
        DenialChoice alone = chosen(Decisions.of(charge, denied, false));
        assertThat(alone.hasAttempts()).isFalse();
        assertThat(chosen(Decisions.of(attempt, denied(Reason.LOCKED, 7), false))
                        .hasAttempts())
                .isTrue();
        DenialChoice both = chosen(Decisions.of(
                List.of(charge, attempt), TierAnswer.of(List.of(denied, denied(Reason.LOCKED, 7))), false));
        assertThat(both.hasAttempts()).isTrue();
        assertThat(both.caller()).isEqualTo(ATTEMPT.counterId());
        Claim second = new Charge(Limits.named(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "1"), "bob", 1);
        CounterId first = CounterId.of("test", "0", second.counterId().kind(), "bob");
        assertThat(new DenialChoice(second, denied).caller()).isEqualTo(first);
        assertThat(alone.caller()).isEqualTo(CHARGE.counterId());
    }

    private static DenialChoice chosen(Decision decision) {
        return Objects.requireNonNull(DenialChoice.of((Decision.Denied) decision));
    }
}
