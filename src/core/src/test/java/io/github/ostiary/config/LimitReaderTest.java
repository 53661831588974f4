package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.LimitSelection;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitReaderTest {

    private static final String LONG_NAME = "a".repeat(40);

    private static Limit limit(String rate, int index) {
        LimitId id = new LimitId("api", index < 0 ? "api" : "api-" + rate.split("/")[1], index < 0 ? "0" : "" + index);
        return new Limit(id, Algorithm.SLIDING_LOG, Rate.parse(rate), 0, false, false);
    }

    private static Limit shadow(String kind, String rate, String counter, long minInterval) {
        LimitId id = new LimitId("api", "api" + kind, counter);
        return new Limit(id, Algorithm.SLIDING_LOG, Rate.parse(rate), minInterval, true, true);
    }

    @Test
    void defaults() {
        LimitRule rule = Given.file("limit.api.rate=100/1m").limit();
        assertThat(rule.name()).isEqualTo("api");
        assertThat(rule.basics().matcher().paths()).isEmpty();
        assertThat(rule.basics().matcher().excluded()).isEmpty();
        assertThat(rule.basics().matcher().methods().names()).isEmpty();
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.FIRST);
        assertThat(rule.keyOf(new TestCall("GET", "/").as("bob"))).isEqualTo(Key.principal("bob"));
        assertThat(rule.keyOf(new TestCall("GET", "/").from("192.0.2.1"))).isEqualTo(Key.ip("192.0.2.1"));
        assertThat(rule.limits().ofAllPlans()).singleElement().satisfies(keyed -> {
            assertThat(keyed.optional()).isFalse();
            assertThat(keyed.limits()).containsExactly(limit("100/1m", -1));
        });
        assertThat(rule.shadow()).isFalse();
        assertThat(rule.onStoreFailure()).isEqualTo(FailurePolicy.LOCAL);
        assertThat(rule.basics().status()).isEmpty();
        assertThat(rule.waitMicros()).isZero();
        assertThat(rule.cost()).isEqualTo(new Cost.FixedCost(1));
        assertThat(rule.terms().needsKey()).isTrue();
    }

    private static LimitRule everything() {
        return Given.file(
                        "limit.api.path=/api/*, *.do, !/api/static/*",
                        "limit.api.methods=post, PUT",
                        "limit.api.when=header:X",
                        "limit.api.key=header:X-Api-Key | ip/32/56",
                        "limit.api.perIp=50/1m, 5/1s",
                        "limit.api.enforce=false",
                        "limit.api.onStoreFailure=deny",
                        "limit.api.status=420",
                        "limit.api.position=last",
                        "limit.api.rate=10/1s, 100/1m",
                        "limit.api.rate.by=attribute:plan",
                        "limit.api.rate.pro=600/PT1M",
                        "limit.api.rate.free=60/1m",
                        "limit.api.algorithm=sliding-log",
                        "limit.api.minInterval=2s",
                        "limit.api.countDenied=true",
                        "limit.api.cost=header:X-Cost",
                        "limit.api.costMissing=3",
                        "limit.api.onMissingKey=allow")
                .limit();
    }

    @Test
    void everything_set() {
        LimitRule rule = everything();
        TestCall call = new TestCall("PUT", "/api/1").from("2001:db8:0:1ff::1");
        assertThat(rule.basics().matcher().paths())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(PathPattern.parse("/api/*"), PathPattern.parse("*.do"));
        assertThat(rule.basics().matcher().excluded())
                .usingRecursiveFieldByFieldElementComparator()
                .containsExactly(PathPattern.parse("/api/static/*"));
        assertThat(rule.basics().matcher().methods().names()).containsExactlyInAnyOrder("POST", "PUT");
        assertThat(rule.basics().matcher().when()).rejects(call);
        assertThat(rule.basics().matcher().when()).accepts(call.header("X", "y"));
        assertThat(rule.basics().matcher().position()).isEqualTo(Position.LAST);
        assertThat(rule.keyOf(call).parts()).extracting(Key.Part::value).containsExactly("2001:db8:0:100::/56");
        assertThat(rule.keyOf(call.header("X-Api-Key", "k")).parts())
                .extracting(Key.Part::value)
                .containsExactly("k");
        assertThat(rule.shadow()).isTrue();
        assertThat(rule.onStoreFailure()).isEqualTo(FailurePolicy.DENY);
        assertThat(rule.basics().status()).hasValue(420);
        assertThat(rule.waitMicros()).isZero();
        assertThat(rule.cost()).isEqualTo(new Cost.HeaderCost("X-Cost", 3));
        assertThat(rule.terms().needsKey()).isFalse();
    }

    @Test
    void everything_counted() {
        LimitSelection limits = everything().limits();
        TestCall call = new TestCall("PUT", "/api/1");
        List<Limit> address = List.of(shadow("-ip-1m", "50/1m", "ip0", 0), shadow("-ip-1s", "5/1s", "ip1", 0));
        assertThat(limits.of(call))
                .extracting(KeyedLimits::limits)
                .containsExactly(
                        List.of(shadow("-1m", "100/1m", "0", 2_000_000), shadow("-1s", "10/1s", "1", 0)), address);
        assertThat(limits.of(call)).extracting(KeyedLimits::optional).containsExactly(false, true);
        assertThat(limits.of(call.attribute("plan", "pro")))
                .extracting(KeyedLimits::limits)
                .containsExactly(List.of(shadow("", "600/1m", "0", 2_000_000)), address);
        assertThat(limits.of(call.attribute("plan", "free")))
                .extracting(KeyedLimits::limits)
                .containsExactly(List.of(shadow("", "60/1m", "0", 2_000_000)), address);
    }

    @Test
    void a_description_is_a_sentence() {
        String rate = "limit.api.rate=1/1m";
        String longest = "limit.api.description=" + "x".repeat(200);
        assertThat(Given.file(rate).limit().basics().description()).isEmpty();
        assertThat(Given.file(rate, "limit.api.description=Keeps crawlers, and others, off")
                        .limit()
                        .basics()
                        .description())
                .contains("Keeps crawlers, and others, off");
        assertThat(Given.file(rate, longest).problems()).isEmpty();
        assertThat(Given.file(rate, longest + "x").problems())
                .singleElement()
                .asString()
                .startsWith("limit.api.description=")
                .endsWith(": must have at most 200 characters, not 201; say it in one sentence");
    }

    @Test
    void inherits_the_failure_policy() {
        assertThat(Given.file("onStoreFailure=allow", "limit.api.rate=1/1m")
                        .limit()
                        .onStoreFailure())
                .isEqualTo(FailurePolicy.ALLOW);
    }

    @ParameterizedTest
    @CsvSource({"true, true, true", "true, false, false", "false, true, false", "false, false, false"})
    void enforces_only_if_both_the_rule_and_the_whole_do(boolean global, boolean rule, boolean enforced) {
        assertThat(Given.file("enforce=" + global, "limit.api.rate=1/1m", "limit.api.enforce=" + rule)
                        .limit()
                        .shadow())
                .isNotEqualTo(enforced);
    }

    @Test
    void per_ip_is_unstated_none_or_rates() {
        String[] chosen = {"limit.api.rate=1/1m", "limit.api.key=session"};
        assertThat(Given.file(chosen).problems())
                .containsExactly(
                        "limit.api.perIp: callers choose 'session' freely, and each new value would start a new count;"
                                + " state the rate of one address, such as 1/1m, or none");
        assertThat(Given.file(chosen)
                        .initParam("limit.api.perIp", "none")
                        .limit()
                        .limits()
                        .ofAllPlans())
                .extracting(KeyedLimits::optional)
                .containsExactly(false);
        assertThat(Given.file(chosen)
                        .initParam("limit.api.perIp", "9/1m")
                        .limit()
                        .limits()
                        .ofAllPlans())
                .extracting(KeyedLimits::optional)
                .containsExactly(false, true);
        assertThat(Given.file("limit.api.rate=1/1m", "limit.api.perIp=none").problems())
                .containsExactly(
                        "limit.api.perIp: no part of 'principal | ip' is freely chosen by callers; remove perIp");
    }

    @ParameterizedTest
    @CsvSource({
        "1, FixedCost[permits=1]",
        "100, FixedCost[permits=100]",
        "'header: X-Cost', 'HeaderCost[name=X-Cost, missing=1]'",
        "param:n, 'ParameterCost[name=n, missing=1]'",
    })
    void costs(String text, String cost) {
        assertThat(Given.file("limit.api.rate=100/1m", "limit.api.cost=" + text)
                        .limit()
                        .cost())
                .hasToString(cost);
    }

    @Test
    void names_of_forty_characters() {
        assertThat(Given.file("limit." + LONG_NAME + ".rate=1/1m").limit().name())
                .isEqualTo(LONG_NAME);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "rate=100/1x → rate=100/1x: '100/1x' is not a rate; write permits/window, such as 100/1m",
                "rate=0/1m → rate=0/1m: permits must be 1 to 1000000000, not 0",
                "rate=1/2s, 2/2s → rate=1/2s, 2/2s: '1/2s, 2/2s' names the window 2s twice; keep the smaller of the two"
                        + " rates",
                "rate=1/1m, → rate=1/1m,: '' is not a rate; write permits/window, such as 100/1m",
                "rate=1000001/1h → rate=1000001/1h: a sliding-log holds at most 1000000 permits, not 1000001; use"
                        + " algorithm=sliding-window, lower the rate or shorten its window",
                "rate= → rate=: it has no value; write one or remove the key",
            })
    void problems_of_the_rate(String line, String problem) {
        assertThat(Given.file("limit.api." + line).problems()).containsExactly("limit.api." + problem);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '→',
            value = {
                "path=/a,,/b → path=/a,,/b: an entry of the list is empty; remove the extra comma",
                "path= → path=: it has no value; write one or remove the key",
                "methods=POST → methods=POST: it means nothing without a path; add limit.api.path=/* or remove it",
                "position=last → position=last: it means nothing without a path; add limit.api.path=/* or remove it",
                "enforce=no → enforce=no: must be true or false",
                "onStoreFailure=x → onStoreFailure=x: must be local, allow or deny",
                "status=200 → status=200: must be a whole number from 400 to 599",
                "status=600 → status=600: must be a whole number from 400 to 599",
                "perIp=some → perIp=some: 'some' is not a rate; write permits/window, such as 100/1m",
                "perIp=2000000/1h → perIp=2000000/1h: a sliding-log holds at most 1000000 permits, not 2000000; use"
                        + " algorithm=sliding-window, lower the rate or shorten its window",
                "algorithm=magic → algorithm=magic: 'magic' is not an algorithm; use sliding-log, fixed-window,"
                        + " sliding-window, token-bucket, leaky-bucket, calendar",
                "minInterval=soon → minInterval=soon: 'soon' is not a duration; write 500ms, 10s, 1m, 2h, 1d or ISO-8601"
                        + " such as PT1M",
                "minInterval=367d → minInterval=367d: must be from 0ms to 366d",
                "countDenied=maybe → countDenied=maybe: must be true or false",
                "cost=0 → cost=0: must be a whole number from 1 to 1000000",
                "cost=1000001 → cost=1000001: must be a whole number from 1 to 1000000",
                "cost=body:n → cost=body:n: 'body:n' is not a cost; write 1 to 1000000, header:NAME or"
                        + " param:NAME; or, for a cost known afterwards, response:header:NAME, attribute:NAME,"
                        + " response:bytes, request:bytes or time",
                "cost=header: → cost=header:: 'header:' is not a cost; write 1 to 1000000, header:NAME or"
                        + " param:NAME; or, for a cost known afterwards, response:header:NAME, attribute:NAME,"
                        + " response:bytes, request:bytes or time",
                "cost=param: → cost=param:: 'param:' is not a cost; write 1 to 1000000, header:NAME or"
                        + " param:NAME; or, for a cost known afterwards, response:header:NAME, attribute:NAME,"
                        + " response:bytes, request:bytes or time",
                "cost=101 → cost=101: it is more than 100/1m ever admits; lower it or raise the rate",
                "costMissing=2 → costMissing=2: it means nothing without cost=header:NAME or cost=param:NAME; remove it",
                "onMissingKey=pass → onMissingKey=pass: must be refuse or allow",
                "burst=5 → burst=5: a sliding-log has no burst; use a token-bucket or remove it",
                "initial=5 → initial=5: a sliding-log has no initial fill; use a token-bucket or remove it",
                "refill=smooth → refill=smooth: a sliding-log has no refill; use a token-bucket or remove it",
                "precision=1s → precision=1s: a sliding-log has no precision; use a sliding-window or remove it",
                "wait=5s → wait=5s: a sliding-log has no slots to wait for; use a leaky-bucket or a token-bucket, or"
                        + " remove it",
                "wait=61s → wait=61s: must be from 0ms to 1m",
                "rate.by=attribute:plan → rate.by=attribute:plan: there is no plan to choose; add"
                        + " limit.api.rate.PLAN=600/1m or remove it",
                "rate.pro=600/1m → rate.pro=600/1m: nothing chooses this plan; add limit.api.rate.by=attribute:plan",
            })
    void problems(String line, String problem) {
        assertThat(Given.file("limit.api.rate=100/1m", "limit.api." + line).problems())
                .containsExactly("limit.api." + problem);
    }

    @Test
    void a_missing_rate_is_a_problem() {
        assertThat(Given.file("limit.api.path=/api/*").problems())
                .containsExactly("limit.api: a limit needs a rate; add limit.api.rate=100/1m");
    }

    @Test
    void a_costMissing_is_no_problem_where_only_the_cost_is_wrong() {
        assertThat(Given.file("limit.api.rate=1/1m", "limit.api.cost=headr:N", "limit.api.costMissing=2")
                        .problems())
                .containsExactly(
                        "limit.api.cost=headr:N: 'headr:N' is not a cost; write 1 to 1000000, header:NAME or param:NAME;"
                                + " or, for a cost known afterwards, response:header:NAME, attribute:NAME, response:bytes,"
                                + " request:bytes or time");
    }

    @Test
    void methods_that_are_none_are_problems() {
        assertThat(Given.file("limit.api.rate=1/1m", "limit.api.path=/*", "limit.api.methods=POST, !GET")
                        .problems())
                .containsExactly("limit.api.methods=POST, !GET: '!GET' is not a request method; write a list, such as"
                        + " POST, PUT, or * alone for all");
        assertThat(Given.file("limit.api.rate=1/1m", "limit.api.path=/*", "limit.api.methods=*")
                        .limit()
                        .basics()
                        .matcher()
                        .methods())
                .isSameAs(Methods.ALL);
    }

    @Test
    void plans_hold_the_same_bounds() {
        assertThat(Given.file(
                                "limit.api.rate=100/1m",
                                "limit.api.rate.by=attribute:plan",
                                "limit.api.rate.big=2000000/1h",
                                "limit.api.rate.small=2/1s",
                                "limit.api.cost=3")
                        .problems())
                .containsExactly(
                        "limit.api.rate.big=2000000/1h: a sliding-log holds at most 1000000 permits, not 2000000; use"
                                + " algorithm=sliding-window, lower the rate or shorten its window",
                        "limit.api.cost=3: it is more than 2/1s ever admits; lower it or raise the rate");
    }
}
