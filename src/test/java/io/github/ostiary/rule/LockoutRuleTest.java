package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Optional;
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
                        keys, null, null, key -> "", key -> "", key -> key.has(Key.IP) && !key.has(Key.PRINCIPAL)),
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
