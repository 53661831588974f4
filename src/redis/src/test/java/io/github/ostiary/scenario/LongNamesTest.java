package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.KeyResolver;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.CallView;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** However long a name is, what is kept of it is short, and it is still one caller's. */
@Tag("slow")
class LongNamesTest {

    private static final int KILOBYTE = 1_024;
    private static final int LONGEST = 1_900_000;
    private static final String[] RULES = {
        "lockout.password.path=/login",
        "lockout.password.key=param:u + ip",
        "lockout.password.failure=status:401",
        "lockout.password.success=status:204",
        "lockout.password.steps=3/1h lock 5m",
        "lockout.tenant.path=/login",
        "lockout.tenant.key=param:u + header:X-T + cookie:c + attribute:a",
        "lockout.tenant.failure=status:401",
        "lockout.tenant.success=status:204",
        "lockout.tenant.steps=3/1h lock 5m",
        "lockout.address.path=/login",
        "lockout.address.key=ip",
        "lockout.address.distinct=param:u",
        "lockout.address.failure=status:401",
        "lockout.address.steps=10/1h lock 5m",
        "lockout.own.path=/login",
        "lockout.own.key=resolver:" + Raw.class.getName(),
        "lockout.own.failure=status:401",
        "lockout.own.success=status:204",
        "lockout.own.steps=3/1h lock 5m",
        "limit.all.path=/login",
        "limit.all.rate=100/1h",
        "limit.all.perIp=none",
        "limit.all.key=param:u, header:X-T, cookie:c, session, attribute:a, path:2, resolver:" + Raw.class.getName(),
        "concurrency.all.path=/login",
        "concurrency.all.permits=5",
        "concurrency.all.perIp=none",
        "concurrency.all.key=param:u, header:X-T, session, resolver:" + Raw.class.getName(),
    };

    /** What an application makes of a parameter without a thought. */
    public static final class Raw implements KeyResolver {

        @Override
        public Optional<Key> resolve(CallContext call) {
            String raw = call.parameters("u").get(0);
            return Optional.of(Key.of(raw).and(Key.principal(raw)));
        }
    }

    /** A call that says the same everywhere, as long as it is. */
    private static final class Same extends CallView {

        private final String name;

        Same(String name, int peer) {
            super(new TestCall("POST", "/login")
                    .from("10." + peer / 65_536 + "." + peer / 256 % 256 + "." + peer % 256));
            this.name = name;
        }

        @Override
        public List<String> parameters(String any) {
            return List.of(name);
        }

        @Override
        public List<String> headers(String any) {
            return List.of(name);
        }

        @Override
        public List<String> cookies(String any) {
            return List.of(name);
        }

        @Override
        public Optional<String> session() {
            return Optional.of(name);
        }

        @Override
        public Object attribute(String any) {
            return name;
        }
    }

    private static Stream<String> names() {
        Function<String, Stream<String>> lengths =
                unit -> Stream.of(1, 60, 200, 255, 256, 257, 1_000, 2_500, LONGEST / unit.length())
                        .map(unit::repeat);
        return Stream.of("x", "\u20ac", "\ufdfa", "\ud83d\ude00", "\u0390").flatMap(lengths);
    }

    private static void fails(Guard guard, CallContext call) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST);
        assertThat(admission.decision().allowed()).isTrue();
        admission.end(
                new CallOutcome(OptionalInt.of(401), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
    }

    @Test
    void noKeyInRedisIsLargerThanAKilobyte() {
        try (RedisServer redis = RedisServer.start("--lua-time-limit", "30000");
                Nodes nodes = Nodes.redis(1, redis.uri(), RULES)) {
            int peer = 1;
            for (String name : names().toList()) {
                Guard guard = nodes.node(0);
                fails(guard, new Same(name + peer, peer++ / 9));
            }
            List<String> large = redis.ask(jedis -> jedis.keys("*").stream()
                    .filter(key -> jedis.memoryUsage(key) > KILOBYTE)
                    .map(key -> jedis.memoryUsage(key) + " " + key)
                    .toList());
            assertThat(large).isEmpty();
            assertThat(redis.ask(Jedis::dbSize)).isGreaterThan(400L);
        }
    }

    /** One counter each, as a flood of sign-ins makes them: of names too long to keep, and of the longest that are kept. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "param:u + ip",
                "header:X-T",
                "resolver:io.github.ostiary.scenario.LongNamesTest$Raw",
                "param:u + header:X-T"
            })
    void noAttemptKeepsAKilobyteOfHeap(String key) {
        int attempts = 5_000;
        String[] rules = {
            "lockout.a.path=/login",
            "lockout.a.key=" + key,
            "lockout.a.failure=status:401",
            "lockout.a.success=status:204",
            "lockout.a.steps=3/1h lock 5m"
        };
        for (String padding : List.of("x".repeat(2_000), "x".repeat(251), "x".repeat(150), "\u20ac".repeat(45))) {
            try (Nodes nodes = Nodes.local(rules)) {
                Guard guard = nodes.node(0);
                for (int i = 1; i <= 1_000; i++) { // what is kept once, however many come
                    fails(guard, new Same("first" + i, attempts + i));
                }
                long before = usedHeap();
                for (int i = 1; i <= attempts; i++) {
                    fails(guard, new Same(padding + i, i));
                }
                assertThat(keptOf(attempts, before))
                        .as("of %d characters", padding.length())
                        .isLessThan(KILOBYTE);
                assertThat(guard.lockouts("a")
                                .state(guard.keyFor("a", new Same(padding + 7, 7)))
                                .failures())
                        .isEqualTo(1);
            }
        }
    }

    /** What a thread in the background is about to let go is not kept: asked again for a while. */
    private static long keptOf(int attempts, long before) {
        long kept = (usedHeap() - before) / attempts;
        for (int i = 0; i < 20 && kept >= KILOBYTE; i++) {
            kept = Math.min(kept, (usedHeap() - before) / attempts);
        }
        return kept;
    }

    private static long usedHeap() {
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 3; i++) {
            System.gc();
            least = Math.min(
                    least,
                    ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed());
        }
        return least;
    }
}
