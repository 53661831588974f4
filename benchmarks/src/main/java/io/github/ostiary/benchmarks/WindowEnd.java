package io.github.ostiary.benchmarks;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.UnifiedJedis;

/**
 * What happens to callers and to Redis when the windows of a million keys end at the same moment: a limit by the calendar, a minute
 * long. Eight threads ask for keys at random, at a steady rate, from before the end until the old keys are gone. Run:
 * {@code java -cp benchmarks.jar io.github.ostiary.benchmarks.WindowEnd [keys] [calls a second]}.
 */
public final class WindowEnd {

    private static final int THREADS = 8;
    private static final int FILLERS = 64;
    private static final long MINUTE = 60_000;
    private static final List<String> COLUMNS =
            List.of("calls/s", "p50 µs", "p99 µs", "p99.9 µs", "Redis CPU %", "keys, thousands", "gone/s", "stand-in");

    /** From when on, ms after the windows end, and its name. */
    private record Phase(String name, long fromMillis, long toMillis) {}

    private static final List<Phase> PHASES = List.of(
            new Phase("10 s before", -10_000, 0),
            new Phase("the first second", 0, 1_000),
            new Phase("the next 9 s", 1_000, 10_000),
            new Phase("15 to 30 s after: old keys go", 15_000, 30_000),
            new Phase("35 to 45 s after", 35_000, 45_000));

    private final RedisProcess redis;
    private final UnifiedJedis client;
    private final Guard guard;
    private final Key[] keys;
    private final long gapNanos;

    private WindowEnd(RedisProcess redis, int keys, int callsPerSecond) {
        this.redis = redis;
        this.client = redis.client(1);
        this.keys = new Key[keys];
        for (int i = 0; i < keys; i++) {
            this.keys[i] = Key.of("customer:" + i);
        }
        this.gapNanos = TimeUnit.SECONDS.toNanos(THREADS) / callsPerSecond;
        this.guard = Guard.builder()
                .redis(redis.uri())
                .limit("quota", "1000/1m")
                .property("limit.quota.algorithm", "calendar")
                .build();
    }

    /** Measures, prints the table, and leaves it as a result. */
    public static void main(String[] args) throws Exception {
        int keys = args.length > 0 ? Integer.parseInt(args[0]) : 1_000_000;
        int calls = args.length > 1 ? Integer.parseInt(args[1]) : 8_000;
        try (RedisProcess redis = RedisProcess.start()) {
            WindowEnd end = new WindowEnd(redis, keys, calls);
            try (end.guard) {
                end.measure();
            }
        }
        System.exit(0);
    }

    private void measure() throws InterruptedException, IOException {
        awaitMinute(0);
        fill();
        long ends = (System.currentTimeMillis() / MINUTE + 1) * MINUTE;
        if (ends - System.currentTimeMillis() < -PHASES.get(0).fromMillis()) {
            throw new IllegalStateException("the keys were not filled within a minute; ask for fewer");
        }
        ResultTable table =
                new ResultTable("window-end", "The windows of " + keys.length + " keys end at once", COLUMNS);
        for (Phase phase : PHASES) {
            table.add(phase.name(), run(ends + phase.fromMillis(), ends + phase.toMillis()));
        }
        table.print();
        table.write();
    }

    /** Each key once, so that Redis has all of them. */
    private void fill() throws InterruptedException {
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < FILLERS; i++) {
            int first = i;
            threads.add(new Thread(() -> {
                for (int j = first; j < keys.length; j += FILLERS) {
                    ask(keys[j]);
                }
            }));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }

    private boolean ask(Key key) {
        return guard.limiter("quota").tryAcquire(key).degraded();
    }

    private double[] run(long fromMillis, long toMillis) throws InterruptedException, IOException {
        awaitMillis(fromMillis);
        long cpu = redis.mainThreadNanos();
        long gone = expired();
        long begun = System.nanoTime();
        long until = begun + TimeUnit.MILLISECONDS.toNanos(toMillis - System.currentTimeMillis());
        Histogram[] seen = new Histogram[THREADS];
        long[] degraded = new long[THREADS];
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            int own = i;
            seen[i] = new Histogram();
            threads.add(new Thread(() -> degraded[own] = call(begun + own * gapNanos / THREADS, until, seen[own])));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        double seconds = (System.nanoTime() - begun) / 1e9;
        double busy = (redis.mainThreadNanos() - cpu) / 1e7 / seconds;
        Histogram all = new Histogram();
        long standIn = 0;
        for (int i = 0; i < THREADS; i++) {
            all.add(seen[i]);
            standIn += degraded[i];
        }
        return new double[] {
            all.count() / seconds,
            all.micros(0.5),
            all.micros(0.99),
            all.micros(0.999),
            busy,
            client.dbSize() / 1e3,
            (expired() - gone) / seconds,
            standIn
        };
    }

    /** At its times, whatever earlier calls took: what waits for a slow answer is late, and counts from when it was due. */
    private long call(long first, long until, Histogram seen) {
        long degraded = 0;
        for (long due = first; due < until; due += gapNanos) {
            Waiting.until(due);
            degraded += ask(keys[ThreadLocalRandom.current().nextInt(keys.length)]) ? 1 : 0;
            seen.add(System.nanoTime() - due);
        }
        return degraded;
    }

    private long expired() {
        Matcher line = Pattern.compile("expired_keys:(\\d+)").matcher(client.info("stats"));
        if (!line.find()) {
            throw new IllegalStateException("Redis does not say how many keys have ended");
        }
        return Long.parseLong(line.group(1));
    }

    private static void awaitMinute(long afterMillis) {
        awaitMillis((System.currentTimeMillis() / MINUTE + 1) * MINUTE + afterMillis);
    }

    private static void awaitMillis(long millis) {
        while (System.currentTimeMillis() < millis) {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
