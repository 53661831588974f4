package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.testing.LockoutPolicies;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
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

    private AttemptClaim attempt(String id) {
        return LockoutPolicies.attempt(policy, id, "", "");
    }

    private AttemptClaim attempt(String identity, String id) {
        return new AttemptClaim(policy, identity, id, Purpose.ATTEMPT, Traits.NONE, "");
    }

    private void failed(String id, long now) {
        history.granted(attempt(id), 4, now);
        history.settled(Operation.FAIL, attempt(id), now);
    }

    private String[] taken(long now) {
        return history.take(attempt("any"), now).stream()
                .map(note -> note.claim().id() + (note.failed() ? " failed" : ""))
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
        AttemptClaim other = LockoutPolicies.written(policy, "c", "", "BOB");
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
    void whatIsInFlightStaysWhenOlderFailuresWereCleared() {
        history.granted(attempt("a"), 4, 0);
        failed("b", 0);
        failed("c", 0);
        history.granted(attempt("d"), 4, 0);
        assertThat(taken(0)).containsExactly("a", "d");
    }

    /** A rule without steps, that blocks at its cap. */
    @Test
    void withoutStepsOnlyWhatIsInFlightIsNews() {
        LockoutPolicy capped = LockoutPolicies.policy().cap(5).settle(30).named("capped");
        AttemptClaim open = LockoutPolicies.attempt(capped, "a", "", "");
        AttemptClaim failed = LockoutPolicies.attempt(capped, "b", "", "");
        history.granted(open, 4, 0);
        history.granted(failed, 3, 0);
        history.settled(Operation.FAIL, failed, 0);
        assertThat(history.take(open, 1)).extracting(note -> note.claim().id()).containsExactly("a");
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

    /** 8,192 names of one {@link String#hashCode}. */
    private static List<String> colliding() {
        List<String> names = List.of("");
        for (int i = 0; i < 13; i++) {
            names = names.stream()
                    .flatMap(name -> Stream.of(name + "Aa", name + "BB"))
                    .toList();
        }
        return names;
    }

    /** When all room is taken, a new name looks at two others: old code looked at 10,000, and allocated for each. */
    @Test
    void aNewNameCostsTheSameHoweverManyAreKnown() {
        for (int i = 0; i <= KEYS; i++) {
            history.granted(attempt("caller" + i, "a"), 4, 0);
        }
        List<AttemptClaim> newcomers =
                IntStream.range(0, 200).mapToObj(i -> attempt("new" + i, "a")).toList();
        newcomers.forEach(one -> history.granted(one, 4, 0));
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        newcomers.forEach(one -> history.granted(one, 4, 0));
        long each = (threads.getCurrentThreadAllocatedBytes() - before) / newcomers.size();
        assertThat(each).as("bytes per new name").isLessThan(1_000);
    }

    /** By the CPU's time, which other processes do not take: names of one hash are found as fast as others. */
    @Test
    void namesThatChooseTheirHashesAreFoundAsFastAsOthers() {
        List<String> ordinary = IntStream.range(0, 8_192)
                .mapToObj(i -> "name%022d".formatted(i))
                .toList();
        double others = Double.MAX_VALUE;
        double same = Double.MAX_VALUE;
        for (int i = 0; i < 5; i++) {
            others = Math.min(others, cpuNanos(ordinary));
            same = Math.min(same, cpuNanos(colliding()));
        }
        assertThat(same / others).as("same hash / others").isLessThan(5);
    }

    private double cpuNanos(List<String> names) {
        AttemptHistory fresh = new AttemptHistory();
        List<AttemptClaim> attempts =
                names.stream().map(name -> attempt(name, "a")).toList();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long begun = threads.getCurrentThreadCpuTime();
        attempts.forEach(one -> fresh.granted(one, 4, 0));
        attempts.forEach(one -> fresh.settled(Operation.FAIL, one, 1));
        return threads.getCurrentThreadCpuTime() - begun;
    }

    /** Keys that come and go leave nothing behind. */
    @Test
    void keysThatWereTakenLeaveTheQueue() {
        for (int i = 0; i < 3 * KEYS; i++) {
            AttemptClaim one = attempt("caller" + i, "a");
            history.granted(one, 4, 0);
            history.settled(Operation.SUCCEED, one, 0);
        }
        assertThat(history.queued()).isLessThan(10);
        for (int i = 0; i < 20; i++) {
            history.granted(attempt("stays" + i, "a"), 4, 0);
        }
        assertThat(history.queued()).isEqualTo(20);
    }
}
