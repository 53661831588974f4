package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.CountedAnswer;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.GuardFixture;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Limits that count answers, whatever the server: what CostReader reads of them, and HoldingAdmission charges when it shows. */
class CountedAnswersTest extends GuardFixture {

    private static final Key SCANNER = Key.ip("1.2.3.4");

    private void counting(String signals, String... others) {
        List<String> lines = new ArrayList<>(List.of(
                "limit.missing.path=/*",
                "limit.missing.rate=3/1h",
                "limit.missing.key=ip",
                "limit.missing.counts=" + signals));
        lines.addAll(List.of(others));
        given(lines.toArray(String[]::new));
    }

    private static TestCall page() {
        return get("/page").from("1.2.3.4");
    }

    private PendingAdmission enter() {
        return Entering.of(guard).enter(page(), Position.FIRST);
    }

    private static CallOutcome answered(int status, boolean returned) {
        return new CallOutcome(
                OptionalInt.of(status),
                new CountedAnswer(Map.of("X-Missing", List.of("1")), 0, 0),
                Optional.empty(),
                returned,
                false,
                page());
    }

    private void answer(int status) {
        PendingAdmission admission = enter();
        assertThat(admission.decision().allowed()).isTrue();
        admission.end(answered(status, true));
        admission.leave();
    }

    private long left() {
        return guard.limiter("missing").peek(SCANNER).remaining().orElseThrow();
    }

    @Test
    void onlyAnswersThatShowItAreCharged() {
        counting("status:404,410");
        for (int i = 0; i < 50; i++) {
            answer(i % 2 == 0 ? 200 : 304);
        }
        assertThat(left()).isEqualTo(3);
        answer(404);
        answer(410);
        assertThat(enter().decision().remaining()).hasValue(1);
        time.advance(Duration.ofMinutes(10));
        answer(404);
        Decision denied = enter().decision();
        assertThat(denied.allowed()).isFalse();
        assertThat(denied.retryAfter()).contains(Duration.ofMinutes(50));
        for (int i = 0; i < 20; i++) {
            assertThat(enter().decision().allowed())
                    .as("denials are not counted")
                    .isFalse();
        }
        time.advance(Duration.ofMinutes(50));
        assertThat(left()).as("the first two have left").isEqualTo(2);
        answer(200);
    }

    /** Nothing is reserved: all that came while there was room are answered, and counted up to a whole limit more. */
    @Test
    void whatIsUnderWayIsStillAnsweredAndCounted() {
        counting("status:404");
        List<PendingAdmission> all = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
            all.add(enter());
        }
        assertThat(all).allMatch(one -> one.decision().allowed());
        assertThat(left()).isEqualTo(3);
        all.forEach(one -> one.end(answered(404, true)));
        time.advance(Duration.ofMinutes(30));
        guard.limiter("missing").credit(SCANNER, 2);
        assertThat(left()).as("five, less two").isZero();
        guard.limiter("missing").credit(SCANNER, 1);
        assertThat(left()).isEqualTo(1);
    }

    @Test
    void itIsChargedOnceAndBeforeTheAnswerLeaves() {
        counting("status:404");
        PendingAdmission admission = enter();
        assertThat(admission.holdsAnything()).isTrue();
        assertThat(admission.holdsAttempt()).as("conditions and ranges stay").isFalse();
        assertThat(admission.countsBytes()).isFalse();
        admission.answering(404);
        assertThat(left()).as("a status that is only set has not been answered").isEqualTo(3);
        admission.settle(answered(200, false));
        assertThat(left()).isEqualTo(3);
        admission.settle(answered(404, false));
        assertThat(left()).isEqualTo(2);
        admission.settle(answered(404, false));
        admission.end(answered(404, true));
        admission.end(answered(404, true));
        admission.leave();
        assertThat(left()).isEqualTo(2);
    }

    @Test
    void whatHasNoAnswerIsNotCharged() {
        counting("status:404");
        enter().end();
        enter().leave();
        PendingAdmission deserted = enter();
        deserted.bill(answered(404, false));
        deserted.unattended();
        deserted.leave();
        assertThat(left()).isEqualTo(3);
    }

    @Test
    void deniedByAnotherRuleItHasNoAnswer() {
        counting("status:404, status:429", "limit.all.path=/*", "limit.all.rate=2/1h", "limit.all.key=ip");
        for (int i = 0; i < 2; i++) {
            enter().end(answered(404, true));
        }
        for (int i = 0; i < 9; i++) {
            assertThat(enter().decision()).isInstanceOf(Decision.Denied.class);
        }
        assertThat(left()).isEqualTo(1);
        assertThat(guard.limiter("all").peek(SCANNER).remaining()).hasValue(0);
    }

    @ParameterizedTest
    @CsvSource({
        "status:404, true",
        "status:500, false",
        "!status:200, true",
        "!status:404, false",
        "header:X-Missing, true",
        "header:X-Other, false",
        "status:404 + header:X-Missing, true",
        "status:404 + header:X-Other, false",
        "return, true",
        "api, false"
    })
    void anySignalOfAFailureCounts(String signals, boolean charged) {
        counting(signals);
        enter().end(answered(404, true));
        assertThat(left()).isEqualTo(charged ? 2 : 3);
    }

    @Test
    void aBeanIsCountedByWhatItThrows() {
        given(
                "limit.missing.rate=2/1h",
                "limit.missing.key=global",
                "limit.missing.counts=exception:java.util.NoSuchElementException");
        TestCall call = page();
        for (int i = 0; i < 6; i++) {
            PendingAdmission admission = Entering.of(guard).enter(List.of("missing"), call);
            assertThat(admission.decision().allowed()).as("call %d", i).isEqualTo(i < 3);
            Optional<Throwable> thrown =
                    i % 2 == 0 ? Optional.of(new java.util.NoSuchElementException()) : Optional.empty();
            admission.end(new CallOutcome(
                    OptionalInt.empty(), CallOutcome.Answer.NONE, thrown, thrown.isEmpty(), false, call));
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cost=2 | limit.missing.cost",
                "cost=response:bytes | limit.missing.cost",
                "costMissing=2 | limit.missing.costMissing",
                "reserve=2 | limit.missing.reserve",
                "countDenied=true | limit.missing.countDenied",
                "minInterval=1s | limit.missing.minInterval",
                "wait=1s | limit.missing.wait",
                "lease=1% | limit.missing.lease"
            })
    void whatDoesNotGoWithItIsNamed(String other, String key) {
        assertThatThrownBy(() -> counting("status:404", "limit.missing." + other))
                .hasMessageContaining(key + "=")
                .hasMessageContaining("counts");
    }

    @Test
    void whatIsNoSignalIsNamedAndABeanHasNoStatus() {
        assertThatThrownBy(() -> counting("404"))
                .hasMessageContaining("limit.missing.counts")
                .hasMessageContaining("status:404");
        assertThatThrownBy(() ->
                        given("limit.missing.rate=2/1h", "limit.missing.key=global", "limit.missing.counts=status:404"))
                .hasMessageContaining("limit.missing.counts")
                .hasMessageContaining("add limit.missing.path");
    }

    /** The count of a fleet is one; a request that shows nothing costs one call to Redis, and writes nothing there. */
    @Test
    void nodesCountTogether() {
        String name = UUID.randomUUID().toString();
        String[] rule = {
            "keyPrefix=" + name,
            "limit.missing.path=/*",
            "limit.missing.rate=3/1h",
            "limit.missing.key=ip",
            "limit.missing.counts=status:404"
        };
        String uri = RedisServer.shared().uri();
        try (Guard one = Nodes.builder(rule)
                        .redis(uri)
                        .property("redis.timeout", "5s")
                        .build();
                Guard other = Nodes.builder(rule)
                        .redis(uri)
                        .property("redis.timeout", "5s")
                        .build()) {
            for (int i = 0; i < 20; i++) {
                end(i % 2 == 0 ? one : other, 200);
            }
            assertThat(RedisServer.shared().<Object>ask(redis -> redis.keys(name + ":1:{*")))
                    .as("nothing is counted")
                    .isEqualTo(Set.of());
            for (int i = 0; i < 3; i++) {
                assertThat(end(i % 2 == 0 ? one : other, 404)).isTrue();
            }
            assertThat(end(one, 200)).isFalse();
            assertThat(end(other, 200)).isFalse();
            one.limiter("missing").reset(SCANNER);
            Await.until(() -> end(other, 200), Duration.ofSeconds(10));
        }
    }

    /** Not one too many, not one too few, whoever answers at the same time: each third answer is a 404. */
    @ParameterizedTest
    @ValueSource(ints = {0, 2})
    void eachAnswerCountsOnceAmongMany(int onRedis) throws Exception {
        String[] rule = {
            "limit.missing.path=/*",
            "limit.missing.rate=1000/1h",
            "limit.missing.key=ip",
            "limit.missing.counts=status:404"
        };
        try (Nodes nodes = Nodes.of(onRedis, rule)) {
            List<Integer> counted = Crowd.of(8, who -> () -> {
                int missing = 0;
                for (int i = 0; i < 60; i++) {
                    int status = (who + i) % 3 == 0 ? 404 : 304;
                    assertThat(end(nodes.node(i), status)).isTrue();
                    missing += status == 404 ? 1 : 0;
                }
                return missing;
            });
            long left = 1_000 - counted.stream().mapToInt(Integer::intValue).sum();
            assertThat(nodes.node(0).limiter("missing").peek(SCANNER).remaining())
                    .hasValue(left);
        }
    }

    private static boolean end(Guard guard, int status) {
        PendingAdmission admission = Entering.of(guard).enter(page(), Position.FIRST);
        admission.end(answered(status, true));
        return admission.decision().allowed();
    }
}
