package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.benmanes.caffeine.cache.Cache;
import io.github.ostiary.Attempt;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Lease;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Lockouts;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.testing.TestCall;
import java.lang.reflect.Array;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a guard that begins anew has forgotten: it admits as much as one that was just made, and no less. */
class GuardResetTest {

    private static final Key BOB = Key.of("bob");

    /** What is counted for operators, what Java has been handed, and the words of a denial. */
    private static final Set<String> GOES_ON = Set.of(
            "RuleLedger.counts",
            "StatisticsReporter.records",
            "TrialLog.rules",
            "TrialLog.signIns",
            "SignInLog.forms",
            "LimiterRegistry.limiters",
            "LimiterRegistry.lockouts",
            "LimiterRegistry.semaphores",
            "Wording.parts");

    private static final List<String> OF_CALLERS = List.of(
            "CounterTable.counters", "PlanCache.entries", "Siege.seen", "LeaseBook.places", "DenialLogTable.byCaller");

    private final ManualTimeSource time = new ManualTimeSource();
    private final Guard guard = guard(time);

    private static Guard guard(ManualTimeSource time) {
        Plans.plan = "gold";
        return Guard.builder()
                .timeSource(time)
                .limit("reply", "3/1h")
                .property("limit.search.rate", "2/1h")
                .property("limit.search.path", "/search")
                .property("limit.plan.rate", "1/1h")
                .property("limit.plan.rate.gold", "2/1h")
                .property("limit.plan.rate.by", "plan:" + Plans.class.getName())
                .property("limit.plan.plan.wait", "5s")
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "3/1h lock 1h")
                .property("concurrency.export.permits", "2")
                .signIn("main", "param:user")
                .property("signin.main.path", "/login")
                .property("signin.main.enforce", "proved")
                .property("metrics", "none")
                .build();
    }

    /** Whose plan is another in each test. */
    public static final class Plans implements PlanResolver {

        static volatile String plan = "";

        @Override
        public Optional<String> planOf(Key key) {
            return Optional.of(plan);
        }
    }

    @AfterEach
    void close() {
        guard.close();
    }

    private long admitted(String limit) {
        return IntStream.range(0, 10)
                .filter(i -> guard.limiter(limit).tryAcquire(BOB).allowed())
                .count();
    }

    private int failures() {
        int failures = 0;
        Lockouts login = guard.lockouts("login");
        while (login.state(BOB).phase() == Phase.OPEN) {
            try (Attempt attempt = login.begin(BOB)) {
                attempt.failed();
            }
            failures++;
        }
        return failures;
    }

    private Decision decided(TestCall call, int status) {
        Admission admission = Entering.of(guard).enter(call, Position.FIRST, new MetRules());
        admission.end(
                new CallOutcome(OptionalInt.of(status), CallOutcome.Answer.NONE, Optional.empty(), true, false, call));
        return admission.decision();
    }

    private String answered(Decision decision) {
        return decision instanceof Decision.Denied denied
                ? Entrance.of(guard).reference(new TestCall("GET", "/search"), denied)
                : "";
    }

    private Decision search() {
        return decided(new TestCall("GET", "/search"), 200);
    }

    @Test
    void countersAreEmpty() {
        assertThat(admitted("reply")).isEqualTo(3);
        GuardReset.reset(guard);
        assertThat(admitted("reply")).isEqualTo(3);
        GuardReset.reset(guard);
        guard.limiter("reply").credit(BOB, 3);
        assertThat(admitted("reply")).isEqualTo(3);
    }

    @Test
    void nobodyIsLockedAndNoFailureIsKnown() {
        assertThat(failures()).isEqualTo(3);
        GuardReset.reset(guard);
        assertThat(guard.lockouts("login").list(null, 10).keys()).isEmpty();
        guard.lockouts("login").lock(BOB, Duration.ofDays(30), "by hand");
        GuardReset.reset(guard);
        assertThat(failures()).isEqualTo(3);
    }

    @Test
    void leasesOfCallsThatGoOnHoldNothingAndGiveNothingBack() {
        Lease first = guard.semaphores("export").tryEnter(BOB);
        Lease second = guard.semaphores("export").tryEnter(BOB);
        GuardReset.reset(guard);
        assertThat(guard.semaphores("export").tryEnter(BOB).decision().allowed())
                .isTrue();
        first.close();
        second.close();
        assertThat(guard.semaphores("export").tryEnter(BOB).decision().allowed())
                .isTrue();
        assertThat(guard.semaphores("export").tryEnter(BOB).decision().allowed())
                .isFalse();
    }

    @Test
    void whatWasChangedIsAsConfigured() {
        guard.limiter("reply").updateRate("7/1h");
        guard.rules().override("limit.search.rate", "5/1h", Duration.ofHours(1), "why");
        assertThat(admitted("reply")).isEqualTo(7);
        assertThat(admitted("search")).isEqualTo(5);
        GuardReset.reset(guard);
        assertThat(guard.rules().overrides()).isEmpty();
        assertThat(admitted("reply")).isEqualTo(3);
        assertThat(admitted("search")).isEqualTo(2);
    }

    @Test
    void plansAreAskedForAgain() {
        assertThat(admitted("plan")).isEqualTo(2);
        Plans.plan = "none";
        GuardReset.reset(guard);
        assertThat(admitted("plan")).isEqualTo(1);
    }

    @Test
    void noDenialIsKnownByItsReference() {
        search();
        search();
        String reference = answered(search());
        assertThat(OperatorApi.of(guard).explained(reference)).isPresent();
        GuardReset.reset(guard);
        assertThat(OperatorApi.of(guard).explained(reference)).isEmpty();
        assertThat(search().allowed()).isTrue();
    }

    /** Whatever a new class remembers of callers is found here, if it is in a collection. */
    @Test
    void nothingIsLeftOfThem() {
        GuardReset.reset(guard);
        Map<String, Integer> fresh = sizes(guard);
        for (int i = 0; i < 5; i++) {
            Key key = Key.of("caller-" + i);
            var unused = guard.limiter("reply").tryAcquire(key);
            unused = guard.limiter("plan").tryAcquire(key);
            try (Attempt attempt = guard.lockouts("login").begin(key)) {
                attempt.failed();
            }
            decided(new TestCall("POST", "/login").param("user", "caller-" + i), 401);
        }
        for (int i = 0; i < 3; i++) {
            answered(search());
        }
        Lease held = guard.semaphores("export").tryEnter(BOB);
        Map<String, Integer> used = sizes(guard);
        GuardReset.reset(guard);
        Map<String, Integer> left = sizes(guard);
        left.keySet().removeAll(GOES_ON);
        assertThat(OF_CALLERS)
                .allSatisfy(field -> assertThat(used.get(field)).as(field).isGreaterThan(fresh.getOrDefault(field, 0)));
        assertThat(left)
                .allSatisfy(
                        (field, size) -> assertThat(size).as(field).isLessThanOrEqualTo(fresh.getOrDefault(field, 0)));
        held.close();
    }

    /** How much is in each collection of what a guard refers to. */
    private static Map<String, Integer> sizes(Object root) {
        Map<String, Integer> sizes = new TreeMap<>();
        Set<Object> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        Deque<Object> next = new ArrayDeque<>(List.of(root));
        while (!next.isEmpty()) {
            Object object = next.remove();
            if (!seen.add(object) || !object.getClass().getName().startsWith("io.github.ostiary.")) {
                continue;
            }
            for (Class<?> type = object.getClass(); type != null && type != Object.class; type = type.getSuperclass()) {
                for (Field field : type.getDeclaredFields()) {
                    if (!Modifier.isStatic(field.getModifiers())
                            && !field.getType().isPrimitive()
                            && type.getName().startsWith("io.github.ostiary.")) {
                        look(type.getSimpleName() + "." + field.getName(), valueOf(field, object), sizes, next);
                    }
                }
            }
        }
        return sizes;
    }

    private static void look(String name, Object value, Map<String, Integer> sizes, Deque<Object> next) {
        if (value instanceof Cache<?, ?> cache) {
            cache.cleanUp();
            look(name, cache.asMap(), sizes, next);
        } else if (value instanceof Map<?, ?> map) {
            sizes.merge(name, map.size(), Integer::sum);
            map.values().forEach(each -> look(name, each, sizes, next));
        } else if (value instanceof Collection<?> many) {
            sizes.merge(name, many.size(), Integer::sum);
            many.forEach(each -> look(name, each, sizes, next));
        } else if (value instanceof AtomicReference<?> reference) {
            look(name, reference.get(), sizes, next);
        } else if (value instanceof Optional<?> maybe) {
            look(name, maybe.orElse(null), sizes, next);
        } else if (value != null
                && value.getClass().isArray()
                && !value.getClass().getComponentType().isPrimitive()) {
            IntStream.range(0, Array.getLength(value)).forEach(i -> look(name, Array.get(value, i), sizes, next));
        } else if (value != null) {
            next.add(value);
        }
    }

    private static Object valueOf(Field field, Object owner) {
        try {
            field.setAccessible(true);
            return field.get(owner);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(field.toString(), e);
        }
    }

    @Test
    void countersInRedisAreNotEmptied() {
        try (Guard shared = Guard.builder()
                .redis("redis://127.0.0.1:1")
                .limit("reply", "1/1h")
                .build()) {
            assertThatThrownBy(() -> GuardReset.reset(shared)).hasMessageContaining("set store=local in tests");
        }
    }
}
