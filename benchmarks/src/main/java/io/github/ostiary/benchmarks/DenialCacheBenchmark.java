package io.github.ostiary.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ostiary.Algorithm;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.TimeSource;
import io.github.ostiary.edge.Position;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Cost;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.ReplaceableLimits;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.tier.TwoTiers;
import io.github.ostiary.watch.Counting;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A flood on a denied key, denied by this node's caches without asking the shared store. */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(3)
public class DenialCacheBenchmark {

    private static final String CALLER = "user-110";
    private static final int TRACKED = 100_000;
    private static final long HOUR = 3_600_000_000L;
    private static final Verdict REFUSAL = new Verdict(false, 0, HOUR, HOUR, 0, HOUR);

    /** What a shared store would say of an exhausted counter, without its round trip. */
    private static final class Exhausted implements Store {

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> charges, long deadlineMicros) {
            return charges.stream().map(charge -> REFUSAL).toList();
        }

        @Override
        public SharedState sharedState() {
            throw new UnsupportedOperationException();
        }

        @Override
        public LockBook locks() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void ping() {}

        @Override
        public void close() {}
    }

    private final TimeSource time = TimeSource.system();
    private final Limit limit =
            new Limit(new LimitId("page", "page", "0"), Algorithm.SLIDING_LOG, Rate.parse("100/1h"), 0, false, false);
    private final Charge charge = new Charge(limit, CALLER, 1);
    private Cache<String, Verdict> cache;
    private DenialCache front;
    private Guard guard;
    private RateLimiter limiter;

    /** All keys are denied for an hour; there are many, since Caffeine keeps no books while it is half empty. */
    @Setup
    public void setUp() {
        cache = Caffeine.newBuilder()
                .maximumSize(TRACKED)
                .executor(Runnable::run)
                .build();
        front = new LocalDenialCache(TRACKED, time);
        for (int i = 0; i < TRACKED * 9 / 10; i++) {
            cache.put(Workload.name(i), REFUSAL);
            long now = time.micros();
            front.learn(new Charge(limit, Workload.name(i), 1), REFUSAL, false, now, now);
        }
        KeyedLimits keyed = new KeyedLimits(any -> Optional.empty(), List.of(limit), false);
        RequestMatcher everywhere = new RequestMatcher(List.of(), List.of(), Methods.ALL, call -> true, Position.FIRST);
        LimitRule rule = new LimitRule(
                new RuleBasics("page", everywhere, false, OptionalInt.empty(), Optional.empty()),
                new CallTerms(FailurePolicy.LOCAL, 0, true, key -> key, Optional::of),
                new ReplaceableLimits(call -> List.of(keyed)),
                new Cost.FixedCost(1),
                figures -> {});
        Tiers tiers = new TwoTiers(
                new LocalDenialCache(TRACKED, time),
                new Exhausted(),
                new LocalStore(TRACKED, time),
                1,
                Duration.ofMillis(50),
                time,
                null);
        guard = new Engine(
                new RuleSet(List.of(rule), List.of()),
                tiers,
                Key::canonical,
                1,
                null,
                Counting.ofDenials(new RuleLedger()),
                ChangeMaker.of(TimeSource.system()));
        limiter = guard.limiter("page");
    }

    /** Closes the guard. */
    @TearDown
    public void tearDown() {
        guard.close();
    }

    /** The floor: a look-up. */
    @Benchmark
    public Verdict caffeineGet() {
        return cache.getIfPresent(CALLER);
    }

    /** The caches' word, the clock read included. */
    @Benchmark
    public Optional<Verdict> denialCache() {
        return front.denial(charge, time.micros(), Long.MAX_VALUE);
    }

    /** The same asked by an application: a key is made, a decision is answered; once a second the store is asked. */
    @Benchmark
    public Decision limiter() {
        return limiter.tryAcquire(Key.of(CALLER));
    }
}
