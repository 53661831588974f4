package io.github.ostiary.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bucket;
import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One decision within this JVM, the look-up of the caller's counter included.
 *
 * <p>{@code caffeineGet} is the look-up alone, {@code caffeineGetCas} the look-up and one CAS, {@code caffeineGcra} the
 * least a rate limiter can do: look-up, clock, one CAS. Ostiary is asked as applications ask it: by a key made for the
 * call, answering a decision with figures; its algorithm is the sliding log unless another is named ({@code -p algorithm=token-bucket}), the peers' are cheaper ones. Ostiary's
 * window is chosen so that everything is admitted while logs stay small: a log has an entry per admitted call.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(
        value = 3,
        jvmArgsAppend = {"-Xms1g", "-Xmx1g"})
public class LocalDecision {

    /** Who asks, and what the answer is. */
    public enum Case {
        /** One caller, always admitted. */
        HOT(Workload.HOT, "1000000/1ms", true),
        /** 100,000 callers, always admitted. */
        ZIPF(Workload.ZIPF, "1000000/1s", true),
        /** One caller, always denied. */
        REFUSED(Workload.HOT, "1/1h", false);

        private final Workload workload;
        private final String rate;
        private final boolean admitted;

        Case(Workload workload, String rate, boolean admitted) {
            this.workload = workload;
            this.rate = rate;
            this.admitted = admitted;
        }

        Workload workload() {
            return workload;
        }

        String rate() {
            return rate;
        }

        boolean admitted() {
            return admitted;
        }
    }

    private static final long PLENTY = 1_000_000_000;

    /** Which of them. */
    @Param
    public Case asked;

    /** How Ostiary counts. */
    @Param("sliding-log")
    public String algorithm;

    /** Whether every kind of rule has been asked in the JVM before, as in an application. */
    @Param("true")
    public boolean company;

    private String[] callers;
    private int next;

    private Cache<String, AtomicLong> counters;
    private Cache<String, Bucket> buckets;
    private Cache<String, io.github.resilience4j.ratelimiter.RateLimiter> resilience;
    private Cache<String, com.google.common.util.concurrent.RateLimiter> guava;
    private Guard guard;
    private io.github.ostiary.RateLimiter limiter;

    /** Makes every caller's counter, and exhausts it if calls are to be denied. */
    @Setup
    public void setUp() {
        if (company) {
            Company.come();
        }
        callers = asked.workload.callers();
        counters = cache(name -> new AtomicLong());
        buckets = cache(name -> bucket());
        resilience = cache(this::resilience);
        guava = cache(name -> guavaLimiter());
        guard = Guard.builder()
                .property("limit.page.rate", asked.rate)
                .property("limit.page.algorithm", algorithm)
                .property("maxTrackedKeys", "200000")
                .build();
        limiter = guard.limiter("page");
        buckets.asMap().values().forEach(bucket -> bucket.tryConsume(1));
        resilience.asMap().values().forEach(one -> one.acquirePermission());
        guava.asMap().values().forEach(one -> one.tryAcquire());
        for (int i = 0; i < Workload.CALLERS; i++) {
            limiter.tryAcquire(Key.of(Workload.name(i)));
        }
        expect(bucket4j(), "Bucket4j");
        expect(resilience4j(), "Resilience4j");
        expect(guava(), "Guava");
        expect(ostiary().allowed(), "Ostiary");
    }

    private void expect(boolean admits, String who) {
        if (admits != asked.admitted) {
            throw new IllegalStateException(who + " does not do what is to be measured");
        }
    }

    private static <V> Cache<String, V> cache(Function<String, V> value) {
        Cache<String, V> cache = Caffeine.newBuilder()
                .maximumSize(2 * Workload.CALLERS)
                .executor(Runnable::run)
                .build();
        for (int i = 0; i < Workload.CALLERS; i++) {
            cache.put(Workload.name(i), value.apply(Workload.name(i)));
        }
        return cache;
    }

    private Bucket bucket() {
        return asked.admitted
                ? Bucket.builder()
                        .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(PLENTY, Duration.ofSeconds(1)))
                        .build()
                : Bucket.builder()
                        .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofHours(1)))
                        .build();
    }

    private io.github.resilience4j.ratelimiter.RateLimiter resilience(String name) {
        return io.github.resilience4j.ratelimiter.RateLimiter.of(
                name,
                RateLimiterConfig.custom()
                        .limitForPeriod(asked.admitted ? (int) PLENTY : 1)
                        .limitRefreshPeriod(asked.admitted ? Duration.ofSeconds(1) : Duration.ofHours(1))
                        .timeoutDuration(Duration.ZERO)
                        .build());
    }

    private com.google.common.util.concurrent.RateLimiter guavaLimiter() {
        return com.google.common.util.concurrent.RateLimiter.create(asked.admitted ? PLENTY : 1.0 / 3_600);
    }

    /** Closes the guard. */
    @TearDown
    public void tearDown() {
        guard.close();
    }

    private String caller() {
        return callers[next++ & callers.length - 1];
    }

    /** The floor: nothing is decided. */
    @Benchmark
    public AtomicLong caffeineGet() {
        return counters.getIfPresent(caller());
    }

    /** The reference of the target. */
    @Benchmark
    public boolean caffeineGetCas() {
        AtomicLong counter = counters.getIfPresent(caller());
        long value = counter.get();
        return counter.compareAndSet(value, value + 1);
    }

    /** A token bucket in one CAS, answering yes or no. */
    @Benchmark
    public boolean caffeineGcra() {
        AtomicLong fullAt = counters.getIfPresent(caller());
        long now = System.nanoTime();
        while (true) {
            long before = fullAt.get();
            long after = Math.max(before, now) + 1;
            if (after - now > TimeUnit.SECONDS.toNanos(1)) {
                return false;
            }
            if (fullAt.compareAndSet(before, after)) {
                return true;
            }
        }
    }

    /** Bucket4j, a token bucket. */
    @Benchmark
    public boolean bucket4j() {
        return buckets.getIfPresent(caller()).tryConsume(1);
    }

    /** Resilience4j, fixed windows. */
    @Benchmark
    public boolean resilience4j() {
        return resilience.getIfPresent(caller()).acquirePermission();
    }

    /** Guava, a token bucket. */
    @Benchmark
    public boolean guava() {
        return guava.getIfPresent(caller()).tryAcquire();
    }

    /** Ostiary. */
    @Benchmark
    public Decision ostiary() {
        return limiter.tryAcquire(Key.of(caller()));
    }
}
