package io.github.ostiary.algorithm;

import static io.github.ostiary.testing.LockoutPolicies.attempt;
import static io.github.ostiary.testing.LockoutPolicies.policy;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import org.junit.jupiter.api.Test;

/** One sentence of the contract each: attempts that end unclearly. Times are seconds. */
class LockoutUnclearTest extends LockoutCase {

    private Verdict unclear(double at) {
        return tried(at, attempt(rule, "u" + ++ids, "", ""), Operation.UNCLEAR);
    }

    private void allow(int unclear) {
        rule = policy().lock(3, 60, 300).unclear(unclear).named("login");
    }

    @Test
    void theyAreGivenBackAsOftenAsAllowedThenFail() {
        allow(2);
        assertThat(unclear(0).remaining()).isEqualTo(3);
        assertThat(unclear(1).remaining()).isEqualTo(3);
        assertThat(unclear(2).remaining()).isEqualTo(2);
        assertThat(unclear(3).remaining()).isEqualTo(1);
        assertThat(unclear(4).reason()).isEqualTo(Reason.LOCKED);
    }

    @Test
    void noneIsGivenBackWhereNoneIsAllowed() {
        allow(0);
        assertThat(unclear(0).remaining()).isEqualTo(2);
    }

    @Test
    void oneGivenBackTheWholeFirstWindowAgoCountsNoMore() {
        allow(1);
        unclear(0);
        assertThat(unclear(59).remaining()).isEqualTo(2);
        assertThat(unclear(60).remaining()).isEqualTo(2);
        assertThat(state(60).failures()).isEqualTo(1);
        assertThat(unclear(61).remaining()).isEqualTo(1);
    }

    @Test
    void aSuccessBringsNoneBack() {
        allow(1);
        unclear(0);
        right(1);
        assertThat(unclear(2).remaining()).isEqualTo(2);
    }

    @Test
    void anUnlockBringsThemBack() {
        allow(1);
        unclear(0);
        lockout.advance(rule, micros(1));
        lockout.unlock(0);
        assertThat(unclear(2).remaining()).isEqualTo(3);
    }

    @Test
    void oneGivenBackIsKeptForAsLongAsItCounts() {
        allow(1);
        unclear(0);
        assertThat(state(1).phase()).isEqualTo(Phase.OPEN);
        assertThat(idleSeconds(1)).isEqualTo(59);
        assertThat(idleSeconds(60)).isZero();
    }
}
