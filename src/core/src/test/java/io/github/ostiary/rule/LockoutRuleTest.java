package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.rule.LockoutRule.Besieged;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whose failures a lockout counts, and by which policy. */
class LockoutRuleTest {

    private static final LockoutPolicy OWN =
            LockoutPolicies.policy().lock(3, 60, 60).cap(9).exempt(60).named("login");

    private static LockoutRule rule(List<KeyResolver> keys) {
        LimitRule any = Rules.limit("login", List.of());
        return new LockoutRule(
                any.basics(),
                any.terms(),
                OWN,
                new LockoutRule.Subject(
                        keys,
                        null,
                        null,
                        call -> Optional.empty(),
                        key -> "",
                        key -> "",
                        key -> key.has(Key.IP) && !key.has(Key.PRINCIPAL),
                        LockoutRule.Sent.ANYHOW),
                new Signals(List.of(), List.of(), List.of()),
                new LockoutRule.Challenged(Optional.empty(), true, null));
    }

    /** A stranger's success must not clear what others failed at. */
    @Test
    void aKeyOfNothingButNetworksIsStrangers() {
        LockoutRule rule = rule(List.of());
        assertThat(rule.policyOf(Key.principal("bob"))).isSameAs(OWN);
        assertThat(rule.policyOf(Key.ip("1.2.3.4").and(Key.principal("bob")))).isSameAs(OWN);
        LockoutPolicy shared = rule.policyOf(Key.ip("1.2.3.4"));
        assertThat(shared.aftermath().consecutive()).isFalse();
        assertThat(shared.cap()).isZero();
        assertThat(shared.aftermath().exemptMicros()).isZero();
        assertThat(rule.policyOf(Key.ip("1.2.3.4").and(Key.part("host", "shop"))))
                .isEqualTo(shared);
    }

    private static LockoutRule rule(
            LockoutPolicy policy, boolean needsKey, boolean locksVictims, @Nullable Besieged besieged) {
        LimitRule any = Rules.limit("login", List.of());
        return new LockoutRule(
                any.basics(),
                new CallTerms(FailurePolicy.LOCAL, 0, needsKey, key -> Key.of("adopted"), Optional::of),
                policy,
                new LockoutRule.Subject(
                        List.of(call -> call.principal().map(Key::principal)),
                        null,
                        null,
                        call -> Optional.empty(),
                        key -> "",
                        key -> "",
                        key -> key.has(Key.IP) || key.has("host"),
                        LockoutRule.Sent.ANYHOW),
                new Signals(List.of(new Signal.Status(Set.of(401))), List.of(), List.of()),
                new LockoutRule.Challenged(Optional.empty(), locksVictims, besieged));
    }

    private static AttemptClaim asked(LockoutRule rule, CallContext call) {
        Claims claims = new Claims(Key::canonical);
        assertThat(rule.claim(call, claims)).isTrue();
        return (AttemptClaim) claims.asks().get(0).claim();
    }

    /** Else anybody could lock anybody out by wrong captchas. */
    @Test
    void wrongAnswersLockNoKeyWithoutAnAddressUnlessTheRuleSaysSo() {
        LockoutPolicy policy = LockoutPolicies.policy()
                .challenge(2, 60)
                .lock(5, 60, 60)
                .wrong(3, 60)
                .named("login");
        Key host = Key.part("host", "shop");
        LockoutRule spared = rule(policy, true, false, null);
        LockoutRule accepted = rule(policy, true, true, null);
        for (Key key : List.of(Key.principal("bob"), host)) {
            assertThat(accepted.policyOf(key)).isNotEqualTo(spared.policyOf(key));
            assertThat(spared.policyOf(key)).isEqualTo(accepted.policyOf(key).withoutChallengeLock());
        }
        assertThat(spared.policyOf(Key.ip("1.2.3.4"))).isEqualTo(accepted.policyOf(Key.ip("1.2.3.4")));
    }

    @Test
    void aCallWithoutItsKeyIsDeniedOrPassed() {
        TestCall anonymous = new TestCall("POST", "/login");
        assertThat(rule(OWN, true, true, null).claim(anonymous, new Claims(Key::canonical)))
                .isFalse();
        Claims claims = new Claims(Key::canonical);
        assertThat(rule(OWN, false, true, null).claim(anonymous, claims)).isTrue();
        assertThat(claims.asks()).isEmpty();
    }

    @Test
    void aLookIsAtTheKeyAsTheRuleCountsItAndAtNothingWhereTheGuardIsOff() {
        Claims claims = new Claims(Key::canonical);
        rule(OWN, true, true, null).look(Key.ip("1.2.3.4"), claims);
        assertThat(claims.asks()).extracting(Ask::key).containsExactly(Key.of("adopted"));
        Claims off = new Claims(Key::canonical);
        rule(List.of()).look(Key.of("bob"), off);
        assertThat(off.asks()).isEmpty();
    }

    @Test
    void aStatusFailsWhereItIsAFailure() {
        assertThat(rule(OWN, true, true, null).failsBy(401)).isTrue();
        assertThat(rule(OWN, true, true, null).failsBy(200)).isFalse();
        assertThat(Rules.limit("any", List.of()).failsBy(401)).isFalse();
    }

    private static void fail(LockoutRule rule, CallContext call) {
        Claims claims = new Claims(Key::canonical);
        assertThat(rule.claim(call, claims)).isTrue();
        rule.count(Siege.Sign.FAILED, claims.asks(), claims.asks().get(0));
    }

    @Test
    void anAttemptOfASiegeSaysSoWhetherItIsMeasuredOrSaid() {
        TestCall bob = new TestCall("POST", "/login").as("bob");
        Siege siege = new Siege(new ManualTimeSource());
        SiegeThreshold two = new SiegeThreshold(2, 60_000_000);
        LockoutRule measured = rule(OWN, true, true, new Besieged(siege, two, Optional.empty(), Optional.empty()));
        fail(measured, bob);
        assertThat(asked(measured, bob).purpose()).isEqualTo(Purpose.ATTEMPT);
        assertThat(asked(rule(OWN, true, true, new Besieged(siege, two, Optional.of(true), Optional.empty())), bob)
                        .purpose())
                .isEqualTo(Purpose.ATTEMPT_IN_SIEGE);
        fail(measured, new TestCall("POST", "/login").as("amy"));
        assertThat(asked(measured, bob).purpose()).isEqualTo(Purpose.ATTEMPT_IN_SIEGE);
        assertThat(asked(rule(OWN, true, true, new Besieged(siege, two, Optional.of(false), Optional.empty())), bob)
                        .purpose())
                .isEqualTo(Purpose.ATTEMPT);
        fail(rule(OWN, true, true, null), bob);
    }

    @Test
    void aCallsKeyIsThatOfTheFirstSet() {
        Key bob = Key.of("bob");
        TestCall call = new TestCall("POST", "/login");
        assertThat(rule(List.of(any -> Optional.of(bob), any -> Optional.empty()))
                        .keyOf(call))
                .isEqualTo(bob);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule(List.of(any -> Optional.empty())).keyOf(call))
                .withMessage("this call has no identity that lockout.login could count");
    }
}
