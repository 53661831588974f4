package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.OpenEntrance;
import io.github.ostiary.operator.Explanation;
import io.github.ostiary.operator.Explanation.Match;
import io.github.ostiary.operator.Explanation.RuleMatch;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds, for rules and calls drawn at random, that what an explanation foretells is what is decided then. */
class ExplainAgreesTest {

    private static final List<String> PATHS = List.of("/a", "/a/b", "/login", "/x.do", "/c");
    private static final List<String> PATTERNS =
            List.of("/*", "/a/*", "/a", "/login", "*.do", "/*, !/a/b", "/c, /login");
    private static final List<String> KEYS =
            List.of("ip", "principal | ip", "header:X-Key | ip", "principal+ip", "global");
    private static final List<String> WHENS = List.of("principal:present", "header:X-A=1", "!header:X-A", "param:p=1");
    private static final List<String> ALGORITHMS =
            List.of("sliding-log", "fixed-window", "sliding-window", "token-bucket", "leaky-bucket");

    /** Looked up by its name. */
    public static final class NoAnswers implements ChallengeVerifier {

        /** For the guard. */
        public NoAnswers() {}

        @Override
        public boolean isAnswered(CallContext call) {
            return false;
        }

        @Override
        public boolean verify(CallContext call) {
            throw new IllegalStateException("nobody answers");
        }
    }

    private final Map<Decision.Reason, Integer> denials = new EnumMap<>(Decision.Reason.class);
    private final Map<Match, Integer> matches = new EnumMap<>(Match.class);
    private int admitted;
    private boolean countsDenied;

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void inThisJvm(long seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 60; i++) {
            GuardBuilder builder = rules(random).timeSource(new ManualTimeSource());
            try (Guard guard = builder.build()) {
                calls(guard, random, 50, true);
            }
        }

        assertThat(admitted).isGreaterThan(500);
        assertThat(denials)
                .containsKeys(
                        Decision.Reason.RATE_LIMITED,
                        Decision.Reason.BLOCKED,
                        Decision.Reason.LOCKED,
                        Decision.Reason.CHALLENGE_REQUIRED,
                        Decision.Reason.BUSY,
                        Decision.Reason.CONCURRENCY_LIMITED,
                        Decision.Reason.MALFORMED);
        assertThat(matches.keySet())
                .containsExactlyInAnyOrder(List.of(Match.values()).stream()
                        .filter(match -> match != Match.NOBODY)
                        .toArray(Match[]::new));
    }

    /** Where several rules deny, a node may name one that it knows of already, without asking for the others. */
    @Test
    void onRedis() {
        Random random = new Random(5);
        String redis = RedisServer.shared().uri();
        for (int i = 0; i < 40; i++) {
            GuardBuilder builder = rules(random)
                    .redis(redis)
                    .property("redis.timeout", "5s")
                    .property("keyPrefix", "explain:" + UUID.randomUUID());
            try (Guard guard = builder.build()) {
                calls(guard, random, 30, false);
            }
        }

        assertThat(admitted).isGreaterThan(200);
        assertThat(denials).containsKeys(Decision.Reason.RATE_LIMITED, Decision.Reason.LOCKED);
    }

    private void calls(Guard guard, Random random, int often, boolean alone) {
        OpenEntrance entrance = Entering.of(guard);
        List<Admission> held = new ArrayList<>();
        for (int i = 0; i < often; i++) {
            TestCall call = call(random);
            Explanation foretold = OperatorApi.of(guard).explain(call);
            foretold.rules().forEach(rule -> matches.merge(rule.match(), 1, Integer::sum));

            Decision decided = entered(entrance, call, random, held);

            assertThat(foretold.decision().allowed())
                    .as("%s, then %s", foretold, decided)
                    .isEqualTo(decided.allowed());
            if (decided instanceof Decision.Denied denied) {
                denials.merge(denied.reason(), 1, Integer::sum);
                if (alone) {
                    assertThat(foretold.decision().reason()).isEqualTo(denied.reason());
                    assertThat(foretold.decision().rule()).isEqualTo(denied.rule());
                    if (!countsDenied) { // else the attempt itself makes the wait longer
                        assertThat(foretold.decision().retryAfter()).isEqualTo(denied.retryAfter());
                    }
                } else {
                    assertThat(foretold.rules())
                            .as("%s", denied)
                            .anyMatch(rule -> rule.rule().equals(denied.rule()) && mayDeny(rule));
                }
            } else {
                admitted++;
                assertThat(foretold.decision().shadowed()).isEqualTo(decided.shadowed());
            }
        }
        held.forEach(Admission::end);
    }

    private static boolean mayDeny(RuleMatch rule) {
        return rule.enforced()
                && (rule.match() == Match.BLOCKS
                        || rule.match() == Match.UNREADABLE
                        || rule.standings().stream()
                                .anyMatch(standing -> !standing.outlook().admits()));
    }

    /** Goes through both places of the filter chain, as a request does; some calls go on, some have failed, some succeed. */
    private static Decision entered(OpenEntrance entrance, TestCall call, Random random, List<Admission> held) {
        List<Admission> own = new ArrayList<>();
        Decision decision = null;
        boolean shadowed = false;
        for (Position position : Position.values()) {
            Admission admission = entrance.enter(call, position);
            own.add(admission);
            decision = admission.decision();
            shadowed |= decision.shadowed();
            if (!decision.allowed()) {
                break;
            }
        }
        boolean denied = !decision.allowed();
        int ending = denied ? 3 : random.nextInt(4);
        if (ending == 0) {
            held.addAll(own);
        } else {
            int status = ending == 3 ? 200 : 401;
            CallOutcome outcome = new CallOutcome(
                    OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call);
            own.forEach(admission -> admission.end(outcome));
        }
        return denied || shadowed == decision.shadowed()
                ? decision
                : Decision.allow(decision.quotas(), decision.degraded(), true);
    }

    private static TestCall call(Random random) {
        TestCall call = new TestCall(random.nextInt(4) == 0 ? "GET" : "POST", one(PATHS, random))
                .from("10.0.0." + random.nextInt(3));
        if (random.nextInt(3) == 0) {
            call.as(random.nextBoolean() ? "bob" : "admin");
        }
        if (random.nextInt(2) == 0) {
            call.header("X-Key", "k" + random.nextInt(2));
        }
        if (random.nextInt(3) == 0) {
            call.header("X-A", "1");
        }
        if (random.nextInt(4) == 0) {
            call.header("X-Cost", random.nextInt(3) == 0 ? "+2" : "2");
        }
        call.param("user", random.nextInt(9) == 0 ? "" : "u" + random.nextInt(2));
        if (random.nextInt(20) == 0) {
            call.param("user", "second");
        }
        return call.param("p", random.nextBoolean() ? "1" : "0");
    }

    private GuardBuilder rules(Random random) {
        countsDenied = false;
        GuardBuilder builder = GuardBuilder.create();
        for (int i = 0; i < 1 + random.nextInt(3); i++) {
            limit(builder, "limit.l" + i, random);
        }
        for (int i = 0; i < random.nextInt(3); i++) {
            lockout(builder, "lockout.k" + i, random);
        }
        if (random.nextInt(3) == 0) {
            builder.property("concurrency.c.permits", "1").property("concurrency.c.key", "principal | ip");
            matcher(builder, "concurrency.c", random);
        }
        if (random.nextInt(2) == 0) {
            builder.property("allow.w.when", one(List.of("header:X-A=1", "principal:present"), random))
                    .property("allow.w.bypass", one(List.of("limit", "limit,concurrency,lockout", "lockout"), random));
        }
        if (random.nextInt(3) == 0) {
            builder.property("block.b.ip", "10.0.0.2").property("block.b.path", one(PATTERNS, random));
            shadow(builder, "block.b", random);
        }
        return random.nextInt(5) == 0 ? builder.property("limit.java.rate", "1/1h") : builder;
    }

    private void limit(GuardBuilder builder, String rule, Random random) {
        String key = one(KEYS, random);
        String rate = (1 + random.nextInt(4)) + "/1h" + (random.nextInt(4) == 0 ? ", 9/2h" : "");
        builder.property(rule + ".rate", rate)
                .property(rule + ".key", key)
                .property(rule + ".algorithm", one(ALGORITHMS, random));
        if (key.startsWith("header")) {
            builder.property(rule + ".perIp", random.nextBoolean() ? "none" : "3/1h");
        }
        if (random.nextInt(4) == 0) {
            builder.property(rule + ".cost", "header:X-Cost");
        }
        if (random.nextInt(5) == 0) {
            builder.property(rule + ".countDenied", "true");
            countsDenied = true;
        }
        matcher(builder, rule, random);
    }

    private static void lockout(GuardBuilder builder, String rule, Random random) {
        String steps = one(List.of("2/1h lock 1h", "1/1h challenge, 3/1h lock 2h", "2/1h delay 1h"), random);
        if (steps.contains("challenge")) {
            builder.property(rule + ".challenge.verifier", NoAnswers.class.getName());
        }
        builder.property(rule + ".key", one(List.of("ip", "param:user+ip"), random))
                .property(rule + ".steps", steps)
                .property(rule + ".failure", "status:401")
                .property(rule + ".wait", "0s");
        matcher(builder, rule, random);
    }

    private static void matcher(GuardBuilder builder, String rule, Random random) {
        builder.property(rule + ".path", one(PATTERNS, random));
        if (random.nextInt(3) == 0) {
            builder.property(rule + ".methods", one(List.of("GET", "POST", "GET, POST"), random));
        }
        if (random.nextInt(4) == 0) {
            builder.property(rule + ".when", one(WHENS, random));
        }
        if (random.nextInt(4) == 0) {
            builder.property(rule + ".position", "last");
        }
        shadow(builder, rule, random);
    }

    private static void shadow(GuardBuilder builder, String rule, Random random) {
        if (random.nextInt(5) == 0) {
            builder.property(rule + ".enforce", "false");
        }
    }

    private static String one(List<String> of, Random random) {
        return of.get(random.nextInt(of.size()));
    }
}
