package io.github.ostiary.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.sun.management.ThreadMXBean;
import io.github.bucket4j.Bucket;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntToDoubleFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * One decision in this JVM, by Ostiary and by Bucket4j in turns: CPU time of the threads that decide, so that a busy machine
 * disturbs little, and medians of the ratios within each turn. Every kind of rule has been asked in the JVM before, but for
 * the argument {@code alone}. Arguments: milliseconds per round, rounds, algorithms and cases if not all, {@code alone}.
 */
public final class BesideBucket4j {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RUNS = 5_000;
    private static final long PLENTY = 1_000_000_000;

    /** Who decides. */
    private static final List<String> CONTENDERS = List.of(
            "Ostiary, a key made for the call",
            "Ostiary, a key kept",
            "Bucket4j in a Caffeine cache",
            "Bucket4j in a map");

    private static final List<String> CASES =
            Stream.of(LocalDecision.Case.values()).map(Enum::name).toList();

    private final LocalDecision.Case asked;
    private final String[] callers;
    private final List<Predicate<String>> contenders;

    private BesideBucket4j(LocalDecision.Case asked, Guard guard) {
        this.asked = asked;
        this.callers = asked.workload().callers();
        RateLimiter limiter = guard.limiter("page");
        Cache<String, Bucket> cache = Caffeine.newBuilder()
                .maximumSize(2 * Workload.CALLERS)
                .executor(Runnable::run)
                .build();
        Map<String, Bucket> map = new ConcurrentHashMap<>();
        Map<String, Key> keys = new ConcurrentHashMap<>();
        for (int i = 0; i < Workload.CALLERS; i++) {
            String name = Workload.name(i);
            Bucket bucket = bucket();
            bucket.tryConsume(1);
            cache.put(name, bucket);
            map.put(name, bucket);
            keys.put(name, Key.of(name));
            limiter.tryAcquire(Key.of(name));
        }
        this.contenders = List.of(
                name -> limiter.tryAcquire(Key.of(name)).allowed(),
                name -> limiter.tryAcquire(keys.get(name)).allowed(),
                name -> cache.getIfPresent(name).tryConsume(1),
                name -> map.get(name).tryConsume(1));
    }

    private Bucket bucket() {
        return asked.admitted()
                ? Bucket.builder()
                        .addLimit(limit -> limit.capacity(PLENTY).refillGreedy(PLENTY, Duration.ofSeconds(1)))
                        .build()
                : Bucket.builder()
                        .addLimit(limit -> limit.capacity(1).refillGreedy(1, Duration.ofHours(1)))
                        .build();
    }

    /** Nanoseconds of CPU and bytes per decision of each contender, by round. */
    private double[][][] measure(int threads, long millis, int rounds) throws Exception {
        double[][][] figures = new double[contenders.size()][rounds][];
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = -rounds; round < rounds; round++) {
                for (int i = 0; i < figures.length; i++) {
                    double[] mean = mean(pool, contenders.get(i), threads, millis);
                    if (round >= 0) {
                        figures[i][round] = mean;
                    }
                }
            }
        } finally {
            pool.shutdown();
        }
        return figures;
    }

    private double[] mean(ExecutorService pool, Predicate<String> contender, int threads, long millis)
            throws Exception {
        List<Future<double[]>> all = new ArrayList<>();
        for (int thread = 0; thread < threads; thread++) {
            int from = thread * 7_919;
            all.add(pool.submit(() -> round(contender, from, millis)));
        }
        double[] mean = new double[2];
        for (Future<double[]> one : all) {
            mean[0] += one.get()[0] / threads;
            mean[1] += one.get()[1] / threads;
        }
        return mean;
    }

    private double[] round(Predicate<String> contender, int from, long millis) {
        long id = Thread.currentThread().getId();
        int next = from;
        long admitted = 0;
        long runs = 0;
        long bytes = THREADS.getThreadAllocatedBytes(id);
        long cpu = THREADS.getThreadCpuTime(id);
        long end = System.nanoTime() + millis * 1_000_000;
        do {
            for (int i = 0; i < RUNS; i++) {
                admitted += contender.test(callers[next++ & callers.length - 1]) ? 1 : 0;
            }
            runs += RUNS;
        } while (System.nanoTime() < end);
        double used = THREADS.getThreadCpuTime(id) - cpu;
        double made = THREADS.getThreadAllocatedBytes(id) - bytes;
        if (admitted != (asked.admitted() ? runs : 0)) {
            throw new IllegalStateException(admitted + " of " + runs + " were admitted");
        }
        return new double[] {used / runs, made / runs};
    }

    private static double median(IntStream rounds, IntToDoubleFunction figure) {
        double[] sorted = rounds.mapToDouble(figure).sorted().toArray();
        return sorted[sorted.length / 2];
    }

    /** Prints a table. */
    public static void main(String[] args) throws Exception {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 50;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 21;
        List<String> named = List.of(args).subList(Math.min(2, args.length), args.length);
        if (!named.contains("alone")) {
            Company.come();
        }
        System.out.println("| algorithm, case, threads | decided by | CPU ns | bytes | Ostiary ÷ it |");
        System.out.println("|-|-|-:|-:|-:|");
        for (String algorithm : chosen(Company.ALGORITHMS, named)) {
            for (String asked : chosen(CASES, named)) {
                measure(algorithm, LocalDecision.Case.valueOf(asked), millis, rounds);
            }
        }
    }

    private static List<String> chosen(List<String> all, List<String> named) {
        List<String> chosen = new ArrayList<>(all);
        chosen.retainAll(named);
        return chosen.isEmpty() ? all : chosen;
    }

    private static void measure(String algorithm, LocalDecision.Case asked, long millis, int rounds) throws Exception {
        try (Guard guard = Guard.builder()
                .property("limit.page.rate", asked.rate())
                .property("limit.page.algorithm", algorithm)
                .property("maxTrackedKeys", "200000")
                .build()) {
            BesideBucket4j both = new BesideBucket4j(asked, guard);
            for (int threads = 1; threads <= 2; threads++) {
                print(algorithm + ", " + asked + ", " + threads, both.measure(threads, millis, rounds), rounds);
            }
        }
    }

    private static void print(String title, double[][][] figures, int rounds) {
        for (int i = 0; i < figures.length; i++) {
            double[][] one = figures[i];
            System.out.printf(
                    Locale.ROOT,
                    "| %s | %s | %.0f | %.0f | %.2f |%n",
                    title,
                    CONTENDERS.get(i),
                    median(IntStream.range(0, rounds), round -> one[round][0]),
                    median(IntStream.range(0, rounds), round -> one[round][1]),
                    median(IntStream.range(0, rounds), round -> figures[0][round][0] / one[round][0]));
        }
    }
}
