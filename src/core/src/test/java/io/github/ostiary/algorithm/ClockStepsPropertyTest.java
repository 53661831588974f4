package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Clocks that go back, further back, and are put right again, in random order: beside one that was never wrong. */
class ClockStepsPropertyTest {

    private static final long SECOND = 1_000_000;
    private static final long BASE = 1_699_999_200 * SECOND;

    /** A true time and a clock that is behind it by one or more steps. */
    private static final class Wrong {

        final Random random;
        long time = BASE;
        long behind;
        boolean stepped;

        Wrong(Random random) {
            this.random = random;
        }

        long clock() {
            return time - behind;
        }

        void back() {
            behind += 20 * SECOND + random.nextLong(7_200 * SECOND);
            stepped = true;
        }

        void isRight() {
            behind = 0;
            stepped = false;
        }

        /** Some time; none if the clock was just set back. */
        void pass() {
            time += stepped || random.nextInt(3) == 0 ? 0 : random.nextLong(2 * SECOND);
            stepped = false;
        }
    }

    private static Verdict hit(LimitCounter counter, Limit limit, long micros, long permits, boolean mayTake) {
        Charge charge = new Charge(limit, "k", permits);
        counter.advance(charge, micros);
        boolean passes = counter.passes(charge, 0);
        return mayTake && passes ? counter.take(charge) : counter.leave(charge, passes);
    }

    private static List<Limit> limits(Algorithm algorithm, Random random) {
        String rate = (1 + random.nextInt(5)) + "/" + (1 + random.nextInt(12)) + "s";
        Limit plain = Limits.of(algorithm, rate);
        List<Limit> limits = new ArrayList<>(List.of(plain, Limits.with(plain, SECOND, false, false)));
        if (algorithm == Algorithm.TOKEN_BUCKET) {
            limits.add(Limits.of(
                    algorithm, rate, Tuning.of(algorithm, plain.rate()).withRefillByInterval(true)));
        }
        return limits;
    }

    /** Where the counter was used at the moment of the step and asked after it, all figures are those of the true time, during and after. */
    @ParameterizedTest
    @EnumSource
    void isExactWhereTheStepIsSeen(Algorithm algorithm) {
        int admitted = 0;
        int rightAgain = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Wrong wrong = new Wrong(new Random(seed));
            for (Limit limit : limits(algorithm, wrong.random)) {
                LimitCounter counter = LimitCounters.of(algorithm);
                LimitCounter truth = LimitCounters.of(algorithm);
                wrong.isRight();
                for (int i = 0; i < 400; i++) {
                    wrong.pass();
                    long permits = 1 + wrong.random.nextInt(2);
                    if (wrong.behind > 0 && wrong.random.nextInt(6) == 0) {
                        wrong.behind = 0;
                        rightAgain++;
                    }
                    Verdict verdict = hit(counter, limit, wrong.clock(), permits, true);
                    assertThat(verdict)
                            .as("%s, seed %d, step %d", limit, seed, i)
                            .isEqualTo(hit(truth, limit, wrong.time, permits, true));
                    admitted += verdict.passed() ? 1 : 0;
                    if (verdict.passed() && wrong.random.nextInt(4) == 0) {
                        wrong.back();
                    }
                }
            }
        }
        assertThat(admitted).isGreaterThan(5_000);
        assertThat(rightAgain).isGreaterThan(1_000);
    }

    /** However long it was not used before: once the clock is right, all is as if it had never been wrong. */
    @ParameterizedTest
    @EnumSource
    void leavesNoTraceWhereNothingWasDoneMeanwhile(Algorithm algorithm) {
        int compared = 0;
        for (long seed = 1; seed <= 60; seed++) {
            Wrong wrong = new Wrong(new Random(seed));
            for (Limit limit : limits(algorithm, wrong.random)) {
                LimitCounter counter = LimitCounters.of(algorithm);
                LimitCounter truth = LimitCounters.of(algorithm);
                wrong.isRight();
                for (int i = 0; i < 400; i++) {
                    wrong.pass();
                    if (wrong.random.nextInt(8) == 0) {
                        wrong.behind = 0;
                    } else if (wrong.random.nextInt(12) == 0) {
                        wrong.back();
                    }
                    boolean right = wrong.behind == 0;
                    Verdict verdict = hit(counter, limit, wrong.clock(), 1, right);
                    Verdict expected = hit(truth, limit, wrong.time, 1, right);
                    if (right) {
                        assertThat(verdict)
                                .as("%s, seed %d, step %d", limit, seed, i)
                                .isEqualTo(expected);
                        compared++;
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(10_000);
    }

    /**
     * Anything at any time: never more than the limit in any window of true time, but for what was done while the clock
     * was wrong, which leaves earlier by as long as the counter had not been used before the step; and with a clock that
     * is right nobody is denied whom the true time would let in.
     */
    @Test
    void neitherMintsNorBurnsBeyondWhatCannotBeKnown() {
        int denied = 0;
        for (long seed = 1; seed <= 300; seed++) {
            Wrong wrong = new Wrong(new Random(seed));
            Limit limit = limits(Algorithm.SLIDING_LOG, wrong.random).get(0);
            long window = limit.rate().windowMicros();
            LimitCounter counter = new SlidingLog();
            List<long[]> admitted = new ArrayList<>();
            long unseen = 0;
            for (int i = 0; i < 600; i++) {
                wrong.pass();
                if (wrong.random.nextInt(8) == 0) {
                    wrong.behind = 0;
                    unseen = 0;
                } else if (!admitted.isEmpty() && wrong.random.nextInt(12) == 0) {
                    long[] last = admitted.get(admitted.size() - 1);
                    unseen = wrong.time - last[0] + last[1];
                    wrong.back();
                }
                long lag = unseen;
                boolean passed = hit(counter, limit, wrong.clock(), 1, true).passed();
                long within = admitted.stream()
                        .filter(one -> wrong.time - one[0] < window - one[1])
                        .count();
                long justAbout = admitted.stream()
                        .filter(one -> wrong.time - one[0] < window + lag)
                        .count();
                if (passed) {
                    assertThat(within).as("seed %d, step %d", seed, i).isLessThan(limit.capacity());
                    admitted.add(new long[] {wrong.time, lag});
                } else {
                    assertThat(justAbout).as("seed %d, step %d", seed, i).isGreaterThanOrEqualTo(limit.capacity());
                    denied++;
                }
            }
        }
        assertThat(denied).isGreaterThan(10_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aLockoutIsExactWhereTheStepIsSeen(boolean stays) {
        for (long seed = 1; seed <= 200; seed++) {
            Wrong wrong = new Wrong(new Random(seed));
            LockoutPolicy rule = policy().delay(2, 20, 3)
                    .lock(3, 30, 40, 2, 1)
                    .exempt(60)
                    .memory(90)
                    .settle(5)
                    .named("login");
            Lockout lockout = new Lockout();
            Lockout truth = new Lockout();
            List<AttemptClaim> open = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                wrong.pass();
                if (wrong.behind > 0 && !stays && wrong.random.nextInt(6) == 0) {
                    wrong.behind = 0;
                }
                lockout.advance(rule, wrong.clock());
                truth.advance(rule, wrong.time);
                Verdict verdict;
                if (open.isEmpty() || wrong.random.nextBoolean()) {
                    AttemptClaim asked = attempt(rule, "a" + i, "", "n" + wrong.random.nextInt(2));
                    verdict = begin(lockout, asked);
                    assertThat(verdict).as("seed %d, step %d", seed, i).isEqualTo(begin(truth, asked));
                    open.add(asked);
                    if (verdict.passed() && wrong.random.nextInt(4) == 0) {
                        wrong.back();
                    }
                } else {
                    AttemptClaim asked = open.remove(wrong.random.nextInt(open.size()));
                    Operation ending = wrong.random.nextInt(5) == 0 ? Operation.SUCCEED : Operation.FAIL;
                    verdict = lockout.settle(asked, ending);
                    assertThat(verdict).as("seed %d, step %d", seed, i).isEqualTo(truth.settle(asked, ending));
                }
                assertThat(lockout.state(rule)).isEqualTo(truth.state(rule));
            }
        }
    }

    private static Verdict begin(Lockout lockout, AttemptClaim asked) {
        return lockout.passes(asked, 0) ? lockout.take(asked) : lockout.leave(asked, false);
    }

    @Test
    void leasesAreExactWhereTheStepIsSeen() {
        ConcurrencyPolicy rule = new ConcurrencyPolicy("upload", "", 2, 10 * SECOND, false);
        for (long seed = 1; seed <= 200; seed++) {
            Wrong wrong = new Wrong(new Random(seed));
            Leases leases = new Leases();
            Leases truth = new Leases();
            for (int i = 0; i < 300; i++) {
                boolean enters = wrong.stepped || wrong.random.nextInt(3) > 0;
                wrong.pass();
                if (wrong.behind > 0 && wrong.random.nextInt(6) == 0) {
                    wrong.behind = 0;
                }
                leases.advance(wrong.clock());
                truth.advance(wrong.time);
                String lease = "l" + wrong.random.nextInt(4);
                Verdict verdict = enters ? enter(leases, rule, lease) : leases.renew(rule, lease);
                assertThat(verdict)
                        .as("seed %d, step %d", seed, i)
                        .isEqualTo(enters ? enter(truth, rule, lease) : truth.renew(rule, lease));
                if (verdict.passed() && wrong.random.nextInt(4) == 0) {
                    wrong.back();
                }
            }
        }
    }

    private static Verdict enter(Leases leases, ConcurrencyPolicy rule, String lease) {
        return leases.passes(rule, 1) ? leases.take(rule, lease) : leases.leave(rule);
    }
}
