package io.github.ostiary.benchmarks;

import com.sun.management.ThreadMXBean;
import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.OperatorApi;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * What metrics add to a decision: the same guard with {@code metrics=none} and {@code metrics=jmx} takes turns in one JVM,
 * and the CPU time of the thread that decides is compared within each turn. Arguments: milliseconds per round, rounds.
 */
public final class MetricsPrice {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int RUNS = 2_000;

    private final String title;
    private final Runnable off;
    private final Runnable on;

    private MetricsPrice(String title, Runnable off, Runnable on) {
        this.title = title;
        this.off = off;
        this.on = on;
    }

    /** A request of one caller. */
    private record Request(Optional<String> path, Optional<String> peer) implements CallContext {

        static final Request HERE = new Request(Optional.of("/page"), Optional.of("192.0.2.1"));
    }

    private static Guard guard(String rate, String metrics) {
        return Guard.builder()
                .limit("page", rate)
                .property("limit.page.path", "/*")
                .property("limit.page.key", "ip")
                .property("metrics", metrics)
                .build();
    }

    private static Runnable permit(Guard guard) {
        RateLimiter limiter = guard.limiter("page");
        return () -> limiter.tryAcquire(Key.ip("192.0.2.7"));
    }

    private static Runnable request(Guard guard) {
        Entrance entrance = Entrance.of(guard);
        return () -> entrance.call(Request.HERE, Position.FIRST, new MetRules(), Entered.AT_ONCE);
    }

    /** Nanoseconds of CPU and bytes per run. */
    private static double[] round(Runnable task, long nanos) {
        long id = Thread.currentThread().getId();
        long cpu = THREADS.getThreadCpuTime(id);
        long bytes = THREADS.getThreadAllocatedBytes(id);
        long end = System.nanoTime() + nanos;
        long runs = 0;
        do {
            for (int i = 0; i < RUNS; i++) {
                task.run();
            }
            runs += RUNS;
        } while (System.nanoTime() < end);
        double used = THREADS.getThreadCpuTime(id) - cpu;
        double made = THREADS.getThreadAllocatedBytes(id) - bytes;
        return new double[] {used / runs, made / runs};
    }

    private void measure(long millis, int rounds) {
        double[] without = new double[rounds];
        double[] with = new double[rounds];
        double[] ratio = new double[rounds];
        double[] added = new double[rounds];
        double[] bytes = new double[rounds];
        for (int i = -rounds; i < rounds; i++) {
            double[] first = round(off, millis * 1_000_000);
            double[] second = round(on, millis * 1_000_000);
            if (i >= 0) {
                without[i] = first[0];
                with[i] = second[0];
                ratio[i] = second[0] / first[0];
                added[i] = second[0] - first[0];
                bytes[i] = second[1] - first[1];
            }
        }
        System.out.printf(
                Locale.ROOT,
                "| %s | %.0f | %.0f | %.2f | %.0f | %.0f |%n",
                title,
                median(without),
                median(with),
                median(ratio),
                median(added),
                median(bytes));
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }

    /** What was measured is what was meant. */
    private static void check(Figures.RuleFigures open, Figures.RuleFigures shut) {
        if (open.deniedInAll() > 0 || open.allowed() == 0 || shut.allowed() > 2 || shut.deniedInAll() == 0) {
            throw new IllegalStateException("counted: " + open + ", " + shut);
        }
    }

    /** Prints a table. */
    public static void main(String[] args) {
        long millis = args.length > 0 ? Long.parseLong(args[0]) : 100;
        int rounds = args.length > 1 ? Integer.parseInt(args[1]) : 41;
        try (Guard off = guard("1000000/1ms", "none");
                Guard on = guard("1000000/1ms", "jmx");
                Guard shutOff = guard("1/1d", "none");
                Guard shutOn = guard("1/1d", "jmx")) {
            System.out.println("| decision in this JVM | off, CPU ns | on, CPU ns | ratio | added ns | added bytes |");
            System.out.println("|-|-:|-:|-:|-:|-:|");
            new MetricsPrice("a permit, granted", permit(off), permit(on)).measure(millis, rounds);
            new MetricsPrice("a permit, denied", permit(shutOff), permit(shutOn)).measure(millis, rounds);
            new MetricsPrice("a request, let in", request(off), request(on)).measure(millis, rounds);
            new MetricsPrice("a request, denied", request(shutOff), request(shutOn)).measure(millis, rounds);
            check(
                    OperatorApi.of(on).figures().rules().get(0),
                    OperatorApi.of(shutOn).figures().rules().get(0));
        }
    }
}
