package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** What a node remembers of locks, and whom it may deny by that alone. */
class KnownLocksTest {

    private static final long SECOND = 1_000_000;
    private static final long LONG = 3_600 * SECOND;
    private static final LockoutPolicy POLICY =
            LockoutPolicies.policy().lock(3, 60, 60).named("login");
    private static final LockoutPolicy EXEMPTING =
            LockoutPolicies.policy().lock(3, 60, 60).exempt(86_400).named("login");

    private final ManualTimeSource time = new ManualTimeSource();
    private final long start = time.micros();
    private final KnownLocks locks = new KnownLocks(100, () -> time.micros() * 1_000);
    private final AttemptClaim attempt = LockoutPolicies.attempt(POLICY, "a", "", "");

    private static Verdict denied(Reason reason, long retryMicros) {
        return new Verdict(false, 0, retryMicros, 0, 0, retryMicros, new Consequence(reason, false));
    }

    private static Verdict passed() {
        return new Verdict(true, 1, 0, 0, 1, 0);
    }

    private void learn(AttemptClaim asked, Verdict said, long sentSeconds) {
        locks.learn(asked, said, true, start + sentSeconds * SECOND, start + sentSeconds * SECOND);
    }

    private Optional<Verdict> denial(AttemptClaim asked, long seconds) {
        return locks.denial(asked, start + seconds * SECOND, LONG);
    }

    private static LockDetail seen(Phase phase, Optional<Duration> remaining) {
        return new LockDetail(new LockState(phase, remaining, 0, 0, 0, "by hand"), 5, 5, "1", "K", 5);
    }

    @Test
    void aLockDeniesUntilItsEndAndIsRememberedTwoSecondsBeyond() {
        learn(attempt, denied(Reason.LOCKED, 60 * SECOND), 0);
        assertThat(denial(attempt, 20)).hasValueSatisfying(said -> {
            assertThat(said.reason()).isEqualTo(Reason.LOCKED);
            assertThat(said.retryMicros()).isEqualTo(40 * SECOND);
        });
        assertThat(denial(attempt, 60)).isEmpty();
        time.advance(Duration.ofSeconds(61));
        assertThat(locks.knows(attempt)).as("one probe is enough").isTrue();
        time.advance(Duration.ofSeconds(1));
        assertThat(locks.knows(attempt)).isFalse();
    }

    /** Nothing would end it here when its caller passes the challenge. */
    @Test
    void theChallengeOfASiegeIsNotRemembered() {
        AttemptClaim besieged = new AttemptClaim(
                POLICY, attempt.identity(), "s", Purpose.ATTEMPT_IN_SIEGE, attempt.traits(), attempt.label());
        learn(besieged, denied(Reason.CHALLENGE_REQUIRED, Verdict.NEVER), 0);
        assertThat(denial(besieged, 0)).isEmpty();
        assertThat(denial(besieged.passed(), 0)).isEmpty();
    }

    @Test
    void whatWasHeardTooLongAgoDeniesNobody() {
        learn(attempt, denied(Reason.BLOCKED, Verdict.NEVER), 0);
        assertThat(locks.denial(attempt, start + 5 * SECOND - 1, 5 * SECOND))
                .hasValueSatisfying(said -> assertThat(said.retryMicros()).isEqualTo(Verdict.NEVER));
        assertThat(locks.denial(attempt, start + 5 * SECOND, 5 * SECOND)).isEmpty();
    }

    @Test
    void aChallengeDeniesAttemptsButNotItsAnswerAndIsNoLock() {
        learn(attempt, denied(Reason.CHALLENGE_REQUIRED, 60 * SECOND), 0);
        assertThat(denial(attempt, 1)).isPresent();
        assertThat(denial(LockoutPolicies.answer(POLICY, "c"), 1)).isEmpty();
        assertThat(locks.knows(LockoutPolicies.answer(POLICY, "c"))).isFalse();
        assertThat(locks.lock(attempt, start + SECOND)).isEmpty();
        assertThat(locks.live(start + SECOND, start)).isEmpty();
    }

    @Test
    void aBusyKeyIsNoLock() {
        learn(attempt, denied(Reason.BUSY, 60 * SECOND), 0);
        assertThat(locks.knows(attempt)).isFalse();
    }

    @Test
    void neitherAnOlderAnswerNorOneThatLetsInEndsALock() {
        learn(attempt, denied(Reason.LOCKED, 60 * SECOND), 10);
        learn(attempt, denied(Reason.LOCKED, 5 * SECOND), 9);
        assertThat(denial(attempt, 30)).isPresent();
        learn(attempt, passed(), 11);
        assertThat(denial(attempt, 30)).isPresent();
        learn(attempt, passed(), 70);
        assertThat(locks.knows(attempt)).isFalse();
    }

    @Test
    void openedByHandItIsForgotten() {
        learn(attempt, denied(Reason.LOCKED, 60 * SECOND), 0);
        locks.opened(attempt);
        assertThat(locks.knows(attempt)).isFalse();
    }

    @Test
    void aShadowsLocksDenyNobody() {
        LockoutPolicy shadow =
                new LockoutPolicy("login", true, POLICY.steps(), false, 0, POLICY.aftermath(), POLICY.settleMicros());
        AttemptClaim asked = LockoutPolicies.attempt(shadow, "a", "", "");
        learn(asked, denied(Reason.LOCKED, 60 * SECOND), 0);
        assertThat(denial(asked, 1)).isEmpty();
        assertThat(locks.knows(asked)).isFalse();
    }

    @Test
    void whereNetworksAreExemptWhatWasSaidToOneIsKnownOfThatOneOnly() {
        AttemptClaim away = LockoutPolicies.attempt(EXEMPTING, "a", "", "away");
        AttemptClaim home = LockoutPolicies.attempt(EXEMPTING, "b", "", "home");
        learn(away, denied(Reason.LOCKED, 60 * SECOND), 0);
        assertThat(denial(away, 1)).isPresent();
        assertThat(denial(home, 1)).isEmpty();
        learn(home, denied(Reason.LOCKED, 60 * SECOND), 0);
        assertThat(locks.live(start, start)).as("one lock all the same").hasSize(1);
        locks.forget(home);
        assertThat(denial(away, 1)).isEmpty();
    }

    @Test
    void ofLocksThatWouldBeLostTheOneWithTheMostLeftIsKept() {
        learn(LockoutPolicies.attempt(EXEMPTING, "a", "", "away"), denied(Reason.LOCKED, 60 * SECOND), 0);
        learn(LockoutPolicies.attempt(EXEMPTING, "b", "", "home"), denied(Reason.LOCKED, 90 * SECOND), 0);
        assertThat(locks.live(start + 10 * SECOND, start))
                .singleElement()
                .extracting(KeptLock::leftMicros, lock -> lock.age().micros())
                .containsExactly(80 * SECOND, 10 * SECOND);
        assertThat(locks.live(start + 10 * SECOND, start + 1))
                .as("heard of before")
                .isEmpty();
        assertThat(locks.live(start + 90 * SECOND, start)).isEmpty();
    }

    @Test
    void whatIsSeenInTheStoreTakesThePlaceOfWhatWasRemembered() {
        learn(attempt, denied(Reason.LOCKED, 60 * SECOND), 0);
        LockId place = new LockId(POLICY, "k");
        LockDetail longer = seen(Phase.LOCKED, Optional.of(Duration.ofSeconds(100)));
        locks.confirm(List.of(place), List.of(Optional.of(longer)), start + 10 * SECOND, start + 10 * SECOND);
        assertThat(locks.lock(attempt, start + 10 * SECOND)).hasValueSatisfying(kept -> {
            assertThat(kept.leftMicros()).isEqualTo(100 * SECOND);
            assertThat(kept.levels()).isEqualTo("1");
            assertThat(kept.reason()).isEqualTo("by hand");
        });
        LockDetail blocked = seen(Phase.BLOCKED, Optional.empty());
        locks.confirm(List.of(place), List.of(Optional.of(blocked)), start + 11 * SECOND, start + 11 * SECOND);
        assertThat(denial(attempt, 12)).get().extracting(Verdict::reason).isEqualTo(Reason.BLOCKED);
        LockDetail open = seen(Phase.OPEN, Optional.empty());
        locks.confirm(List.of(place), List.of(Optional.of(open)), start + 10 * SECOND, start + 12 * SECOND);
        assertThat(denial(attempt, 12)).as("an older look").isPresent();
        locks.confirm(List.of(place), List.of(Optional.empty()), start + 13 * SECOND, start + 13 * SECOND);
        assertThat(denial(attempt, 13)).as("nothing was seen").isPresent();
        locks.confirm(List.of(place), List.of(Optional.of(open)), start + 13 * SECOND, start + 13 * SECOND);
        assertThat(locks.knows(attempt)).isFalse();
    }

    /** The clock of a guard may begin anywhere. */
    @Test
    void aBlockIsKnownByAClockThatHasJustBegunToo() {
        time.set(SECOND);
        locks.learn(attempt, denied(Reason.BLOCKED, Verdict.NEVER), true, SECOND, SECOND);
        assertThat(locks.knows(attempt)).isTrue();
    }

    /** Only a rule that exempts networks answers them differently. */
    @Test
    void whereNoneIsExemptWhatWasSaidToOneNetworkIsKnownOfAll() {
        learn(LockoutPolicies.attempt(POLICY, "a", "", "away"), denied(Reason.LOCKED, 60 * SECOND), 0);
        assertThat(denial(LockoutPolicies.attempt(POLICY, "b", "", "home"), 1)).isPresent();
    }

    @Test
    void whatIsSeenOfAKeyIsKnownOfAllItsNetworks() {
        AttemptClaim away = LockoutPolicies.attempt(EXEMPTING, "a", "", "away");
        AttemptClaim home = LockoutPolicies.attempt(EXEMPTING, "b", "", "home");
        AttemptClaim other = new AttemptClaim(EXEMPTING, "other", "c", Purpose.ATTEMPT, away.traits(), "");
        for (AttemptClaim each : List.of(away, home, other)) {
            learn(each, denied(Reason.LOCKED, 60 * SECOND), 0);
        }
        LockId place = new LockId(EXEMPTING, away.identity());
        LockDetail open = seen(Phase.OPEN, Optional.empty());
        locks.confirm(List.of(place), List.of(Optional.empty()), start + SECOND, start + SECOND);
        assertThat(denial(away, 1)).as("nothing was seen").isPresent();
        locks.confirm(List.of(place), List.of(Optional.of(open)), start - 1, start + SECOND);
        assertThat(denial(away, 1)).as("seen before it was heard").isPresent();
        locks.confirm(List.of(place), List.of(Optional.of(open)), start + SECOND, start + SECOND);
        assertThat(denial(away, 1)).isEmpty();
        assertThat(denial(home, 1)).isEmpty();
        assertThat(denial(other, 1)).isPresent();
        locks.forget(away);
        assertThat(denial(other, 1)).isPresent();
    }

    private static AttemptClaim of(int name, int network) {
        Traits traits = new Traits("", "", "n" + network);
        return new AttemptClaim(EXEMPTING, "name-" + name, "a", Purpose.ATTEMPT, traits, "");
    }

    /** A request's thread forgets, too, and the table may be large: it looks at what it forgets. */
    @Test
    void whoForgetsOneKeyWalksNotThroughThoseOfOthers() {
        AtomicInteger looks = new AtomicInteger();
        KnownLocks many = new KnownLocks(20_000, () -> {
            looks.incrementAndGet();
            return time.micros() * 1_000;
        });
        for (int i = 0; i < 5_000; i++) {
            many.learn(of(i / 2, i % 2), denied(Reason.LOCKED, 60 * SECOND), true, start, start);
        }
        looks.set(0);
        many.forget(of(7, 0));
        LockId place = new LockId(EXEMPTING, "name-8");
        LockDetail open = seen(Phase.OPEN, Optional.empty());
        many.confirm(List.of(place), List.of(Optional.of(open)), start + SECOND, start + SECOND);
        assertThat(looks.get()).as("entries looked at").isLessThan(100);
        for (int name = 6; name < 10; name++) {
            assertThat(many.knows(of(name, 0))).isEqualTo(name == 6 || name == 9);
            assertThat(many.knows(of(name, 1))).isEqualTo(name == 6 || name == 9);
        }
    }

    @Test
    void ofWhatItHasForgottenNothingIsLeft() {
        KnownLocks few = new KnownLocks(100, () -> time.micros() * 1_000);
        for (int i = 0; i < 1_000; i++) {
            few.learn(of(i / 3, i % 3), denied(Reason.LOCKED, 60 * SECOND), true, start, start);
        }
        assertThat(few.apart()).as("pushed out").isLessThanOrEqualTo(101);
        few.learn(of(1_000, 1), denied(Reason.LOCKED, 60 * SECOND), true, start, start);
        few.learn(of(1_000, 2), denied(Reason.LOCKED, 60 * SECOND), true, start, start);
        few.opened(of(1_000, 1));
        few.forget(of(1_000, 2));
        few.learn(of(1_000, 1), passed(), true, start + SECOND, start + SECOND);
        few.learn(of(1_001, 1), denied(Reason.LOCKED, 60 * SECOND), true, start, start);
        time.advance(Duration.ofMinutes(2));
        few.learn(of(1_001, 1), denied(Reason.LOCKED, 60 * SECOND), true, time.micros(), time.micros());
        assertThat(few.knows(of(1_001, 1))).isTrue();
        few.forget(of(1_001, 2));
        assertThat(few.knows(of(1_001, 1))).as("known anew after it had ended").isFalse();
        for (int i = 0; i < 200; i++) {
            few.learn(of(2_000 + i, 1), denied(Reason.LOCKED, SECOND), true, time.micros(), time.micros());
            few.opened(of(2_000 + i, 1));
        }
        assertThat(few.apart()).isZero();
    }
}
