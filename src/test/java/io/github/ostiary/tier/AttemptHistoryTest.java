package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Reservation.Purpose;
import io.github.ostiary.store.Reservation.Traits;
import io.github.ostiary.testing.LockoutPolicies;
import org.junit.jupiter.api.Test;

/** The attempts a stand-in begins with: those in flight and those that failed, no more than the store counts, bounded. */
class AttemptHistoryTest {

    private static final long SECOND = 1_000_000;
    private static final long WINDOW = 60 * SECOND;
    private static final long SETTLE = 30 * SECOND;
    private static final int KEYS = 10_000;
    private static final int PER_KEY = 20;

    private final LockoutPolicy policy =
            LockoutPolicies.policy().lock(5, 60, 600).settle(30).named("login");
    private final AttemptHistory history = new AttemptHistory();

    private Reservation attempt(String id) {
        return LockoutPolicies.attempt(policy, id, "", "");
    }

    private Reservation attempt(String identity, String id) {
        return new Reservation(policy, identity, id, Purpose.ATTEMPT, Traits.NONE, "");
    }

    private void failed(String id, long now) {
        history.granted(attempt(id), 4, now);
        history.settled(Operation.FAIL, attempt(id), now);
    }

    private String[] taken(long now) {
        return history.take(attempt("any"), now).stream()
                .map(note -> note.reservation().id() + (note.failed() ? " failed" : ""))
                .toArray(String[]::new);
    }

    @Test
    void keepsWhatIsInFlightAndWhatFailedAndTellsItOnce() {
        history.granted(attempt("a"), 4, 0);
        history.settled(Operation.FAIL, attempt("a"), 1);
        history.granted(attempt("b"), 3, 2);
        assertThat(taken(3)).containsExactly("a failed", "b");
        assertThat(taken(3)).isEmpty();
    }

    @Test
    void anAttemptIsNewsUntilItIsSettledByTimeAloneAndAFailureForItsWindow() {
        failed("a", 0);
        history.granted(attempt("b"), 3, 0);
        assertThat(taken(SETTLE))
                .as("b has become a failure there, which is the store's to tell")
                .containsExactly("a failed");
        failed("c", 0);
        assertThat(taken(WINDOW - 1)).containsExactly("c failed");
        failed("d", 0);
        assertThat(taken(WINDOW)).isEmpty();
    }

    @Test
    void whatWasAbandonedIsForgottenAndASuccessClearsWhatFailedUnderItsSpelling() {
        history.granted(attempt("a"), 4, 0);
        history.settled(Operation.ABANDON, attempt("a"), 0);
        assertThat(taken(0)).isEmpty();
        failed("b", 0);
        Reservation other = LockoutPolicies.written(policy, "c", "", "BOB");
        history.granted(other, 3, 0);
        history.settled(Operation.FAIL, other, 0);
        history.granted(attempt("d"), 2, 0);
        history.settled(Operation.SUCCEED, attempt("d"), 0);
        assertThat(taken(0)).as("an account of another spelling is another's").containsExactly("c failed");
    }

    /** Four may fail before the fifth locks: who is told that three more may begin knows of one that counts. */
    @Test
    void keepsNoMoreFailuresThanTheStoreHasShownToCount() {
        failed("a", 0);
        failed("b", 0);
        history.granted(attempt("c"), 3, 0);
        assertThat(taken(0)).as("one was cleared elsewhere: the oldest").containsExactly("b failed", "c");
    }

    @Test
    void anAnswerToAChallengeIsNoAttempt() {
        history.granted(LockoutPolicies.answer(policy, "a"), 4, 0);
        assertThat(taken(0)).isEmpty();
    }

    @Test
    void whatWasUnlockedIsForgotten() {
        failed("a", 0);
        history.forget(attempt("any"));
        assertThat(taken(0)).isEmpty();
    }

    @Test
    void keepsTwentyPerKey() {
        for (int i = 0; i < 3 * PER_KEY; i++) {
            history.granted(attempt("a" + i), 0, 0);
        }
        assertThat(taken(0)).hasSize(PER_KEY);
    }

    /** Newcomers are not noted while all that is known is news; then they are. */
    @Test
    void keepsTenThousandKeysUntilTheyAreNoNewsAnyMore() {
        for (int i = 0; i <= KEYS; i++) {
            history.granted(attempt("caller" + i, "a"), 4, 0);
        }
        assertThat(history.take(attempt("caller" + KEYS, "b"), 0))
                .as("one too many")
                .isEmpty();
        history.granted(attempt("caller0", "b"), 3, 0);
        assertThat(history.take(attempt("caller0", "c"), 0))
                .as("one that is known")
                .hasSize(2);
        history.granted(attempt("caller0", "d"), 4, 0);
        history.granted(attempt("late", "a"), 4, SETTLE);
        assertThat(history.take(attempt("late", "b"), SETTLE))
                .as("all others have ended")
                .hasSize(1);
    }
}
