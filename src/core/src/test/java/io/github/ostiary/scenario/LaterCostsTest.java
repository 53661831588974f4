package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Decision;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Reservation;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.LaterCost;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.CountedAnswer;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Costs that are known afterwards: what CostReader reads, and AdmissionBill charges, before there is a request of a server's. */
class LaterCostsTest extends GuardFixture {

    private static final Key BOB = Key.principal("bob");

    private void costing(String cost, String... others) {
        given(concat(
                new String[] {
                    "limit.tokens.rate=1000/1h",
                    "limit.tokens.path=/*",
                    "limit.tokens.key=principal",
                    "limit.tokens.cost=" + cost,
                    "limit.tokens.reserve=100"
                },
                others));
    }

    private static String[] concat(String[] some, String... others) {
        String[] all = java.util.Arrays.copyOf(some, some.length + others.length);
        System.arraycopy(others, 0, all, some.length, others.length);
        return all;
    }

    private static TestCall call() {
        return get("/ask").as("bob");
    }

    private PendingAdmission enter(TestCall call) {
        return Entering.of(guard).enter(call, Position.FIRST);
    }

    private static CallOutcome answered(TestCall call, String... values) {
        return new CountedAnswer(Map.of("X-Used", List.of(values)), 0, 0).ending(call);
    }

    private long left() {
        return guard.limiter("tokens").peek(BOB).remaining().orElseThrow();
    }

    @ParameterizedTest
    @CsvSource({"0,1000", "30,970", "100,900", "400,600", " 30 ,970", "1000000000,0"})
    void theAnswerSaysWhatItCost(String said, long left) {
        costing("response:header:X-Used");
        PendingAdmission admission = enter(call());
        assertThat(admission.decision().remaining()).hasValue(900);
        assertThat(admission.holdsAnything()).isTrue();
        assertThat(admission.countsBytes()).isFalse();
        admission.end(answered(call(), said));
        assertThat(left()).isEqualTo(left);
        admission.end(answered(call(), "1"));
        admission.leave();
        assertThat(left()).as("it ends once").isEqualTo(left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "1e2", "12.5", "1000000001", "99999999999999999999", "abc", "\uff11"})
    void whatIsNoNumberLeavesTheReservationAndOneLine(String said) {
        costing("response:header:X-Used");
        try (LogLines log = LogLines.of(LaterCost.class.getName())) {
            enter(call()).end(answered(call(), said));
            enter(call()).end(answered(call(), "1", "1"));
            assertThat(left()).isEqualTo(800);
            assertThat(log.warnings()).hasSize(1);
            assertThat(log.warnings().get(0))
                    .contains("limit.tokens", "the header X-Used", "100 permits")
                    .doesNotContain("abc");
        }
    }

    @Test
    void whatTheCallerSaysIsNotRead() {
        costing("response:header:X-Used");
        TestCall sly = call().header("X-Used", "0");
        enter(sly).end(answered(sly));
        assertThat(left()).as("nothing says what it cost").isEqualTo(900);
    }

    @Test
    void whatIsNotThereIsDeniedBeforeTheApplicationRuns() {
        costing("attribute:used");
        for (int i = 0; i < 10; i++) {
            assertThat(enter(call()).decision().allowed()).isTrue();
        }
        Decision denied = enter(call()).decision();
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.retryAfter()).contains(Duration.ofHours(1));
    }

    @Test
    void theApplicationSetsAnAttribute() {
        costing("attribute:used");
        for (Object said : List.of(30, 30L, 29.2, "30", new StringBuilder("30"))) {
            TestCall call = call();
            PendingAdmission admission = enter(call);
            admission.end(answered(call.attribute("used", said)));
        }
        assertThat(left()).isEqualTo(850);
        enter(call().attribute("used", -1)).end(answered(call().attribute("used", Double.NaN)));
        enter(call()).end(answered(call()));
        assertThat(left()).isEqualTo(650);
    }

    @Test
    void bytesAndTimeAreMeasured() {
        costing("response:bytes");
        PendingAdmission written = enter(call());
        assertThat(written.countsBytes()).isTrue();
        written.end(new CountedAnswer(Map.of(), 5, 700).ending(call()));
        assertThat(left()).isEqualTo(995);
        guard.close();
        costing("request:bytes");
        enter(call()).end(new CountedAnswer(Map.of(), 5, 700).ending(call()));
        assertThat(left()).isEqualTo(300);
        LaterCost timed = new LaterCost(LaterCost.Measure.TIME, 1);
        assertThat(timed.at("t", answered(call()), 250_001)).hasValue(251);
        assertThat(timed.at("t", answered(call()), Long.MAX_VALUE / 2)).hasValue(LaterCost.MOST);
    }

    /** Denied by a rule behind, thrown before any answer, left by its caller. */
    @Test
    void eachEndHasItsPrice() {
        costing("attribute:used");
        enter(call())
                .end(new CallOutcome(
                        OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.empty(), false, false, call()));
        assertThat(left()).as("it did not begin").isEqualTo(1_000);
        enter(call()).end();
        assertThat(left()).isEqualTo(1_000);
        enter(call())
                .end(new CallOutcome(
                        OptionalInt.empty(),
                        CallOutcome.Answer.NONE,
                        Optional.of(new IllegalStateException()),
                        false,
                        false,
                        call()));
        assertThat(left()).as("nothing says what it cost").isEqualTo(900);
        PendingAdmission left = enter(call());
        left.bill(answered(call()));
        left.unattended();
        assertThat(left()).isEqualTo(800);
        left.bill(answered(call().attribute("used", 150)));
        left.leave();
        assertThat(left()).as("the work went on").isEqualTo(750);
        PendingAdmission known = enter(call());
        known.bill(answered(call().attribute("used", 40)));
        known.unattended();
        assertThat(left()).as("known when its caller left").isEqualTo(710);
        known.bill(answered(call().attribute("used", 90)));
        known.leave();
        assertThat(left()).isEqualTo(710);
    }

    /** One round trip: attempts, leases and costs of a request end together. */
    @Test
    void leasesAndAttemptsEndBeside() {
        costing(
                "attribute:used",
                "concurrency.work.path=/*",
                "concurrency.work.permits=1",
                "concurrency.work.key=principal",
                "lockout.login.path=/*",
                "lockout.login.key=principal",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:200",
                "lockout.login.steps=3/10m lock 10m");
        for (int i = 1; i <= 3; i++) {
            TestCall call = call();
            PendingAdmission admission = enter(call);
            assertThat(admission.decision().allowed()).isTrue();
            admission.settle(answered(call));
            admission.end(answered(call.attribute("used", 10)));
            assertThat(left()).isEqualTo(1_000 - 10 * i);
        }
    }

    /** A bean has no answer; behind the filter it shares what the request has reserved. */
    @Test
    void beansReserveToo() {
        given(
                "limit.tokens.rate=1000/1h",
                "limit.tokens.key=principal",
                "limit.tokens.cost=attribute:used",
                "limit.tokens.reserve=100");
        TestCall call = call();
        PendingAdmission bean = Entering.of(guard).enter(List.of("tokens"), call);
        assertThat(left()).isEqualTo(900);
        bean.end(returned(call.attribute("used", 30)));
        assertThat(left()).isEqualTo(970);
        guard.close();
        costing("attribute:used");
        TestCall request = call();
        PendingAdmission filter = enter(request);
        PendingAdmission behind = Entering.of(guard)
                .enter(List.of("tokens"), request.attribute(PendingAdmission.ADMISSIONS, List.of(filter)));
        assertThat(left()).as("counted once").isEqualTo(900);
        request.attribute("used", 40);
        behind.end(returned(request));
        assertThat(left()).isEqualTo(900);
        filter.end(answered(request));
        assertThat(left()).isEqualTo(960);
    }

    private static CallOutcome returned(TestCall call) {
        return new CallOutcome(OptionalInt.empty(), CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
    }

    @Test
    void javaReservesAndSettles() {
        given("limit.tokens.rate=1000/1h", "limit.tokens.key=principal");
        RateLimiter limiter = guard.limiter("tokens");
        try (Reservation reserved = limiter.reserve(BOB, 500)) {
            assertThat(reserved.allowed()).isTrue();
            assertThat(reserved.decision().remaining()).hasValue(500);
            try (Reservation denied = limiter.reserve(BOB, 501)) {
                assertThat(denied.allowed()).isFalse();
                denied.settle(1);
            }
            reserved.settle(120);
            reserved.settle(999);
        }
        assertThat(left()).isEqualTo(880);
        limiter.reserve(BOB, 80).close();
        assertThat(left()).as("without a word").isEqualTo(800);
        try (Reservation more = limiter.reserve(BOB, 1)) {
            more.settle(600);
        }
        assertThat(left()).isEqualTo(200);
        assertThat(limiter.reserve(BOB, 1_001).decision().permanent()).isTrue();
        assertThatThrownBy(() -> limiter.reserve(BOB, 0)).hasMessage("permits must be 1 to 1000000, not 0");
        assertThatThrownBy(() -> limiter.reserve(BOB, 1).settle(-1))
                .hasMessage("actual must be 0 to 1000000000, not -1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cost=5;reserve=3 | reserve: it means nothing without a cost that is known afterwards",
                "cost=header:X;reserve=3 | reserve: it means nothing without a cost that is known afterwards",
                "cost=time;reserve=101 | reserve: it is more than 100/1m ever admits; lower it or raise the rate",
                "cost=time;reserve=0 | limit.t.reserve",
                "cost=time;costMissing=3 | costMissing: a call whose cost stays unknown",
                "cost=time;countDenied=true | countDenied: the cost of a denied call is never known",
                "cost=time;minInterval=2s | minInterval: the cost is known only when a call ends, and its end would count",
                "cost=time;lease=1% | lease: with a cost that is known afterwards each call must be counted",
                "cost=time;algorithm=leaky-bucket;wait=2s | wait: a call whose cost is known afterwards takes no slot",
                "cost=time;algorithm=leaky-bucket;burst=5;reserve=6 | reserve: it is more than a burst of 5 ever admits",
                "cost=response:lines | is not a cost; write 1 to 1000000, header:NAME or param:NAME; or, for a cost known",
                "cost=response:header: | is not a cost",
                "cost=attribute: | is not a cost",
            })
    void whatDoesNotGoTogetherIsSaid(String keys, String sentence) {
        String[] lines = ("rate=100/1m;path=/*;" + keys).split(";");
        for (int i = 0; i < lines.length; i++) {
            lines[i] = "limit.t." + lines[i];
        }
        String[] parts = sentence.split(": ", 2);
        assertThatThrownBy(() -> given(lines))
                .isInstanceOf(ConfigurationException.class)
                .satisfies(wrong -> assertThat(wrong.getMessage()).contains(parts));
    }

    @ParameterizedTest
    @ValueSource(strings = {"response:header:X", "response:bytes", "request:bytes"})
    void beansHaveNoAnswer(String cost) {
        assertThatThrownBy(() -> given("limit.t.rate=100/1m", "limit.t.cost=" + cost))
                .hasMessageContaining("a rule without a path is for beans and Java code, where there is no answer");
    }

    @Test
    void theRestGoesTogether() {
        given(
                "limit.t.rate=100/1m, 1000/day",
                "limit.t.rate.by=attribute:plan",
                "limit.t.rate.gold=1000/1m, 10000/day",
                "limit.t.path=/*",
                "limit.t.key=header:X-Key",
                "limit.t.perIp=100/1m",
                "limit.t.enforce=false",
                "limit.t.position=last",
                "limit.t.lease=auto",
                "limit.t.wait=0s",
                "limit.t.cost=response:header:X-Tokens-Used",
                "limit.t.reserve=100");
    }
}
