package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Key;
import io.github.ostiary.rule.ConcurrencyRule.Gate;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whose permits a call needs, and whose a key made by hand. */
class ConcurrencyRuleTest {

    private static final Gate BY_NAME = new Gate(call -> call.principal().map(Key::principal), permits("name"), false);
    private static final Gate BY_ADDRESS = new Gate(call -> call.peer().map(Key::ip), permits("ip"), true);
    private static final Key ADDRESS = Key.ip("1.2.3.4");
    private static final Key NETWORK = Key.ip("1.2.3.0");

    private final TestCall anonymous = new TestCall("GET", "/");

    private static ConcurrencyPolicy permits(String counter) {
        return new ConcurrencyPolicy("upload", counter, 1, 1_000_000, false);
    }

    private static ConcurrencyRule rule(boolean needsKey, Gate... gates) {
        CallTerms terms = new CallTerms(
                FailurePolicy.LOCAL, 0, needsKey, key -> key.equals(ADDRESS) ? NETWORK : key, Optional::of);
        return new ConcurrencyRule(Rules.limit("upload", List.of()).basics(), terms, List.of(gates));
    }

    private static List<String> asked(Claims claims) {
        return claims.asks().stream()
                .map(ask -> ask.claim().counter() + " " + ask.claim().identity())
                .toList();
    }

    private static Claims claims() {
        return new Claims(Key::canonical);
    }

    @Test
    void aCallNeedsAPermitOfEachOfItsKeys() {
        Claims claims = claims();
        assertThat(rule(true, BY_NAME, BY_ADDRESS).claim(anonymous.as("bob"), claims))
                .isTrue();
        assertThat(asked(claims))
                .containsExactly("name " + Key.principal("bob").canonical(), "ip " + ADDRESS.canonical());
        assertThat(claims.areLeased()).isTrue();
    }

    @Test
    void aCallWithoutItsKeyIsDeniedOrNeedsNone() {
        assertThat(rule(true, BY_NAME).claim(anonymous, claims())).isFalse();
        Claims claims = claims();
        assertThat(rule(false, BY_NAME, BY_ADDRESS).claim(anonymous, claims)).isTrue();
        assertThat(asked(claims)).containsExactly("ip " + ADDRESS.canonical());
        Gate mayLack = new Gate(BY_NAME.key(), BY_NAME.concurrency(), true);
        Claims none = claims();
        assertThat(rule(true, mayLack).claim(anonymous, none)).isTrue();
        assertThat(none.areLeased()).isFalse();
    }

    @Test
    void aKeyMadeByHandNeedsOneOfTheFirstThatMustBeThere() {
        Claims claims = claims();
        rule(true, BY_ADDRESS, BY_NAME, new Gate(BY_NAME.key(), permits("second"), false))
                .claim(ADDRESS, claims);
        assertThat(asked(claims)).containsExactly("name " + NETWORK.canonical());
    }

    @Test
    void aLookAtAnAddressSeesWhatItMayHoldWithAllKeys() {
        ConcurrencyRule rule = rule(true, BY_NAME, BY_ADDRESS);
        Claims address = claims();
        rule.look(ADDRESS, address);
        assertThat(asked(address)).containsExactly("name " + NETWORK.canonical(), "ip " + NETWORK.canonical());
        Claims bob = claims();
        rule.look(Key.principal("bob"), bob);
        assertThat(bob.asks()).hasSize(1);
    }

    @Test
    void anotherPatienceIsAllThatChanges() {
        ConcurrencyRule patient = rule(true, BY_NAME).waiting(7);
        assertThat(patient.waitMicros()).isEqualTo(7);
        assertThat(patient.gates()).containsExactly(BY_NAME);
        assertThat(patient.countsDenied()).isFalse();
    }
}
