package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.rule.LockoutRule.Subject;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a call is asked for, each counter once. */
class ClaimsTest {

    private static final TestCall CALL = new TestCall("POST", "/login");
    private static final Limit LIMIT = Limits.of(Algorithm.FIXED_WINDOW, "5/1m");
    private static final ConcurrencyPolicy ONE = new ConcurrencyPolicy("one", "0", 1, 1_000_000, false);

    private final Claims claims = new Claims(Key::canonical);
    private final LimitRule limit = Rules.limit("test", List.of(LIMIT));
    private final ConcurrencyRule concurrency = new ConcurrencyRule(limit.basics(), limit.terms(), List.of());

    private static LockoutRule lockout(KeyResolver... keys) {
        LimitRule any = Rules.limit("login", List.of());
        LockoutPolicy policy = LockoutPolicies.policy().lock(3, 60, 60).named("login");
        Subject subject = new Subject(
                List.of(keys),
                call -> Optional.of("secret"),
                call -> Optional.of(Key.ip("1.2.3.4")),
                call -> Optional.empty(),
                key -> "label of " + key.canonical(),
                key -> "",
                key -> key.has(Key.IP),
                LockoutRule.Sent.ANYHOW);
        return new LockoutRule(
                any.basics(),
                any.terms(),
                policy,
                subject,
                new Signals(List.of(), List.of(), List.of()),
                new LockoutRule.Challenged(Optional.empty(), true, null));
    }

    private static KeyResolver always(Key key) {
        return call -> Optional.of(key);
    }

    @Test
    void aCounterThatTwoRulesLeadToIsChargedOnce() {
        claims.charge(limit, List.of(LIMIT), Key.of("bob"), 1, 0);
        claims.charge(limit, List.of(LIMIT), Key.of("bob"), 1, 0);
        claims.charge(limit, List.of(LIMIT), Key.of("eve"), 1, 0);
        assertThat(claims.asks())
                .extracting(ask -> ask.claim().identity())
                .containsExactly(Key.of("bob").canonical(), Key.of("eve").canonical());
        assertThat(claims.areHeld()).isFalse();
    }

    @Test
    void otherPermitsAreAnotherCharge() {
        claims.charge(limit, List.of(LIMIT), Key.of("bob"), 1, 0);
        claims.charge(limit, List.of(LIMIT), Key.of("bob"), 2, 0);
        assertThat(claims.asks())
                .extracting(ask -> ((Charge) ask.claim()).permits())
                .containsExactly(1L, 2L);
    }

    @Test
    void aPlaceIsTakenOncePerKeyAndCounter() {
        claims.lease(concurrency, ONE, Key.of("bob"));
        claims.lease(concurrency, ONE, Key.of("bob"));
        claims.lease(concurrency, new ConcurrencyPolicy("one", "1", 5, 1_000_000, false), Key.of("bob"));
        claims.lease(concurrency, ONE, Key.of("eve"));
        assertThat(claims.asks()).hasSize(3);
        assertThat(claims.areHeld()).isTrue();
        Set<String> ids = new HashSet<>();
        claims.asks().forEach(ask -> ids.add(ask.claim().id()));
        assertThat(ids).as("each of its own").hasSize(3);
    }

    @Test
    void whatIsBorrowedIsNotAskedForAgain() {
        claims.lease(concurrency, ONE, Key.of("bob"));
        claims.asks().remove(0);
        assertThat(claims.asks()).isEmpty();
        assertThat(claims.areHeld()).isTrue();
    }

    @Test
    void oneChargeStandsAloneUntilThereIsAnother() {
        assertThat(claims.alone()).isNull();
        claims.charge(limit, List.of(LIMIT), Key.of("bob"), 1, 0);
        Claim alone = claims.alone();
        assertThat(alone).isNotNull();
        claims.charge(limit, List.of(LIMIT), Key.of("eve"), 1, 0);
        assertThat(claims.alone()).isNull();
        assertThat(claims.asks()).hasSize(2);
        assertThat(claims.asks().get(0)).isEqualTo(new Ask(alone, limit, Key.of("bob")));
    }

    @Test
    void whatIsHeldNeverStandsAlone() {
        claims.lease(concurrency, ONE, Key.of("bob"));
        assertThat(claims.alone()).isNull();
    }

    @Test
    void anAttemptIsMadeForEachKeyAndOnceForTwoThatAreOne() {
        Key bob = Key.principal("bob");
        assertThat(claims.add(lockout(always(bob), always(bob), always(Key.ip("1.2.3.4"))), CALL))
                .isTrue();
        assertThat(claims.asks()).hasSize(2);
        AttemptClaim first = (AttemptClaim) claims.asks().get(0).claim();
        assertThat(first.value()).isEqualTo("secret");
        assertThat(first.network()).isEqualTo(Key.ip("1.2.3.4").canonical());
        assertThat(first.label()).isEqualTo("label of " + bob.canonical());
        assertThat(first.purpose()).isEqualTo(Purpose.ATTEMPT);
    }

    @Test
    void whereAKeyIsMissingNobodyCanBeCounted() {
        assertThat(claims.add(lockout(always(Key.of("bob")), call -> Optional.empty()), CALL))
                .isFalse();
        assertThat(claims.add(
                        lockout(call -> {
                            throw new MalformedCallException("no form");
                        }),
                        CALL))
                .isFalse();
    }

    @Test
    void aRuleWithoutKeysIsOff() {
        assertThat(claims.add(lockout(), CALL)).isTrue();
        assertThat(claims.asks()).isEmpty();
    }

    @Test
    void anAnswerIsAskedForByAnIdOfItsOwnBesideItsAttempt() {
        claims.add(lockout(always(Key.of("bob"))), CALL);
        Ask denied = claims.asks().get(0);
        claims.answer(denied);
        assertThat(claims.asks()).hasSize(2);
        AttemptClaim answer = (AttemptClaim) claims.asks().get(1).claim();
        assertThat(answer.purpose()).isEqualTo(Purpose.CHALLENGE);
        assertThat(answer.identity()).isEqualTo(denied.claim().identity());
        assertThat(answer.id()).isNotEqualTo(denied.claim().id());
    }
}
