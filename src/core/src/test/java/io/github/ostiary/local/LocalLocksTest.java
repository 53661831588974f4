package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.Decision;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.Lockouts.LockedKey;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.KeptLock.Age;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Locks that operators see and change, where every key has a counter, and where strangers share one. */
class LocalLocksTest {

    private static final long SECOND = 1_000_000;
    private static final LockoutPolicy LADDER =
            LockoutPolicies.policy().lock(3, 600, 900).named("login");
    private static final LockoutPolicy ASKING =
            LockoutPolicies.policy().challenge(2, 600).lock(9, 600, 900).named("asking");

    private final ManualTimeSource time = new ManualTimeSource();
    private final LocalStore store = new LocalStore(100, time);
    private final LockBook locks = store.locks();

    /** No key has a counter of its own here, but for locks by hand. */
    private final LocalStore full = new LocalStore(0, time);

    private static LockId of(String identity) {
        return new LockId(LADDER, identity);
    }

    private static AttemptClaim attempt(LockId place, String id) {
        return new AttemptClaim(place.policy(), place.identity(), id, Purpose.ATTEMPT, Traits.NONE, place.identity());
    }

    private static void end(LocalStore store, LockId place, Operation ending) throws StoreException {
        AttemptClaim attempt = attempt(place, "id");
        Asked.decide(store, List.of(attempt));
        Asked.ask(store, ending, List.of(attempt));
    }

    private static void fail(LocalStore store, LockId place, int times) throws StoreException {
        for (int i = 0; i < times; i++) {
            end(store, place, Operation.FAIL);
        }
    }

    private Phase phase(String identity) throws StoreException {
        return locks.state(of(identity)).phase();
    }

    @Test
    void ofAKeyThatNobodyUsedNothingIsKnown() throws StoreException {
        assertThat(locks.state(of("bob"))).isEqualTo(new LockState(Phase.OPEN, Optional.empty(), 0, 0, 0, ""));
        assertThat(locks.look(List.of(of("bob"))))
                .containsExactly(Optional.of(new LockDetail(locks.state(of("bob")), 0, 0, "", "", 0)));
        locks.unlock(of("bob"));
        assertThat(store.size()).isZero();
    }

    @Test
    void manyAreLookedAtInOneCallEachAsItStands() throws StoreException {
        fail(store, of("bob"), 3);
        fail(store, of("eve"), 2);
        time.advance(Duration.ofMinutes(1));
        List<Optional<LockDetail>> seen = locks.look(List.of(of("bob"), of("amy"), of("eve")));
        assertThat(seen)
                .extracting(each -> each.orElseThrow().state().phase())
                .containsExactly(Phase.LOCKED, Phase.OPEN, Phase.OPEN);
        assertThat(seen)
                .extracting(each -> each.orElseThrow().state().failures())
                .containsExactly(3, 0, 2);
        assertThat(seen.get(0).orElseThrow().ageMicros()).isEqualTo(60 * SECOND);
        assertThat(seen.get(0).orElseThrow().state().remaining()).hasValue(Duration.ofMinutes(14));
        assertThat(seen.get(0).orElseThrow().label()).isEqualTo("bob");
    }

    @Test
    void aLockByHandIsListedWithItsReasonAndEndsInItsTime() throws StoreException {
        locks.lock(of("bob"), "Bob", 60 * SECOND, "a call");
        assertThat(locks.list(LADDER, null, 10).keys())
                .containsExactly(new LockedKey(
                        "bob",
                        "Bob",
                        new LockState(Phase.LOCKED, Optional.of(Duration.ofMinutes(1)), 0, 0, 0, "a call")));
        time.advance(Duration.ofMinutes(1));
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
        locks.lock(of("bob"), "Bob", Verdict.NEVER, "");
        assertThat(phase("bob")).isEqualTo(Phase.BLOCKED);
        locks.unlock(of("bob"));
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
        assertThat(store.size()).isZero();
    }

    /** What failed before an unlocking that is heard of late does not count; what failed later does. */
    @Test
    void anUnlockingIsOfItsTime() throws StoreException {
        fail(store, of("bob"), 2);
        time.advance(Duration.ofSeconds(10));
        fail(store, of("bob"), 1);
        locks.unlock(of("bob"), 5 * SECOND);
        assertThat(phase("bob")).as("locked by what is younger").isEqualTo(Phase.LOCKED);
        locks.unlock(of("bob"));
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);
    }

    @Test
    void aListComesInPartsAndNamesNoneThatIsOpen() throws StoreException {
        for (String who : List.of("dan", "bob", "eve", "amy")) {
            fail(store, of(who), who.equals("amy") ? 2 : 3);
        }
        fail(store, new LockId(LockoutPolicies.policy().lock(1, 60, 60).named("other"), "carl"), 1);
        Lockouts.Page first = locks.list(LADDER, null, 2);
        assertThat(first.keys()).extracting(LockedKey::identity).containsExactly("bob", "dan");
        assertThat(first.next()).hasValue("dan");
        Lockouts.Page last = locks.list(LADDER, "dan", 2);
        assertThat(last.keys()).extracting(LockedKey::identity).containsExactly("eve");
        assertThat(last.next()).isEmpty();
        assertThat(locks.list(LADDER, null, 3).next()).as("there are no more").isEmpty();
    }

    @Test
    void aPendingChallengeIsListed() throws StoreException {
        LockId place = new LockId(ASKING, "bob");
        fail(store, place, 2);
        assertThat(locks.list(ASKING, null, 10).keys())
                .singleElement()
                .satisfies(key -> assertThat(key.state().phase()).isEqualTo(Phase.CHALLENGED));
    }

    @Test
    void whatAnotherStoreHasLostIsLockedAgainForWhatIsLeft() throws StoreException {
        KeptLock kept = new KeptLock(of("bob"), "Bob", 300 * SECOND, new Age(60 * SECOND, false), "1", "a call");
        KeptLock eves = new KeptLock(of("eve"), "", Verdict.NEVER, new Age(0, false), "", "");
        assertThat(locks.restore(List.of(kept, eves))).containsExactly(true, true);
        assertThat(locks.look(List.of(of("bob"))).get(0)).hasValueSatisfying(seen -> {
            assertThat(seen.state().remaining()).hasValue(Duration.ofMinutes(5));
            assertThat(seen.state().reason()).isEqualTo("a call");
            assertThat(seen.label()).isEqualTo("Bob");
        });
        assertThat(phase("eve")).isEqualTo(Phase.BLOCKED);
    }

    /** A stand-in forgets the lock that the store has taken over, and no other. */
    @Test
    void onlyTheLockThatWasSeenIsReleased() throws StoreException {
        fail(store, of("bob"), 3);
        time.advance(Duration.ofSeconds(10));
        LockDetail seen = locks.look(List.of(of("bob"))).get(0).orElseThrow();
        time.advance(Duration.ofSeconds(5));
        locks.release(of("bob"), seen, 5 * SECOND - 1);
        assertThat(phase("bob")).as("its age is not the one that was seen").isEqualTo(Phase.LOCKED);
        locks.release(of("bob"), seen, 5 * SECOND);
        assertThat(phase("bob")).isEqualTo(Phase.OPEN);

        locks.lock(of("bob"), "", 60 * SECOND, "anew");
        time.advance(Duration.ofSeconds(9));
        locks.release(of("bob"), seen, 20 * SECOND);
        assertThat(phase("bob")).as("locked since").isEqualTo(Phase.LOCKED);
        time.advance(Duration.ofSeconds(1));
        locks.release(of("bob"), seen, 0);
        assertThat(phase("bob")).as("as old as the one that was seen").isEqualTo(Phase.OPEN);
        locks.release(of("nobody"), seen, 0);
        assertThat(store.size()).isZero();
    }

    /** A stranger's success or an unlocking is no amnesty for all who share a counter; and its failures lock none of them. */
    @Test
    void ofASharedCounterNoFailureIsForgotten() throws StoreException {
        fail(full, of("bob"), 2);
        end(full, of("bob"), Operation.SUCCEED);
        full.locks().unlock(of("bob"));
        assertThat(full.locks().state(of("bob")).failures()).isEqualTo(2);
        fail(full, of("bob"), 1);
        assertThat(full.locks().state(of("bob")).phase()).isEqualTo(Phase.OPEN);
        Verdict fourth = Asked.decide(full, List.of(attempt(of("bob"), "id"))).get(0);
        assertThat(fourth.passed()).isFalse();
        assertThat(fourth.reason()).isEqualTo(Decision.Reason.BUSY);
    }

    @Test
    void aSharedCounterAsksForNoChallenge() throws StoreException {
        LockId place = new LockId(ASKING, "bob");
        fail(full, place, 2);
        assertThat(full.locks().state(place).phase()).isEqualTo(Phase.OPEN);
        assertThat(Asked.decide(full, List.of(attempt(place, "id"))).get(0).reason())
                .isEqualTo(Decision.Reason.BUSY);
    }

    /** Beyond the room there is for locks by hand those who share are denied until it ends, and are not said to be locked. */
    @Test
    void aLockByHandOfASharedCounterOnlyDenies() throws StoreException {
        for (int i = 0; i < 1_024; i++) {
            full.locks().lock(of("k" + i), "", Verdict.NEVER, "");
        }
        full.locks().lock(of("bob"), "", 60 * SECOND, "");
        assertThat(full.locks().state(of("bob")).phase()).isEqualTo(Phase.OPEN);
        assertThat(Asked.decide(full, List.of(attempt(of("bob"), "id"))).get(0).reason())
                .isEqualTo(Decision.Reason.BUSY);
        full.locks().unlock(of("bob"));
        end(full, of("bob"), Operation.FAIL);
        assertThat(full.locks().state(of("bob")).failures()).isEqualTo(1);
    }

    @Test
    void noLookAndNoChangeKeepsOthersOut() throws StoreException {
        fail(store, of("bob"), 1);
        LockDetail seen = locks.look(List.of(of("bob"))).get(0).orElseThrow();
        locks.list(LADDER, null, 10);
        locks.release(of("bob"), seen, 0);
        locks.lock(of("bob"), "", SECOND, "");
        locks.unlock(of("bob"));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> fail(store, of("bob"), 1));
    }
}
