package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.store.Operation;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Each count is of what happened, and of nothing else. */
class RuleCountsTest {

    private final RuleCounts counts = new RuleCounts("limit.api");

    @Test
    void whatPassedAndWhatWasDeniedByItsReason() {
        counts.allow();
        counts.deny(Reason.RATE_LIMITED);
        counts.deny(Reason.BUSY, false);
        counts.deny(Reason.BUSY, true);
        counts.shadow();
        assertThat(counts.rule()).isEqualTo("limit.api");
        assertThat(counts.allowed()).isEqualTo(1);
        assertThat(counts.denied(Reason.RATE_LIMITED)).isEqualTo(1);
        assertThat(counts.denied(Reason.BUSY)).isEqualTo(1);
        assertThat(counts.denied(Reason.LOCKED)).isZero();
        assertThat(counts.denied()).isEqualTo(2);
        assertThat(counts.shadowed()).isEqualTo(2);
    }

    @Test
    void howAttemptsAndAnswersEndedWhereUnclearIsGivenBack() {
        counts.end(Operation.FAIL, false);
        counts.end(Operation.UNCLEAR, false);
        counts.end(Operation.ABANDON, false);
        counts.end(Operation.SUCCEED, true);
        assertThat(counts.attempts(Operation.FAIL)).isEqualTo(1);
        assertThat(counts.attempts(Operation.ABANDON)).isEqualTo(2);
        assertThat(counts.attempts(Operation.UNCLEAR)).isZero();
        assertThat(counts.attempts(Operation.SUCCEED)).isZero();
        assertThat(counts.answers(Operation.SUCCEED)).isEqualTo(1);
        assertThat(counts.answers(Operation.FAIL)).isZero();
    }

    @Test
    void whatBecameOfAKey() {
        for (LockoutEvent event : LockoutEvent.ALL) {
            assertThat(counts.counted(event)).isZero();
            counts.count(event);
            assertThat(counts.counted(event)).isEqualTo(1);
        }
    }

    @Test
    void ofTwoKindsOfANameTheOneThatAnswersNameFirst() {
        RuleLedger ledger = new RuleLedger();
        RuleCounts limit = ledger.of("limit.a");
        assertThat(ledger.named("a")).isSameAs(limit);
        RuleCounts lockout = ledger.of("lockout.a");
        assertThat(ledger.named("a")).isSameAs(lockout);
        assertThat(ledger.named("b")).isNull();
        assertThat(ledger.all()).containsExactly(limit, lockout);
        ledger.keep(Set.of("limit.a"));
        assertThat(ledger.all()).containsExactly(limit);
        assertThat(ledger.siege("a")).isSameAs(ledger.siege("a"));
        assertThat(ledger.sieges()).containsOnlyKeys("a");
    }
}
