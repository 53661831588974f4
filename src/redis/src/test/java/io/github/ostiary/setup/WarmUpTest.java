package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.Position;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.TestCall;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class WarmUpTest {

    private static final AtomicInteger EVENTS = new AtomicInteger();
    private static final AtomicInteger RESOLVED = new AtomicInteger();

    /** The application's own, which must hear of nothing. */
    public static final class Ear implements GuardListener {
        @Override
        public void on(Event event) {
            EVENTS.incrementAndGet();
        }
    }

    @Test
    void rehearsesEachAlgorithmAndKindAndCountsAndLogsNothing() throws Exception {
        List<Decision> told = new ArrayList<>();
        try (WebGuard web = web(
                "listener=" + Ear.class.getName(),
                "limit.a.path=/*",
                "limit.a.rate=3/1h",
                "limit.b.path=/b",
                "limit.b.rate=3/1h",
                "limit.b.algorithm=token-bucket",
                "concurrency.c.path=/c",
                "concurrency.c.permits=1",
                "lockout.k.path=/k",
                "lockout.k.key=ip",
                "lockout.k.failure=status:401",
                "lockout.k.success=status:204",
                "lockout.k.steps=1/1h lock 1h")) {
            try (LogLines log = LogLines.of("io.github.ostiary")) {
                rehearse(web, edge(told::add));
                assertThat(log.lines()).isEmpty();
            }
            assertThat(told).hasSizeGreaterThan(300).allMatch(Decision::allowed);
            Key nobody = Key.ip("192.0.2.1");
            for (String rule : List.of("a", "b")) {
                assertThat(web.guard().limiter(rule).peek(nobody).remaining()).hasValue(3);
            }
            assertThat(web.guard().lockouts("k").state(nobody).failures()).isZero();
            assertThat(web.guard().semaphores("c").tryEnter(nobody).granted()).isTrue();
        }
        assertThat(EVENTS).hasValue(0);
    }

    @Test
    void loadsWithoutAWord() {
        try (LogLines log = LogLines.of("io.github.ostiary")) {
            WarmUp.load(Set.of("limit.a", "lockout.main.account"));
            assertThat(log.lines()).isEmpty();
        }
    }

    @Test
    void asksNothingOfRedis() throws Exception {
        RedisServer redis = RedisServer.shared();
        List<Decision> told = new ArrayList<>();
        try (WebGuard web =
                        web("redis.uri=" + redis.uri(), "redis.timeout=5s", "limit.a.path=/*", "limit.a.rate=3/1h");
                LogLines log = LogLines.of("io.github.ostiary")) {
            long calls = redis.decidingCalls();
            rehearse(web, edge(told::add));
            assertThat(redis.decidingCalls()).isEqualTo(calls);
            assertThat(log.lines()).isEmpty();
        }
        assertThat(told).hasSizeGreaterThan(300).allMatch(Decision::allowed).noneMatch(Decision::degraded);
    }

    @Test
    void asksNothingOfTheApplications() throws Exception {
        try (WebGuard web =
                web("limit.a.path=/*", "limit.a.rate=3/1h", "limit.a.key=resolver:" + Resolver.class.getName())) {
            rehearse(web, edge(decision -> {}));
        }
        assertThat(RESOLVED).hasValue(0);
    }

    @Test
    void thereIsNothingToRehearseWhereNothingIsLimited() throws Exception {
        List<Decision> told = new ArrayList<>();
        try (WebGuard web = web("enabled=false", "limit.a.path=/*", "limit.a.rate=3/1h")) {
            rehearse(web, edge(told::add));
        }
        try (WebGuard web = web("headers=none")) {
            rehearse(web, edge(told::add));
        }
        assertThat(told).isEmpty();
    }

    @Test
    void loadsAtOnceAndGoesOnBesideTheFirstRequestsUntilTheApplicationEnds() {
        List<Decision> told = new CopyOnWriteArrayList<>();
        CountDownLatch ending = new CountDownLatch(1);
        WebGuard web = web("limit.a.path=/*", "limit.a.rate=3/1h");
        web.rehearse(
                edge(decision -> {
                    told.add(decision);
                    if (told.size() > 5) {
                        await(ending);
                    }
                }),
                false);
        assertThat(told).hasSizeGreaterThanOrEqualTo(5);
        assertThat(rehearsals()).hasSize(1);
        ending.countDown();
        web.close();
        assertThat(rehearsals()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for what goes on beside. */
    private static void rehearse(WebGuard web, Function<Entrance, Consumer<String>> edge) throws InterruptedException {
        web.rehearse(edge, false);
        for (Thread each : rehearsals()) {
            each.join();
        }
    }

    private static List<Thread> rehearsals() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(each -> each.getName().equals("ostiary-warm-up"))
                .toList();
    }

    /** The application's own, which must not be asked. */
    public static final class Resolver implements io.github.ostiary.KeyResolver {
        @Override
        public Optional<Key> resolve(CallContext call) {
            RESOLVED.incrementAndGet();
            return Optional.empty();
        }
    }

    private static Function<Entrance, Consumer<String>> edge(Consumer<Decision> told) {
        return entrance -> path -> {
            CallContext call = new TestCall("POST", path).from("192.0.2.1");
            Admission admission = Entering.of(entrance).enter(call, Position.FIRST);
            told.accept(admission.decision());
            admission.end(
                    new CallOutcome(OptionalInt.of(401), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
        };
    }

    private static WebGuard web(String... lines) {
        return WebGuard.deploy(new WebApplication() {
            @Override
            public String contextPath() {
                return "/rehearsed";
            }

            @Override
            public Map<String, String> initParams() {
                return Map.of();
            }

            @Override
            public String defaultFile() {
                return "/WEB-INF/ostiary.properties";
            }

            @Override
            public PlatformProperties platform() {
                return new PlatformProperties();
            }

            @Override
            public InputStream resource(String path) {
                return path.equals("/WEB-INF/ostiary.properties")
                        ? new ByteArrayInputStream(String.join("\n", lines).getBytes(StandardCharsets.UTF_8))
                        : null;
            }

            @Override
            public ClassLoader classLoader() {
                return WarmUpTest.class.getClassLoader();
            }
        });
    }
}
