package io.github.ostiary.operate;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operate.CallerSearch.CallerAnswer;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.RuleInForce;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import org.junit.jupiter.api.Test;

/** Holds that an operator finds whom a reference, a list or a name is about. */
class FoundCallersTest {

    private static final Operator ALICE = new Operator("alice", "test");

    private static CallerSearch search(Guard guard) {
        return new CallerSearch(guard, new LockSearch(guard, 10_000));
    }

    private static DenialRecord denied(Guard guard, TestCall call) {
        Decision decision = Entering.of(guard).enter(call, Position.FIRST).decision();
        String reference = Entrance.of(guard).reference(call, (Decision.Denied) decision);
        return OperatorApi.of(guard).explained(reference).orElseThrow();
    }

    @Test
    void whoIsBlockedIsFoundByTheReference() {
        try (Guard guard = GuardBuilder.create()
                .property("block.office.ip", "192.0.2.0/24")
                .property("limit.api.key", "ip")
                .property("limit.api.rate", "5/1m")
                .property("limit.api.path", "/*")
                .build()) {
            CallerAnswer answer = search(guard).find(denied(guard, new TestCall("GET", "/").from("192.0.2.7")));

            assertThat(answer.access()).extracting(RuleInForce::full).containsExactly("block.office");
            assertThat(answer.lines()).extracting(line -> line.rule().full()).containsExactly("limit.api");
        }
    }

    @Test
    void aListedKeyOfSeveralNamesIsFound() {
        try (Guard guard = GuardBuilder.create()
                .property("lockout.login.key", "principal + header:X-Tenant")
                .property("lockout.login.steps", "1/1m lock 5m")
                .build()) {
            Key key = Key.principal("bob").and(Key.part("header:x-tenant", "acme"));
            try (var attempt = guard.lockouts("login").begin(key)) {
                attempt.failed();
            }
            Key listed =
                    guard.lockouts("login").list(null, 10).keys().get(0).key().orElseThrow();

            assertThat(search(guard).find(listed).denying()).isEqualTo(1);
        }
    }

    @Test
    void whoseNameIsSecretIsUnlockedByIt() {
        try (Guard guard = GuardBuilder.create()
                .property("keySecret", "0123456789abcdef")
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "1/1m lock 5m")
                .build()) {
            try (var attempt = guard.lockouts("login").begin(Key.principal("bob"))) {
                attempt.failed();
            }

            assertThat(new OperatorText(guard).unlock("login", "Bob", ALICE, "called us"))
                    .hasSize(1);
            assertThat(guard.lockouts("login").state(Key.principal("bob")).phase())
                    .isEqualTo(Phase.OPEN);
            assertThat(new OperatorText(guard).unlock("login", "bob", ALICE, ""))
                    .isEmpty();
        }
    }

    @Test
    void allOfABulkUnlockAreInTheTrail() {
        try (Guard guard = GuardBuilder.create()
                .property("lockout.login.key", "ip")
                .property("lockout.login.steps", "1/1m lock 5m")
                .build()) {
            OperatorApi operators = OperatorApi.of(guard);
            for (int i = 0; i < 5_000; i++) {
                operators.unlock("login", Key.ip("10.1." + i / 250 + "." + i % 250), ALICE, "over");
            }
            assertThat(operators.audit(10_000).stream()
                            .filter(each -> each.deed() == Deed.UNLOCKED)
                            .count())
                    .isEqualTo(5_000);
        }
    }
}
