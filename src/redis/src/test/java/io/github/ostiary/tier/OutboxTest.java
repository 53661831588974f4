package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.LogLines;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store could not be told it is told later, once, and first of all when its caller asks again. */
class OutboxTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final FlakyStore store = new FlakyStore(new LocalStore(1_000, time));
    private final LocalStore local = new LocalStore(1_000, time);
    private final LocalDenialCache front = new LocalDenialCache(1_000, time);
    private final Outbox outbox = new Outbox(store, front, local.locks(), new Budget(1_000_000, time));
    private final LockoutPolicy policy =
            LockoutPolicies.policy().lock(9, 60, 60).named("login");

    @AfterEach
    void close() {
        store.close();
    }

    private AttemptClaim begun(String id) throws StoreException {
        AttemptClaim attempt = LockoutPolicies.attempt(policy, id, "", "");
        assertThat(store.ask(Operation.DECIDE, List.of(attempt), Store.NO_DEADLINE)
                        .get(0)
                        .passed())
                .isTrue();
        return attempt;
    }

    /** Delivers what can be delivered now. */
    private void tell() {
        try {
            outbox.deliver(Store.UNDIVIDED);
        } catch (StoreException e) {
            assertThat(e).isSameAs(store.failure);
        }
    }

    private LockState state() throws StoreException {
        return store.locks().state(new LockBook.LockId(policy, "k"));
    }

    @Test
    void isToldWhenTheStoreAnswersAgain() throws StoreException {
        AttemptClaim one = begun("1");
        AttemptClaim two = begun("2");
        store.failure = new StoreException("it does not answer");
        outbox.add(Operation.FAIL, List.of(one));
        outbox.add(Operation.FAIL, List.of(two));
        tell();
        assertThat(outbox.isWaiting()).isTrue();
        store.failure = null;
        tell();
        assertThat(outbox.isWaiting()).isFalse();
        assertThat(state().failures()).isEqualTo(2);
        assertThat(state().inFlight()).isZero();
    }

    /** Those of one kind travel together, but no two of one counter. */
    @Test
    void manyAreToldInOneCall() throws StoreException {
        for (int i = 0; i < 120; i++) {
            AttemptClaim attempt = new AttemptClaim(policy, "k" + i, "id" + i, Purpose.ATTEMPT, Traits.NONE, "");
            store.ask(Operation.DECIDE, List.of(attempt), Store.NO_DEADLINE);
            outbox.add(Operation.FAIL, List.of(attempt));
        }
        outbox.add(Operation.FAIL, List.of(begun("1")));
        outbox.add(Operation.FAIL, List.of(begun("2")));
        store.heard.clear();
        tell();
        assertThat(store.heard)
                .as("50, 50, 21 and one of a counter that was told")
                .hasSize(4);
        assertThat(state().failures()).isEqualTo(2);
    }

    @Test
    void whatHasEndedByItselfIsNotTold() throws StoreException {
        outbox.add(Operation.FAIL, List.of(begun("1")));
        time.advance(Duration.ofMinutes(5));
        store.heard.clear();
        tell();
        assertThat(store.heard).isEmpty();
        assertThat(outbox.isWaiting()).isFalse();
    }

    /** What the store was never asked for is nothing to it. */
    @Test
    void whatNeverLeftThisNodeIsNotTold() throws StoreException {
        AttemptClaim here = LockoutPolicies.attempt(policy, "here", "", "");
        outbox.granted(List.of(here), false, false);
        assertThat(outbox.ends(Operation.FAIL, List.of(here), time.micros())).isTrue();
        assertThat(outbox.isWaiting()).isFalse();
        assertThat(outbox.ends(Operation.FAIL, List.of(begun("1")), time.micros()))
                .as("the store's own")
                .isFalse();
    }

    @Test
    void whatWasLateIsToldLaterAndIsSoOnce() throws StoreException {
        AttemptClaim attempt = begun("1");
        outbox.granted(List.of(attempt), true, true);
        assertThat(outbox.ends(Operation.FAIL, List.of(attempt), time.micros())).isTrue();
        assertThat(outbox.ends(Operation.FAIL, List.of(attempt), time.micros())).isFalse();
        tell();
        assertThat(state().failures()).isEqualTo(1);
    }

    /** Names as long as they may be: 10,000 of them would take 30 MB. */
    @Test
    void noMoreThanEightMegabytesAreKept() throws StoreException {
        String label = "x".repeat(1_000);
        for (int i = 0; i < 10_000; i++) {
            outbox.add(
                    Operation.FAIL,
                    List.of(new AttemptClaim(policy, "k" + i, "id" + i, Purpose.ATTEMPT, Traits.NONE, label)));
        }
        tell();
        assertThat(store.claims).isBetween(3_000, 4_000);
    }

    @Test
    void whatWasUnlockedIsToldOnce() throws StoreException {
        LockBook.LockId place = new LockBook.LockId(policy, "k");
        store.locks().lock(place, "", 1_000_000_000, "");
        outbox.unlocked(place, time.micros());
        assertThat(outbox.isWaiting()).isTrue();
        tell();
        assertThat(state().phase()).isEqualTo(Phase.OPEN);
        assertThat(outbox.isWaiting()).isFalse();
    }

    @Test
    void whatIsLockedByHandLaterStaysLocked() throws StoreException {
        LockBook.LockId place = new LockBook.LockId(policy, "k");
        outbox.unlocked(place, time.micros());
        time.advance(Duration.ofSeconds(1));
        store.locks().lock(place, "", 1_000_000_000, "");
        tell();
        assertThat(state().phase()).isEqualTo(Phase.LOCKED);
    }

    /** Another node has locked it since. */
    @Test
    void aYoungerLockOfTheStoreStays() throws StoreException {
        LockBook.LockId place = new LockBook.LockId(policy, "k");
        store.locks().lock(place, "", 1_000_000_000, "");
        time.advance(Duration.ofSeconds(1));
        outbox.unlocked(place, time.micros());
        time.advance(Duration.ofSeconds(1));
        store.locks().unlock(place);
        store.locks().lock(place, "", 1_000_000_000, "");
        time.advance(Duration.ofMillis(500));
        tell();
        assertThat(state().phase()).isEqualTo(Phase.LOCKED);
        assertThat(outbox.isWaiting()).isFalse();
    }

    /** Another node unlocks between the failure and its delivery. */
    @Test
    void whatFailedBeforeAnUnlockingElsewhereDoesNotCount() throws StoreException {
        AttemptClaim before = begun("1");
        AttemptClaim after = begun("2");
        outbox.add(Operation.FAIL, List.of(before));
        time.advance(Duration.ofSeconds(1));
        store.locks().unlock(new LockBook.LockId(policy, "k"));
        time.advance(Duration.ofSeconds(1));
        outbox.add(Operation.FAIL, List.of(after));
        tell();
        assertThat(state().failures()).isEqualTo(1);
        assertThat(state().inFlight()).isZero();
    }

    /** It was delivered before the unlocking was. */
    @Test
    void aLockFromBeforeAnUnlockingGoesHoweverLateItBegan() throws StoreException {
        LockBook.LockId place = new LockBook.LockId(policy, "k");
        for (int i = 0; i < 8; i++) {
            store.ask(Operation.FAIL, List.of(begun("id" + i)), Store.NO_DEADLINE);
        }
        AttemptClaim last = begun("last");
        long failed = time.micros();
        time.advance(Duration.ofSeconds(1));
        outbox.unlocked(place, time.micros());
        time.advance(Duration.ofSeconds(1));
        store.ask(Operation.FAIL, List.of(last.endedAgo(time.micros() - failed)), Store.NO_DEADLINE);
        assertThat(state().phase()).isEqualTo(Phase.LOCKED);
        tell();
        assertThat(state().phase()).isEqualTo(Phase.OPEN);
    }

    /** The store's own lock goes, the younger one of this node is told instead. */
    @Test
    void aLockThatBeganHereSinceIsToldWithTheUnlocking() throws StoreException {
        LockBook.LockId place = new LockBook.LockId(policy, "k");
        store.locks().lock(place, "", Verdict.NEVER, "");
        outbox.unlocked(place, time.micros());
        local.locks().lock(place, "", 60_000_000, "");
        tell();
        assertThat(state().phase()).isEqualTo(Phase.LOCKED);
    }

    /** One whose counter is spoilt keeps no other from being told, and is given up in the end. */
    @Test
    void whatTheStoreCannotUseKeepsNoOtherBack() throws StoreException {
        List<AttemptClaim> together = List.of(begun("1"), begun("2"), begun("3"));
        store.spoilt = "2";
        outbox.add(Operation.FAIL, together);
        for (int i = 0; i < 4; i++) {
            assertThat(outbox.isWaiting()).as("after %d times", i).isTrue();
            tell();
        }
        assertThat(state().failures()).isEqualTo(2);
        assertThat(outbox.isWaiting()).isFalse();
    }

    @Test
    void whoeverAsksAgainIsToldOfFirstAndOnce() throws StoreException {
        AttemptClaim attempt = begun("1");
        outbox.add(Operation.ABANDON, List.of(attempt));
        assertThat(outbox.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isTrue();
        assertThat(outbox.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isFalse();
        assertThat(state().inFlight()).isZero();
        store.heard.clear();
        tell();
        assertThat(store.heard).isEmpty();
    }

    @Test
    void whoeverAsksAgainHearsThatTheStoreStillDoesNot() throws StoreException {
        AttemptClaim attempt = begun("1");
        outbox.add(Operation.ABANDON, List.of(attempt));
        store.failure = new StoreException("it does not answer");
        assertThatThrownBy(() -> outbox.askedAgain(List.of(attempt), Store.NO_DEADLINE))
                .isSameAs(store.failure);
        store.failure = null;
        assertThat(outbox.isWaiting()).isTrue();
        assertThat(outbox.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isTrue();
    }

    @Test
    void anEndingThatIsNoDenialIsNotInItsCallersWay() throws StoreException {
        AttemptClaim attempt = begun("1");
        outbox.add(Operation.FAIL, List.of(attempt));
        assertThat(outbox.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isFalse();
    }

    /** An answer that was under way when the key was unlocked has shown it locked. */
    @Test
    void whatWasHeardMeanwhileIsForgottenWithTheUnlocking() {
        LockBook.LockId place = new LockBook.LockId(policy, "k");
        outbox.unlocked(place, time.micros());
        front.learn(place.claim(), Verdict.locked(60_000_000), false, time.micros(), time.micros());
        tell();
        assertThat(front.denial(place.claim(), time.micros(), Long.MAX_VALUE)).isEmpty();
    }

    @Test
    void whoStopsBeforeTheStoreHasHeardOfAnUnlockingSaysSo() {
        try (LogLines lines = LogLines.of(Outbox.class.getName())) {
            outbox.add(Operation.FAIL, List.of(LockoutPolicies.attempt(policy, "1", "", "")));
            outbox.close();
            assertThat(lines.warnings()).isEmpty();
            outbox.unlocked(new LockBook.LockId(policy, "a"), time.micros());
            outbox.unlocked(new LockBook.LockId(policy, "b"), time.micros());
            outbox.close();
            assertThat(lines.warnings()).singleElement().satisfies(line -> assertThat(line)
                    .startsWith("This node stops before it could tell Redis of 2 keys"));
        }
    }

    /** What the stand-in granted is noted where its end must be told, or must not. */
    @Test
    void whatHoldsNothingOrWasNotWaitedForTwiceIsNotNoted() {
        Charge charge = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1);
        LeaseClaim lease = new LeaseClaim(new ConcurrencyPolicy("work", "", 3, 30_000_000, false), "bob", "1");
        AttemptClaim attempt = LockoutPolicies.attempt(policy, "1", "", "");
        outbox.granted(List.of(charge), true, true);
        outbox.granted(List.of(charge, lease), false, false);
        outbox.granted(List.of(lease), true, false);
        assertThat(outbox.isWaiting()).isFalse();
        outbox.granted(List.of(lease), true, true);
        assertThat(outbox.isWaiting()).isTrue();
    }

    /** The store may have done nothing of a begin that came late; its end counts there, and once. */
    @Test
    void whatTheStandInLetInBeginsAtTheStoreBeforeItsEnd() throws StoreException {
        AttemptClaim attempt = LockoutPolicies.attempt(policy, "1", "", "");
        outbox.granted(List.of(attempt), true, false);
        assertThat(outbox.ends(Operation.FAIL, List.of(attempt), time.micros())).isTrue();
        store.failure = new StoreException("it does not answer");
        tell();
        store.failure = null;
        tell();
        assertThat(store.heard).containsExactly(Operation.KEEP, Operation.FAIL);
        assertThat(state().failures()).isOne();
        tell();
        assertThat(state().failures()).isOne();
    }

    @Test
    void whatTheStandInLetInBeginsOnceThoughItsEndIsToldTwice() throws StoreException {
        AttemptClaim attempt = LockoutPolicies.attempt(policy, "1", "", "");
        outbox.granted(List.of(attempt), true, false);
        assertThat(outbox.ends(Operation.FAIL, List.of(attempt), time.micros())).isTrue();
        store.loses = Operation.FAIL;
        tell();
        store.loses = null;
        store.failure = null;
        tell();
        assertThat(store.heard).containsExactly(Operation.KEEP, Operation.FAIL, Operation.FAIL);
        assertThat(state().failures()).isOne();
    }

    @Test
    void whatHoldsNothingNeedNotBeTold() {
        outbox.add(Operation.ABANDON, List.of(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1)));
        assertThat(outbox.isWaiting()).isFalse();
    }

    /** Of all keys together, a hundred of each. */
    @Test
    void noMoreThanTenThousandAreKept() throws StoreException {
        for (int i = 0; i < 10_100; i++) {
            outbox.add(
                    Operation.FAIL,
                    List.of(new AttemptClaim(policy, "k" + i / 100, "id" + i, Purpose.ATTEMPT, Traits.NONE, "")));
        }
        store.claims = 0;
        tell();
        assertThat(store.claims).isEqualTo(10_000);
    }

    @Test
    void tellingTwiceChangesNothing() throws StoreException {
        AttemptClaim attempt = begun("1");
        for (int i = 0; i < 3; i++) {
            outbox.add(Operation.FAIL, List.of(attempt));
        }
        tell();
        assertThat(state().failures()).isEqualTo(1);
    }
}
