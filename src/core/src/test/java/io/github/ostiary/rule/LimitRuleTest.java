package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What a limit asks of a call, of a key made by hand, and of all plans. */
class LimitRuleTest {

    private static final Limit FREE = limit("free");
    private static final Limit PRO = limit("pro");
    private static final Limit PER_IP = limit("ip");
    private static final Key BOB = Key.principal("bob");
    private static final Key ADDRESS = Key.ip("1.2.3.4");

    private static final KeyResolver PRINCIPAL = call -> call.principal().map(Key::principal);
    private static final KeyResolver IP = call -> call.peer().map(Key::ip);

    private final TestCall anonymous = new TestCall("GET", "/");
    private final TestCall bob = new TestCall("GET", "/").as("bob");

    private static Limit limit(String name) {
        return Limits.named(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), name);
    }

    private static LimitRule rule(LimitSelection limits, boolean needsKey, Cost cost) {
        LimitRule any = Rules.limit("api", List.of());
        CallTerms terms = new CallTerms(
                FailurePolicy.LOCAL, 3, needsKey, key -> key.has(Key.IP) ? Key.ip("1.2.3.0") : key, Optional::of);
        return new LimitRule(any.basics(), terms, new ReplaceableLimits(limits), cost, figures -> {});
    }

    private static LimitRule perPrincipalAndAddress(boolean needsKey) {
        return rule(
                new FixedLimits(List.of(
                        new KeyedLimits(PRINCIPAL, List.of(FREE), false), new KeyedLimits(IP, List.of(PER_IP), true))),
                needsKey,
                new Cost.FixedCost(2));
    }

    private static LimitRule byPlan(Cost cost) {
        KeyedLimits free = new KeyedLimits(PRINCIPAL, List.of(FREE), false);
        KeyedLimits pro = new KeyedLimits(PRINCIPAL, List.of(PRO, FREE), false);
        return rule(
                new LimitsByPlan(
                        call -> Optional.ofNullable(call.attribute("plan")).map(plan -> Key.of(plan.toString())),
                        List.of(free),
                        Map.of("pro", List.of(pro), "open", List.of())),
                true,
                cost);
    }

    private static Stream<Charge> charges(Claims claims) {
        return claims.asks().stream().map(ask -> (Charge) ask.claim());
    }

    private static Claims claims() {
        return new Claims(Key::canonical);
    }

    @Test
    void aCallIsChargedOnAllItsKeysByWhatItCosts() {
        Claims claims = claims();
        assertThat(perPrincipalAndAddress(true).claim(bob, claims)).isTrue();
        assertThat(charges(claims))
                .containsExactly(
                        new Charge(FREE, BOB.canonical(), 2, 3), new Charge(PER_IP, ADDRESS.canonical(), 2, 3));
    }

    @Test
    void aCallWithoutItsKeyIsDeniedOrPassed() {
        assertThat(perPrincipalAndAddress(true).claim(anonymous, claims())).isFalse();
        Claims claims = claims();
        assertThat(perPrincipalAndAddress(false).claim(anonymous, claims)).isTrue();
        assertThat(charges(claims)).as("what it may lack is charged").hasSize(1);
        LimitRule mayLack = rule(
                new FixedLimits(List.of(new KeyedLimits(PRINCIPAL, List.of(FREE), true))), true, new Cost.FixedCost(1));
        assertThat(mayLack.claim(anonymous, claims())).isTrue();
    }

    @Test
    void aKeyMadeByHandIsChargedWhereItMustBeThereAndAsTheRuleCountsIt() {
        Claims claims = claims();
        perPrincipalAndAddress(true).claim(ADDRESS, 9, 4, claims);
        assertThat(charges(claims))
                .containsExactly(new Charge(FREE, Key.ip("1.2.3.0").canonical(), 9, 4));
    }

    @Test
    void aLookAtAnAddressSeesWhatItMayDoWithAllKeys() {
        Claims address = claims();
        perPrincipalAndAddress(true).look(ADDRESS, address);
        assertThat(charges(address)).extracting(Charge::limit).containsExactly(FREE, PER_IP);
        for (Key other : List.of(BOB, ADDRESS.and(BOB))) {
            Claims claims = claims();
            perPrincipalAndAddress(true).look(other, claims);
            assertThat(charges(claims)).extracting(Charge::limit).containsExactly(FREE);
        }
    }

    @Test
    void allPlansAreChargedTogetherEachCounterOnce() {
        Claims claims = claims();
        byPlan(new Cost.FixedCost(1)).claimOfAllPlans(BOB, 2, claims);
        assertThat(charges(claims)).extracting(Charge::limit).containsExactlyInAnyOrder(FREE, PRO);
    }

    /** A cost that cannot be read denies only whom it is charged. */
    @Test
    void aPlanWithoutRatesCostsNothing() {
        LimitRule rule = byPlan(new Cost.HeaderCost("rows", 1));
        TestCall open = bob.attribute("plan", "open").header("rows", "none");
        assertThat(claims().add(rule, open)).isTrue();
        assertThat(claims().add(rule, bob.attribute("plan", "pro"))).isFalse();
    }

    @Test
    void whatIsDeniedCountsWhereAnyLimitSaysSo() {
        Limit counting = Limits.with(PRO, 0, true, false);
        KeyedLimits both = new KeyedLimits(PRINCIPAL, List.of(counting, FREE), false);
        LimitRule rule = rule(new FixedLimits(List.of(both)), true, new Cost.FixedCost(1));
        assertThat(rule.countsDenied()).isTrue();
        assertThat(perPrincipalAndAddress(true).countsDenied()).isFalse();
        Claims claims = claims();
        rule.claim(bob, claims);
        assertThat(claims.countDenied()).as("whatever the last one says").isTrue();
        Claims others = claims();
        perPrincipalAndAddress(true).claim(bob, others);
        assertThat(others.countDenied()).isFalse();
    }

    @Test
    void aCallsKeyIsTheFirstThatItMustHave() {
        LimitRule rule = rule(
                new FixedLimits(List.of(
                        new KeyedLimits(IP, List.of(PER_IP), true), new KeyedLimits(PRINCIPAL, List.of(FREE), false))),
                true,
                new Cost.FixedCost(1));
        assertThat(rule.keyOf(bob)).isEqualTo(BOB);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rule.keyOf(anonymous))
                .withMessage("this call has no identity that limit.api could count");
    }
}
