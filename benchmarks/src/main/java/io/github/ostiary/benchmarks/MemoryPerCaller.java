package io.github.ostiary.benchmarks;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import java.util.stream.IntStream;

/**
 * The heap that one caller takes by each kind of counter, with its key and its place in the table, but without the text of its
 * name: what is left after a collection, divided by the callers. Beside it Bucket4j in a bounded Caffeine cache, as small as
 * it can be: all buckets have the same limit, and nothing ends by time. Needs a gigabyte and two minutes.
 */
public final class MemoryPerCaller {

    private static final int CALLERS = 200_000;
    private static final int WARM_UP = 1_000;

    /** Made before, since whoever counts callers has their names. */
    private static final String[] NAMES =
            IntStream.range(0, CALLERS + WARM_UP).mapToObj(Workload::name).toArray(String[]::new);

    /**
     * A kind of counter.
     *
     * @param name what is printed
     * @param entries how many a caller leaves behind
     * @param properties of the guard, name and value in turns; empty for Bucket4j
     * @param use makes one
     */
    private record Kind(String name, int entries, List<String> properties, BiConsumer<Guard, Key> use) {

        /** As many entries altogether as one each of all callers, or ten times as many. */
        int callers() {
            return entries <= 10 ? CALLERS : 10 * CALLERS / entries;
        }

        Guard guard() {
            Guard.Builder builder = Guard.builder().property("maxTrackedKeys", "400000");
            for (int i = 0; i < properties.size(); i += 2) {
                builder.property(properties.get(i), properties.get(i + 1));
            }
            return builder.build();
        }
    }

    private MemoryPerCaller() {}

    private static Kind limit(String algorithm, String rate, int entries) {
        return new Kind(
                algorithm + (entries == 1 ? ", one permit" : ", " + entries + " entries"),
                entries,
                List.of("limit.page.rate", rate, "limit.page.algorithm", algorithm),
                (guard, key) -> guard.limiter("page").tryAcquire(key));
    }

    private static Kind lockout(String name, int entries, BiConsumer<Guard, Key> use) {
        return new Kind("lockout, " + name, entries, List.of("lockout.login.steps", "3/1h lock 1h"), use);
    }

    private static List<Kind> kinds() {
        List<Kind> kinds = new ArrayList<>();
        for (int entries = 1; entries <= 1_000; entries *= 10) {
            kinds.add(limit("sliding-log", "1000/1h", entries));
        }
        kinds.add(limit("sliding-log", "100/1h", 100)); // full
        kinds.add(limit("sliding-window", "1000/1h", 1));
        kinds.add(limit("fixed-window", "1000/1h", 1));
        kinds.add(limit("token-bucket", "1000/1h", 1));
        kinds.add(limit("leaky-bucket", "1000/1h", 1));
        kinds.add(limit("calendar", "1000/day", 1));
        kinds.add(new Kind(
                "concurrency, a permit held",
                1,
                List.of("concurrency.open.permits", "3"),
                (guard, key) -> guard.semaphores("open").tryEnter(key)));
        kinds.add(lockout("one failure", 1, MemoryPerCaller::fail));
        kinds.add(lockout("locked", 3, MemoryPerCaller::fail));
        kinds.add(lockout("an attempt in flight", 1, (guard, key) -> guard.lockouts("login")
                .begin(key)));
        return kinds;
    }

    private static void fail(Guard guard, Key key) {
        try (Attempt attempt = guard.lockouts("login").begin(key)) {
            attempt.failed();
        }
    }

    private static double bytes(Kind kind) {
        try (Guard guard = kind.guard()) {
            use(kind, guard, 0, WARM_UP);
            long before = used();
            use(kind, guard, WARM_UP, kind.callers());
            return (double) (used() - before) / kind.callers();
        }
    }

    private static void use(Kind kind, Guard guard, int from, int callers) {
        for (int i = from; i < from + callers; i++) {
            Key key = Key.of(NAMES[i]);
            for (int entry = 0; entry < kind.entries; entry++) {
                kind.use.accept(guard, key);
            }
        }
    }

    private static double bytesOfBucket4j() {
        Cache<String, Bucket> cache = Caffeine.newBuilder()
                .maximumSize(2 * CALLERS)
                .executor(Runnable::run)
                .build();
        Bandwidth limit = Bandwidth.builder()
                .capacity(1_000)
                .refillGreedy(1_000, Duration.ofHours(1))
                .build();
        long before = used();
        for (int i = 0; i < CALLERS; i++) {
            Bucket bucket = Bucket.builder().addLimit(limit).build();
            if (!bucket.tryConsume(1)) {
                throw new IllegalStateException("denied");
            }
            cache.put(NAMES[i], bucket);
        }
        double each = (double) (used() - before) / CALLERS;
        if (cache.estimatedSize() != CALLERS) {
            throw new IllegalStateException(cache.estimatedSize() + " of " + CALLERS);
        }
        return each;
    }

    /** The heap in use, once a collection finds no more: what other threads still held is gone after a while. */
    private static long used() {
        long before = Long.MAX_VALUE;
        long used = collected();
        while (used < before) {
            before = used;
            used = collected();
        }
        return before;
    }

    private static long collected() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** Prints a table; each kind has a JVM of its own, in which nothing else is held: there the argument is its index. */
    public static void main(String[] args) throws IOException, InterruptedException {
        List<Kind> kinds = kinds();
        if (args.length > 0) {
            int index = Integer.parseInt(args[0]);
            System.out.println(index < 0 ? bytesOfBucket4j() : bytes(kinds.get(index)));
            return;
        }
        double theirs = measured(-1);
        System.out.println("| one caller | bytes | ÷ Bucket4j | bytes an entry more |");
        System.out.println("|-|-:|-:|-:|");
        print("Bucket4j in a Caffeine cache", theirs, theirs, "");
        double first = measured(0);
        for (int i = 0; i < kinds.size(); i++) {
            Kind kind = kinds.get(i);
            double bytes = i == 0 ? first : measured(i);
            boolean log = kind.name.startsWith("sliding-log") && kind.entries > 1;
            String more = log ? String.format(Locale.ROOT, "%.1f", (bytes - first) / (kind.entries - 1)) : "";
            print(kind.name, bytes, theirs, more);
        }
    }

    private static double measured(int index) throws IOException, InterruptedException {
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+UseSerialGC",
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemoryPerCaller.class.getName(),
                        String.valueOf(index))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String said = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        if (child.waitFor() != 0) {
            throw new IllegalStateException("kind " + index + " has failed");
        }
        return Double.parseDouble(said.strip());
    }

    private static void print(String name, double bytes, double theirs, String more) {
        System.out.printf(Locale.ROOT, "| %s | %.0f | %.2f | %s |%n", name, bytes, bytes / theirs, more);
    }
}
