package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.MatchedRules;
import io.github.ostiary.rule.Notices;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Limit;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What limits tell of what was used, and where that cannot be. */
class NoticesReaderTest {

    private static Given given(String... lines) {
        return Given.file("limit.api." + String.join("\nlimit.api.", lines));
    }

    @Test
    void partsAscendAndNothingIsToldUnlessAsked() {
        LimitRule rule =
                given("rate=100/month", "usage=true", "notify=100%, 80 %").limit();
        assertThat(rule.notices()).isEqualTo(new Notices(true, List.of(80, 100)));
        assertThat(rule.announces()).isTrue();
        assertThat(given("rate=100/month").limit().notices()).isEqualTo(Notices.NONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"param:user", "principal | json:user", "basic:user + ip", "param:phone/digits"})
    void useIsNotShownWhereATypedNameSaysWhose(String key) {
        assertThat(given("rate=100/month", "usage=true", "perIp=none", "key=" + key)
                        .problems())
                .anySatisfy(problem -> assertThat(problem)
                        .startsWith("limit.api.usage=true: '" + key + "' counts a typed name")
                        .endsWith("or remove it"));
        assertThat(given("rate=100/month", "perIp=none", "key=" + key).problems())
                .noneSatisfy(problem -> assertThat(problem).contains("usage"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"principal | ip", "header:X-Api-Key", "session", "param:shop + principal", "attribute:customer"})
    void useIsShownWhereOnlyTheCallerCanGiveTheKey(String key) {
        assertThat(given("rate=100/month", "usage=true", "key=" + key).problems())
                .noneSatisfy(problem -> assertThat(problem).contains("limit.api.usage"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"0%", "101%", "80", "half", "80%, 80%", "1%,2%,3%,4%,5%,6%"})
    void otherPartsAreNone(String parts) {
        assertThat(given("rate=100/month", "notify=" + parts).problems())
                .singleElement()
                .satisfies(problem -> assertThat(problem).startsWith("limit.api.notify="));
    }

    @ParameterizedTest
    @ValueSource(strings = {"token-bucket", "leaky-bucket"})
    void aBucketHasNoWindow(String algorithm) {
        assertThat(given("rate=100/1h", "notify=80%", "algorithm=" + algorithm).problems())
                .singleElement()
                .asString()
                .contains("limit.api.notify=80%", "a " + algorithm + " has no window", "or remove it");
        assertThat(given("rate=100/1h, 1000/month", "notify=80%", "algorithm=" + algorithm)
                        .problems())
                .as("the longest is of the calendar")
                .isEmpty();
        assertThat(given(
                                "rate=1000/month",
                                "rate.by=attribute:plan",
                                "rate.gold=2000/60d",
                                "notify=80%",
                                "algorithm=" + algorithm)
                        .problems())
                .as("the longest of a plan is not")
                .hasSize(1);
    }

    @Test
    void nothingIsTakenAheadOfWhatIsTold() {
        assertThat(Given.limits(given("rate=10000/1h", "notify=80%").limit()))
                .extracting(limit -> limit.tuning().ahead())
                .containsExactly(0L);
        assertThat(given("rate=10000/1h", "notify=80%", "lease=1%").problems())
                .singleElement()
                .asString()
                .contains("limit.api.lease=1%", "with notify each call must be counted");
    }

    @Test
    void theLongestWindowIsMeant() {
        List<Limit> limits =
                Given.limits(given("rate=10/1s, 100000/month", "notify=80%").limit());
        assertThat(limits).extracting(limit -> limit.id().isLongest()).containsExactly(true, false);
    }

    @Test
    void aPageNeedsSomethingToShow() {
        assertThat(Given.file("usage.path=/me/usage", "limit.api.rate=10/1h").problems())
                .singleElement()
                .asString()
                .contains("usage.path=/me/usage", "add limit.NAME.usage=true");
        assertThat(Given.file("usage.path=me", "limit.api.rate=10/1h", "limit.api.usage=true")
                        .problems())
                .singleElement()
                .asString()
                .contains("must be a path of the application");
    }

    @Test
    void itsReadersAreChargedNothingButLockedAndBlockedAsEverywhere() {
        GuardConfig config = Given.file(
                        "usage.path=/me/usage",
                        "limit.api.rate=10/1h",
                        "limit.api.usage=true",
                        "limit.api.path=/*",
                        "concurrency.c.permits=1",
                        "concurrency.c.path=/*",
                        "lockout.login.steps=3/1h lock 15m",
                        "lockout.login.key=ip",
                        "lockout.login.path=/*",
                        "lockout.login.methods=*",
                        "lockout.login.failure=status:401",
                        "block.bad.ip=192.0.2.1")
                .read();
        RuleSet rules = new RuleSet(config.rules(), config.access());
        assertThat(matching(rules, new TestCall("GET", "/me/usage")).counted())
                .extracting(rule -> rule.full())
                .containsExactly("lockout.login");
        assertThat(matching(rules, new TestCall("POST", "/me/usage")).counted()).hasSize(3);
        assertThat(matching(rules, new TestCall("GET", "/me/usage/more")).counted())
                .hasSize(3);
        assertThat(matching(rules, new TestCall("GET", "/me/usage").from("192.0.2.1"))
                        .block())
                .isNotNull();
    }

    private static MatchedRules matching(RuleSet rules, TestCall call) {
        return rules.matching(call, call.path().orElseThrow(), Position.FIRST, new MetRules());
    }
}
