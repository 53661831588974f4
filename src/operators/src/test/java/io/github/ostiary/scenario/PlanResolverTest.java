package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.QuotaUse;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Plans and contracts that stand in the application's customer database. */
class PlanResolverTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Key BOB = Key.principal("bob");

    private static final ConcurrentMap<String, String> PLANS = new ConcurrentHashMap<>();
    private static final ConcurrentMap<String, List<Rate>> CONTRACTS = new ConcurrentHashMap<>();
    private static final AtomicInteger ASKED = new AtomicInteger();
    private static volatile boolean broken;
    private static volatile CountDownLatch gate = new CountDownLatch(0);

    /** The customer database. */
    public static final class Plans implements PlanResolver {

        @Override
        public Optional<String> planOf(Key key) throws Exception {
            ASKED.incrementAndGet();
            gate.await();
            if (broken) {
                throw new IllegalStateException("no connection for bob");
            }
            return Optional.ofNullable(PLANS.get(key.parts().get(0).value()));
        }

        @Override
        public List<Rate> ratesOf(Key key) {
            return CONTRACTS.getOrDefault(key.parts().get(0).value(), List.of());
        }
    }

    private final ManualTimeSource time = new ManualTimeSource();

    @BeforeEach
    void forget() {
        PLANS.clear();
        CONTRACTS.clear();
        ASKED.set(0);
        broken = false;
        gate = new CountDownLatch(0);
    }

    private Nodes nodes(String... more) {
        String[] lines = new String[more.length + 7];
        lines[0] = "limit.api.rate=10/1h";
        lines[1] = "limit.api.rate.gold=100/1h";
        lines[2] = "limit.api.rate.by=plan:" + Plans.class.getName();
        lines[3] = "limit.api.path=/api";
        lines[4] = "limit.api.key=principal";
        lines[5] = "limit.api.usage=true";
        lines[6] = "limit.api.plan.wait=5s";
        System.arraycopy(more, 0, lines, 7, more.length);
        return Nodes.local(time, lines);
    }

    private static long limit(Guard guard, Key key) {
        return guard.limiter("api").peek(key).limit().orElseThrow();
    }

    private static Decision request(Guard guard, String user) {
        return Entering.of(guard)
                .enter(new TestCall("GET", "/api").as(user), Position.FIRST)
                .decision();
    }

    @Test
    void theFirstCallWaitsForThePlanAndTheOthersGoByIt() {
        PLANS.put("bob", "gold");
        try (Nodes nodes = nodes()) {
            Guard guard = nodes.node(0);
            assertThat(request(guard, "bob").limit()).hasValue(100);
            for (int i = 0; i < 50; i++) {
                assertThat(request(guard, "bob").limit()).hasValue(100);
            }
            assertThat(guard.limiter("api").tryAcquire(BOB).remaining()).hasValue(48);
            assertThat(limit(guard, Key.principal("ann"))).as("no plan").isEqualTo(10);
            assertThat(ASKED).as("once for each caller").hasValue(2);
        }
    }

    @Test
    void aContractHasRatesOfItsOwn() {
        CONTRACTS.put("bob", List.of(Rate.parse("500/1h")));
        CONTRACTS.put("ann", Rate.parseAll("7/1s, 700/month"));
        try (Nodes nodes = nodes("limit.api.zone=Europe/Berlin", "limit.api.rate.silver=20/month")) {
            Guard guard = nodes.node(0);
            guard.limiter("api").tryAcquire(BOB, 3);
            assertThat(limit(guard, BOB)).isEqualTo(500);
            Key ann = Key.principal("ann");
            guard.limiter("api").tryAcquire(ann, 7);
            assertThat(guard.usage(ann))
                    .extracting(QuotaUse::policy, QuotaUse::limit, QuotaUse::used)
                    .containsExactly(tuple("api-month", 700L, 7L), tuple("api-1s", 7L, 7L));
            assertThat(guard.usage(ann).get(0).rate().calendar().orElseThrow().zone())
                    .hasToString("Europe/Berlin");
            guard.limiter("api").credit(ann, 2);
            assertThat(guard.usage(ann).get(0).used()).isEqualTo(5);
        }
    }

    @Test
    void aContractThatTheRuleCannotHaveIsAFailureAndTheCallerGoesByTheRate() {
        CONTRACTS.put("bob", List.of(Rate.parse("2000000/1h")));
        try (Nodes nodes = nodes("metrics=jmx");
                LogLines log = LogLines.of("io.github.ostiary")) {
            Guard guard = nodes.node(0);
            assertThat(limit(guard, BOB)).isEqualTo(10);
            assertThat(failures(guard)).isEqualTo(1);
            assertThat(String.join("\n", log.warnings()))
                    .contains("limit.api.rate.by: the plan resolver failed", "holds at most 1000000");
        }
    }

    @Test
    void aChangeFollowsWithinTheTimeAndKeepsWhatWasUsed() {
        try (Nodes nodes = nodes("limit.api.plan.cache=1m")) {
            Guard guard = nodes.node(0);
            guard.limiter("api").tryAcquire(BOB, 10);
            assertThat(guard.limiter("api").tryAcquire(BOB).allowed()).isFalse();
            PLANS.put("bob", "gold");
            time.advance(Duration.ofSeconds(29));
            assertThat(guard.limiter("api").tryAcquire(BOB).allowed()).isFalse();
            assertThat(ASKED).hasValue(1);
            time.advance(Duration.ofSeconds(2));
            Await.until(() -> limit(guard, BOB) == 100, BOUND);
            assertThat(guard.limiter("api").tryAcquire(BOB).remaining()).hasValue(89);
        }
    }

    @Test
    void whatWasKnownGoesOnWhileTheResolverFails() {
        PLANS.put("bob", "gold");
        try (Nodes nodes = nodes("metrics=jmx");
                LogLines log = LogLines.of("io.github.ostiary")) {
            Guard guard = nodes.node(0);
            assertThat(limit(guard, BOB)).isEqualTo(100);
            broken = true;
            time.advance(Duration.ofHours(5));
            assertThat(limit(guard, BOB)).isEqualTo(100);
            Await.until(() -> failures(guard) == 1, BOUND);
            time.advance(Duration.ofSeconds(2));
            Await.until(() -> limit(guard, BOB) == 100 && failures(guard) == 2, BOUND);
            assertThat(limit(guard, Key.principal("ann"))).as("not known").isEqualTo(10);
            assertThat(String.join("\n", log.warnings()))
                    .containsOnlyOnce("limit.api.rate.by: the plan resolver failed (java.lang.IllegalStateException)")
                    .doesNotContain("bob");
            broken = false;
            PLANS.put("ann", "gold");
            time.advance(Duration.ofSeconds(2));
            Await.until(() -> limit(guard, Key.principal("ann")) == 100, BOUND);
        }
    }

    private static long failures(Guard guard) {
        return OperatorApi.of(guard).figures().planFailures();
    }

    /** One that hangs costs the first of all callers its wait, and no other anything. */
    @Test
    void aHangingResolverCostsOneWait() {
        gate = new CountDownLatch(1);
        try (Nodes nodes = nodes("limit.api.plan.wait=300ms")) {
            Guard guard = nodes.node(0);
            long begun = System.nanoTime();
            assertThat(limit(guard, BOB)).isEqualTo(10);
            long first = System.nanoTime() - begun;
            assertThat(Duration.ofNanos(first)).isGreaterThanOrEqualTo(Duration.ofMillis(290));
            begun = System.nanoTime();
            for (int i = 0; i < 2_000; i++) {
                assertThat(limit(guard, Key.principal("other" + i))).isEqualTo(10);
                assertThat(limit(guard, BOB)).isEqualTo(10);
            }
            assertThat(Duration.ofNanos(System.nanoTime() - begun))
                    .as("not a wait for each of them")
                    .isLessThan(Duration.ofMinutes(5));
            PLANS.put("bob", "gold");
            gate.countDown();
            Await.until(() -> limit(guard, BOB) == 100, BOUND);
        } finally {
            gate.countDown();
        }
    }

    @Test
    void moreCallersThanThereIsRoomForGoByTheRateUntilSomeAreForgotten() {
        PLANS.put("late", "gold");
        try (Nodes nodes = nodes("maxTrackedKeys=1000")) {
            Guard guard = nodes.node(0);
            for (int i = 0; i < 1_500; i++) {
                guard.limiter("api").peek(Key.principal("caller" + i));
            }
            Await.until(() -> limit(guard, Key.principal("late")) == 100, BOUND);
        }
    }

    private Nodes keyed(String... more) {
        String[] lines = new String[more.length + 6];
        lines[0] = "limit.api.rate=2/1h";
        lines[1] = "limit.api.rate.gold=100/1h";
        lines[2] = "limit.api.rate.by=plan:" + Plans.class.getName();
        lines[3] = "limit.api.path=/api";
        lines[4] = "limit.api.key=header:X-Api-Key";
        lines[5] = "maxTrackedKeys=1000";
        System.arraycopy(more, 0, lines, 6, more.length);
        return Nodes.local(time, lines);
    }

    private static Decision keyed(Guard guard, String key, String address) {
        return Entering.of(guard)
                .enter(new TestCall("GET", "/api").from(address).header("X-Api-Key", key), Position.FIRST)
                .decision();
    }

    private static int customersBelow(Guard guard, long limit) {
        int below = 0;
        for (int i = 0; i < 300; i++) {
            Decision said = keyed(guard, "pay" + i, "10.0." + i % 7 + "." + i / 7);
            below += said.allowed() && said.limit().orElseThrow() == limit ? 0 : 1;
        }
        return below;
    }

    private static void pay() {
        for (int i = 0; i < 300; i++) {
            PLANS.put("pay" + i, "gold");
        }
    }

    /** What its address is denied is not asked about; and each that it is let in with may be. */
    @Test
    void keysThatAreMadeUpAreAskedAboutAsOftenAsTheirAddressMayCall() {
        pay();
        try (Nodes nodes = keyed("limit.api.plan.wait=5s", "limit.api.perIp=100/1s")) {
            Guard guard = nodes.node(0);
            int admitted = 0;
            for (int i = 0; i < 5_000; i++) {
                admitted += keyed(guard, "invented" + i, "6.6.6.6").allowed() ? 1 : 0;
                time.advance(Duration.ofMillis(i % 10 == 0 ? 10 : 0));
            }
            Await.until(() -> ASKED.get() >= 500, BOUND);
            assertThat(admitted).isBetween(500, 600);
            assertThat(ASKED.get())
                    .as("questions, of %s admitted", admitted)
                    .isBetween(admitted * 9 / 10, admitted * 11 / 10);
            assertThat(customersBelow(guard, 100)).isZero();
        }
    }

    /** Whatever its limits admit, the questions of one address leave places for those of others. */
    @Test
    void anAddressTakesNoMoreThanAShareOfThePlacesForQuestions() {
        pay();
        gate = new CountDownLatch(1);
        try (Nodes nodes = keyed("limit.api.plan.wait=0ms", "limit.api.perIp=10000/1s", "maxTrackedKeys=10000")) {
            Guard guard = nodes.node(0);
            for (int i = 0; i < 2_000; i++) {
                keyed(guard, "invented" + i, "6.6.6.6");
            }
            assertThat(customersBelow(guard, 2)).as("not known yet").isZero();
            gate.countDown();
            Await.until(() -> ASKED.get() >= 300 + 62, BOUND);
            Await.until(() -> customersBelow(guard, 100) == 0, BOUND);
            assertThat(ASKED.get()).isEqualTo(300 + 62);
        }
    }

    @Test
    void callersWithoutAPlanAreForgottenFirst() {
        pay();
        try (Nodes nodes = keyed("limit.api.plan.wait=5s", "limit.api.perIp=10000/1s")) {
            Guard guard = nodes.node(0);
            assertThat(customersBelow(guard, 100)).isZero();
            IntStream.range(0, 20_000).parallel().forEach(i -> keyed(guard, "invented" + i, "6.6." + i % 200 + ".6"));
            gate = new CountDownLatch(1);
            assertThat(customersBelow(guard, 100))
                    .as("who would have to be asked about again")
                    .isZero();
            gate.countDown();
        }
    }
}
