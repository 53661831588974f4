package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.FailurePolicy;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LimitConfigTest {

    private static final String LONG_NAME = "a".repeat(40);

    @Test
    void defaults() {
        assertThat(Given.file("limit.api.rate=100/1m").limit())
                .usingRecursiveComparison()
                .ignoringFields("revision")
                .isEqualTo(new LimitConfig(
                        "api",
                        new Match(List.of(), Set.of(), Optional.empty(), Position.FIRST),
                        "principal | ip",
                        PerIp.UNSTATED,
                        true,
                        FailurePolicy.LOCAL,
                        OptionalInt.empty(),
                        Rate.parseAll("100/1m"),
                        Optional.empty(),
                        Algorithm.SLIDING_LOG,
                        TuningConfig.PLAIN,
                        Duration.ZERO,
                        false,
                        Duration.ZERO,
                        new Cost.FixedCost(1),
                        1,
                        MissingKey.REFUSE,
                        figures -> {
                            throw new AssertionError();
                        }));
    }

    @Test
    void everything_set() {
        assertThat(Given.file(
                                "limit.api.path=/api/*, *.do, !/api/static/*",
                                "limit.api.methods=post, PUT",
                                "limit.api.when=role:admin",
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
                        .limit())
                .usingRecursiveComparison()
                .ignoringFields("revision")
                .isEqualTo(new LimitConfig(
                        "api",
                        new Match(
                                List.of("/api/*", "*.do", "!/api/static/*"),
                                Set.of("POST", "PUT"),
                                Optional.of("role:admin"),
                                Position.LAST),
                        "header:X-Api-Key | ip/32/56",
                        new PerIp(true, Rate.parseAll("5/1s, 50/1m")),
                        false,
                        FailurePolicy.DENY,
                        OptionalInt.of(420),
                        Rate.parseAll("100/1m, 10/1s"),
                        Optional.of(new Plans(
                                "attribute:plan",
                                Map.of("pro", Rate.parseAll("600/1m"), "free", Rate.parseAll("60/1m")))),
                        Algorithm.SLIDING_LOG,
                        TuningConfig.PLAIN,
                        Duration.ofSeconds(2),
                        true,
                        Duration.ZERO,
                        new Cost.HeaderCost("X-Cost"),
                        3,
                        MissingKey.ALLOW,
                        figures -> {
                            throw new AssertionError();
                        }));
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
                        .enforce())
                .isEqualTo(enforced);
    }

    @Test
    void per_ip_is_unstated_none_or_rates() {
        assertThat(Given.file("limit.api.rate=1/1m", "limit.api.perIp=none")
                        .limit()
                        .perIp())
                .isEqualTo(PerIp.NONE)
                .isNotEqualTo(PerIp.UNSTATED);
    }

    @ParameterizedTest
    @CsvSource({
        "1, FixedCost[permits=1]",
        "100, FixedCost[permits=100]",
        "header: X-Cost, HeaderCost[name=X-Cost]",
        "param:n, Param[name=n]",
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
                        + " sliding-window, token-bucket, leaky-bucket",
                "minInterval=soon → minInterval=soon: 'soon' is not a duration; write 500ms, 10s, 1m, 2h, 1d or ISO-8601"
                        + " such as PT1M",
                "minInterval=367d → minInterval=367d: must be from 0ms to 366d",
                "countDenied=maybe → countDenied=maybe: must be true or false",
                "cost=0 → cost=0: must be a whole number from 1 to 1000000",
                "cost=1000001 → cost=1000001: must be a whole number from 1 to 1000000",
                "cost=body:n → cost=body:n: 'body:n' is not a cost; write 1 to 1000000, header:NAME or param:NAME",
                "cost=header: → cost=header:: 'header:' is not a cost; write 1 to 1000000, header:NAME or param:NAME",
                "cost=param: → cost=param:: 'param:' is not a cost; write 1 to 1000000, header:NAME or param:NAME",
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
                .containsExactly("limit.api.cost=headr:N: 'headr:N' is not a cost; write 1 to 1000000, header:NAME or"
                        + " param:NAME");
    }

    @Test
    void methods_that_are_none_are_problems() {
        assertThat(Given.file("limit.api.rate=1/1m", "limit.api.path=/*", "limit.api.methods=POST, !GET")
                        .problems())
                .containsExactly("limit.api.methods=POST, !GET: '!GET' is not a request method; write a list, such as"
                        + " POST, PUT");
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
