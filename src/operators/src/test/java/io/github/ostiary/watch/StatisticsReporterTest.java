package io.github.ostiary.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ClassLookup;
import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.LocalTier;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.notice.Events;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.setup.SimulatedGuards;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.SteppedClock;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Each call is counted once, whichever way it takes; the log hears of what callers noticed, and of nobody. */
class StatisticsReporterTest {

    private final RuleLedger rules = new RuleLedger();
    private final Map<String, String> keys = new HashMap<>();
    private Counting counting = Counting.ofAll(rules);

    private StatisticsReporter books;

    private Engine engine(String... lines) {
        for (String line : lines) {
            int equals = line.indexOf('=');
            keys.put(line.substring(0, equals), line.substring(equals + 1));
        }
        Problems problems = new Problems();
        ConfigSources inputs = ConfigSources.of(keys, Map.of(), Map.of());
        GuardConfig config = ConfigReader.read(inputs, ClassLookup.NONE, rules, problems);
        assertThat(problems.isEmpty()).as("%s", problems).isTrue();
        Tiers tiers = new LocalTier(new LocalStore(1_000, new ManualTimeSource()), new ManualTimeSource());
        Engine engine = new Engine(
                new RuleSet(config.rules(), config.access()),
                tiers,
                config.context().names()::name,
                10,
                counting.waits(),
                counting,
                ChangeMaker.of(TimeSource.system()));
        books = new StatisticsReporter(counting, tiers, engine, new Events(List.of()));
        return engine;
    }

    @AfterEach
    void close() {
        books.close();
    }

    private static TestCall call(String path) {
        return new TestCall("POST", path).from("192.0.2.1");
    }

    private static PendingAdmission enter(Engine engine, TestCall call) {
        return engine.enter(call, Position.FIRST);
    }

    private static void end(PendingAdmission admission, TestCall call, int status) {
        admission.end(
                new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
    }

    private Figures.RuleFigures of(Engine engine, String rule) {
        return books.figures().rules().stream()
                .filter(each -> each.rule().equals(rule))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aLimitCountsWhatItAllowsAndDeniesOnEveryWay() throws InterruptedException {
        try (Engine engine = engine("limit.a.rate=2/1h, 5/1d", "limit.a.path=/a", "limit.b.rate=1/1h")) {
            for (int i = 0; i < 3; i++) {
                end(enter(engine, call("/a")), call("/a"), 200);
            }
            assertThat(of(engine, "limit.a").allowed()).isEqualTo(2);
            assertThat(of(engine, "limit.a").denied()).isEqualTo(Map.of(Reason.RATE_LIMITED, 1L));

            Key bob = Key.of("bob");
            engine.limiter("b").tryAcquire(bob);
            engine.limiter("b").tryAcquire(bob);
            engine.limiter("b").acquire(bob, 1, Duration.ZERO);
            engine.limiter("b").peek(bob);
            engine.limiter("a").tryAcquire(bob);
            assertThat(of(engine, "limit.b").allowed()).isEqualTo(1);
            assertThat(of(engine, "limit.b").deniedInAll()).isEqualTo(2);
            assertThat(of(engine, "limit.a").allowed()).isEqualTo(3);
        }
    }

    @Test
    void aCallThatSeveralRulesDenyCountsWhereItsCallerIsToldOf() {
        try (Engine engine = engine(
                "limit.a.rate=1/1h",
                "limit.a.path=/x",
                "limit.b.rate=1/2h",
                "limit.b.path=/x",
                "limit.c.rate=9/1h",
                "limit.c.path=/x")) {
            end(enter(engine, call("/x")), call("/x"), 200);
            assertThat(enter(engine, call("/x")).decision().rule()).isEqualTo("b");
            assertThat(of(engine, "limit.a").allowed()).isEqualTo(1);
            assertThat(of(engine, "limit.a").deniedInAll()).isZero();
            assertThat(of(engine, "limit.b").deniedInAll()).isEqualTo(1);
            assertThat(of(engine, "limit.c").allowed()).isEqualTo(1);
        }
    }

    @Test
    void shadowsBlocksAndWhatCannotBeReadAreCounted() {
        try (Engine engine = engine(
                "limit.a.rate=1/1h",
                "limit.a.path=/a",
                "limit.a.enforce=false",
                "block.evil.ip=203.0.113.0/24",
                "block.soft.ip=198.51.100.0/24",
                "block.soft.enforce=false",
                "limit.cost.rate=100/1h",
                "limit.cost.path=/c",
                "limit.cost.cost=header:N")) {
            assertThat(enter(engine, call("/a")).decision().shadowed()).isFalse();
            assertThat(enter(engine, call("/a")).decision().shadowed()).isTrue();
            assertThat(of(engine, "limit.a").allowed()).isEqualTo(1);
            assertThat(of(engine, "limit.a").shadowed()).isEqualTo(1);
            assertThat(of(engine, "limit.a").deniedInAll()).isZero();

            enter(engine, call("/elsewhere").from("203.0.113.7"));
            enter(engine, call("/elsewhere").from("198.51.100.7"));
            assertThat(of(engine, "block.evil").denied()).isEqualTo(Map.of(Reason.BLOCKED, 1L));
            assertThat(of(engine, "block.soft").shadowed()).isEqualTo(1);

            enter(engine, call("/c").header("N", "-1"));
            assertThat(of(engine, "limit.cost").denied()).isEqualTo(Map.of(Reason.MALFORMED, 1L));
        }
    }

    @Test
    void aLockoutCountsAttemptsLocksAndUnlocks() {
        try (Engine engine = login()) {
            signIn(engine, 204);
            signIn(engine, 401);
            signIn(engine, 401);
            assertThat(enter(engine, login("bob")).decision().reason()).isEqualTo(Reason.LOCKED);
            engine.lockouts("login").unlock(engine.keyFor("login", login("carol")));
            engine.lockouts("login").block(engine.keyFor("login", login("mallory")), "known");

            Figures.RuleFigures login = of(engine, "lockout.login");
            assertThat(login.allowed()).isEqualTo(3);
            assertThat(login.denied()).isEqualTo(Map.of(Reason.LOCKED, 1L));
            assertThat(login.lockout())
                    .hasValue(new Figures.LockoutFigures(
                            new Figures.Attempts(2, 1, 0),
                            new Figures.Attempts(0, 0, 0),
                            Map.of(
                                    LockoutEvent.CHALLENGED,
                                    0L,
                                    LockoutEvent.LOCKED,
                                    1L,
                                    LockoutEvent.BLOCKED,
                                    1L,
                                    LockoutEvent.UNLOCKED,
                                    1L),
                            Optional.empty()));
        }
    }

    private Engine login() {
        return engine(
                "lockout.login.path=/login",
                "lockout.login.key=param:u",
                "lockout.login.steps=2/1h lock 15m",
                "lockout.login.failure=status:401",
                "lockout.login.success=status:204");
    }

    private static TestCall login(String user) {
        return call("/login").param("u", user);
    }

    private static void signIn(Engine engine, int status) {
        end(enter(engine, login("bob")), login("bob"), status);
    }

    @Test
    void whoeverWaitsIsCountedOnceWhenTheWaitIsOver() {
        try (Engine engine =
                engine("concurrency.one.permits=1", "concurrency.one.path=/w", "concurrency.one.wait=1m")) {
            PendingAdmission first = enter(engine, call("/w"));
            PendingAdmission second = enter(engine, call("/w"));
            assertThat(second.isWaiting()).isTrue();
            assertThat(books.figures().waiting().now()).isEqualTo(1);
            assertThat(of(engine, "concurrency.one").allowed()).isEqualTo(1);
            second.giveUp();
            first.end();
            assertThat(of(engine, "concurrency.one").allowed()).isEqualTo(1);
            assertThat(of(engine, "concurrency.one").deniedInAll()).isEqualTo(1);
            assertThat(books.figures().waiting().now()).isZero();
            assertThat(books.figures().waiting().times().count()).isEqualTo(1);
        }
    }

    @Test
    void theLastMinuteAndHourAreToldInParts() {
        try (Engine engine = engine("limit.a.rate=3/1d")) {
            for (int i = 0; i < 5; i++) {
                engine.limiter("a").tryAcquire(Key.of("bob"));
            }
            books.tick();
            engine.limiter("a").tryAcquire(Key.of("carol"));
            Figures.RuleFigures a = of(engine, "limit.a");
            assertThat(a.lastMinute().part()).isEqualTo(Duration.ofSeconds(5));
            assertThat(a.lastMinute().parts()).hasSize(12).endsWith(new Figures.Slice(3, 2), new Figures.Slice(1, 0));
            assertThat(a.lastHour().parts()).hasSize(60).endsWith(new Figures.Slice(4, 2));

            for (int i = 0; i < 12; i++) {
                books.tick();
            }
            a = of(engine, "limit.a");
            assertThat(a.lastMinute().allowed()).isZero();
            assertThat(a.lastHour().parts()).endsWith(new Figures.Slice(4, 2), new Figures.Slice(0, 0));
            assertThat(a.lastHour().allowed()).isEqualTo(4);
            assertThat(a.lastHour().denied()).isEqualTo(2);
        }
    }

    @Test
    void withoutAnybodyWhoWantsThemOnlyDenialsAndLocksAreCounted() {
        counting = Counting.ofDenials(rules);
        try (Engine engine = login()) {
            signIn(engine, 401);
            signIn(engine, 401);
            signIn(engine, 401);
            Figures.RuleFigures login = of(engine, "lockout.login");
            assertThat(books.figures().complete()).isFalse();
            assertThat(login.allowed()).isZero();
            assertThat(login.deniedInAll()).isEqualTo(1);
            assertThat(login.lockout().orElseThrow().count(LockoutEvent.LOCKED)).isEqualTo(1);
            assertThat(login.lockout().orElseThrow().attempts()).isEqualTo(new Figures.Attempts(0, 0, 0));
        }
    }

    @Test
    void theLogIsToldOfEachRuleAtMostOnceAMinuteAndOnClosing() {
        try (LogLines log = LogLines.of(StatisticsReporter.class.getName())) {
            try (Engine engine = login()) {
                books.minute();
                assertThat(log.lines()).isEmpty();
                signIn(engine, 401);
                signIn(engine, 401);
                assertThat(log.lines()).isEmpty();
                books.minute();
                assertThat(log.lines()).containsExactly("lockout.login locked 1 caller in the last minute");
                for (int i = 0; i < 1_204; i++) {
                    signIn(engine, 401);
                }
                books.minute();
                books.minute();
                assertThat(log.lines()).hasSize(2).endsWith("lockout.login denied 1,204 calls in the last minute");
                signIn(engine, 401);
                assertThat(log.lines()).hasSize(2);
                books.close();
            }
            assertThat(log.lines())
                    .hasSize(3)
                    .endsWith("lockout.login denied 1 call since the last such line; the guard closes")
                    .allSatisfy(line -> assertThat(line).doesNotContain("bob", "192.0.2.1"));
        }
    }

    @Test
    void rulesThatTakeTheirPlaceGoOnWithTheirCounts() {
        try (Engine engine = engine("limit.a.rate=1/1h")) {
            engine.limiter("a").tryAcquire(Key.of("bob"));
        }
        try (Engine again = engine("limit.a.rate=9/1h")) {
            again.limiter("a").tryAcquire(Key.of("bob"));
            assertThat(of(again, "limit.a").allowed()).isEqualTo(2);
        }
    }

    @Test
    void whoeverWatchesLooksEveryFewSecondsWhateverBecomesOfOthers() {
        try (Engine engine = engine("limit.a.rate=1/1h")) {
            AtomicInteger looks = new AtomicInteger();
            books.watch(() -> {
                throw new IllegalStateException("of no concern to others");
            });
            books.watch(looks::incrementAndGet);
            books.tick();
            books.tick();
            assertThat(looks).hasValue(2);
        }
    }

    /** Times are told in seconds; a store of one node has no figures. */
    @Test
    void aStoreThatNodesShareHasFigures() {
        try (Engine engine = engine("limit.a.rate=1/1h")) {
            assertThat(books.figures().store()).isEmpty();
        }
        SteppedClock clock = new SteppedClock();
        Map<String, String> shared = Map.of("redis.uri", "redis://127.0.0.1:1", "limit.a.rate", "1/1h");
        try (Guard guard = SimulatedGuards.open(shared, clock.of(0), new LocalStore(100, clock.of(0)))) {
            Figures.StoreFigures store = OperatorApi.of(guard).figures().store().orElseThrow();
            assertThat(store.unreachable()).isZero();
            assertThat(store.calls().bounds()).startsWith(0.0002, 0.0005);
            assertThat(store.batches().bounds()).startsWith(1.0, 2.0);
            assertThat(store.calls().sum()).isZero();
        }
    }
}
