package io.github.ostiary.benchmarks;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
import java.util.function.ToDoubleFunction;

/**
 * Closed-loop load: each thread asks again as soon as it has its answer. Contenders take turns (A B A B), so that a
 * noisy machine hurts them alike, and medians over the rounds are compared.
 */
final class Load {

    /** Asks once about a caller. */
    interface Contender {
        void ask(String caller);
    }

    /**
     * What a contender did in one round.
     *
     * @param perSecond answers
     * @param p50 latency, µs
     * @param p99 latency, µs
     */
    record Round(double perSecond, double p50, double p99) {}

    /**
     * What a contender did in all rounds: medians.
     *
     * @param ratio of answers to the reference's of the same turn
     */
    record Medians(double perSecond, double p50, double p99, double ratio) {}

    /** Compilers are done by then: after two seconds a median was seen to be twice what it was after eight. */
    private static final long WARM_UP_NANOS = TimeUnit.SECONDS.toNanos(4);

    /** Of one round, so that a limit of a million a second admits them all. */
    private static final long MOST = 900_000;

    private final long nanos;
    private final int rounds;

    private final IntFunction<ExecutorService> threads;

    Load(long millisPerRound, int rounds) {
        this(millisPerRound, rounds, Executors::newFixedThreadPool);
    }

    /**
     * A load.
     *
     * @param threads as many of them as are asked for
     */
    Load(long millisPerRound, int rounds, IntFunction<ExecutorService> threads) {
        this.nanos = TimeUnit.MILLISECONDS.toNanos(millisPerRound);
        this.rounds = rounds;
        this.threads = threads;
    }

    /** Runs all contenders, a round each after the other; the medians of each, of those rounds that count. */
    Map<String, Medians> compare(Map<String, Contender> contenders, String reference, int many, String[] callers)
            throws InterruptedException {
        Map<String, List<Round>> all = new LinkedHashMap<>();
        for (int i = -(int) (WARM_UP_NANOS / nanos); i < rounds; i++) {
            for (Map.Entry<String, Contender> entry : contenders.entrySet()) {
                Round round = round(entry.getValue(), many, callers);
                if (i >= 0) {
                    all.computeIfAbsent(entry.getKey(), name -> new ArrayList<>())
                            .add(round);
                }
            }
        }
        Map<String, Medians> medians = new LinkedHashMap<>();
        all.forEach((name, some) -> medians.put(name, medians(some, all.get(reference))));
        return medians;
    }

    private static Medians medians(List<Round> own, List<Round> references) {
        double[] ratios = new double[own.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = own.get(i).perSecond() / references.get(i).perSecond();
        }
        return new Medians(
                median(own, Round::perSecond),
                median(own, Round::p50),
                median(own, Round::p99),
                ResultTable.median(ratios));
    }

    /** One round of one contender. */
    Round round(Contender contender, int many, String[] callers) throws InterruptedException {
        ExecutorService executor = threads.apply(many);
        try {
            long start = System.nanoTime();
            List<Future<Histogram>> running = new ArrayList<>();
            for (int i = 0; i < many; i++) {
                running.add(executor.submit(() -> loop(contender, start + nanos, MOST / many, callers)));
            }
            Histogram latencies = new Histogram();
            for (Future<Histogram> one : running) {
                latencies.add(one.get());
            }
            double seconds = (System.nanoTime() - start) / 1e9;
            return new Round(latencies.count() / seconds, latencies.micros(0.5), latencies.micros(0.99));
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        } finally {
            executor.shutdownNow();
        }
    }

    private static Histogram loop(Contender contender, long end, long most, String[] callers) {
        Histogram latencies = new Histogram();
        int next = ThreadLocalRandom.current().nextInt(callers.length);
        for (long now = System.nanoTime(); now < end && latencies.count() < most; ) {
            contender.ask(callers[next++ % callers.length]);
            long then = System.nanoTime();
            latencies.add(then - now);
            now = then;
        }
        return latencies;
    }

    private static double median(List<Round> rounds, ToDoubleFunction<Round> figure) {
        return ResultTable.median(rounds.stream().mapToDouble(figure).toArray());
    }
}
