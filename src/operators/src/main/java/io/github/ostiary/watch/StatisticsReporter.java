package io.github.ostiary.watch;

import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.notice.Events;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.rule.RuleCounts;
import io.github.ostiary.store.Histogram;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports what the guard has done: figures on request, and once a minute a log line per rule about what callers noticed.
 * A separate thread reads the counters from time to time: counted calls do nothing for it.
 * Thread-safe.
 */
public final class StatisticsReporter implements AutoCloseable {

    private static final System.Logger LOG = Log.of(StatisticsReporter.class);
    private static final double MICROS_A_SECOND = 1e6;

    private final Counting counting;
    private final Tiers tiers;
    private final Engine engine;
    private final Events events;
    private final List<Runnable> watchers = new CopyOnWriteArrayList<>();
    private final Map<RuleCounts, RuleStatistics> records = new ConcurrentHashMap<>();
    private final ScheduledExecutorService clock;
    private int ticks;

    /**
     * One that looks every few seconds; where only the log wants to know, once a minute.
     *
     * @param counting what is counted
     * @param tiers whose store is asked
     * @param engine whose callers wait
     * @param events whose listeners miss some
     */
    public StatisticsReporter(Counting counting, Tiers tiers, Engine engine, Events events) {
        this.counting = counting;
        this.tiers = tiers;
        this.engine = engine;
        this.events = events;
        this.clock = tiers.pace().threads("ostiary-figures", 1, 1_000);
        var unused = counting.all()
                ? clock.scheduleAtFixedRate(
                        this::tick, RuleStatistics.TICK_SECONDS, RuleStatistics.TICK_SECONDS, TimeUnit.SECONDS)
                : clock.scheduleAtFixedRate(this::minute, 1, 1, TimeUnit.MINUTES);
    }

    /** Some seconds have passed. */
    void tick() {
        for (RuleCounts counts : counting.rules().all()) {
            of(counts).tick();
        }
        ticks = (ticks + 1) % RuleStatistics.TICKS_A_MINUTE;
        if (ticks == 0) {
            minute();
        }
        watchers.forEach(StatisticsReporter::run);
    }

    /** Runs a watcher; what it cannot show now it may show later. */
    private static void run(Runnable watcher) {
        try {
            watcher.run();
        } catch (RuntimeException | LinkageError e) {
            LOG.log(Level.DEBUG, "Figures could not be shown", e);
        }
    }

    /** Has something done every few seconds, if all is counted. */
    public void watch(Runnable watcher) {
        watchers.add(watcher);
    }

    /** A minute has passed. */
    void minute() {
        for (RuleCounts counts : counting.rules().all()) {
            of(counts).minute();
        }
        log("{0} {1} in the last minute");
        records.keySet().retainAll(List.copyOf(counting.rules().all()));
    }

    private RuleStatistics of(RuleCounts counts) {
        return records.computeIfAbsent(counts, RuleStatistics::new);
    }

    private void log(String line) {
        for (RuleCounts counts : counting.rules().all()) {
            String news = of(counts).news();
            if (!news.isEmpty()) {
                LOG.log(Level.INFO, line, counts.rule(), news);
            }
        }
    }

    /** How everything stands now. */
    public Figures figures() {
        List<Figures.RuleFigures> rules = new ArrayList<>();
        for (RuleCounts counts : counting.rules().all()) {
            if (!counts.rule().startsWith("allow.")) {
                rules.add(of(counts).figures());
            }
        }
        return new Figures(
                counting.all(),
                rules,
                Optional.ofNullable(store()),
                waits(),
                tiers.held(),
                events.dropped(),
                planFailures());
    }

    private long planFailures() {
        long all = 0;
        for (RuleCounts counts : counting.rules().all()) {
            all += counts.planFailures();
        }
        return all;
    }

    private Figures.@Nullable StoreFigures store() {
        if (!tiers.shared()) {
            return null;
        }
        @Nullable StoreCounts counted = counting.store();
        StoreCounts store = counted == null ? new StoreCounts() : counted;
        return new Figures.StoreFigures(
                tiers.unreachable(),
                StoreFigure.ALL.stream().collect(Collectors.toMap(Function.identity(), store::of)),
                store.failures(),
                distribution(store.calls(), MICROS_A_SECOND),
                distribution(store.batches(), 1));
    }

    private Figures.WaitFigures waits() {
        @Nullable Histogram waits = counting.waits();
        Figures.Distribution times = waits == null
                ? new Figures.Distribution(List.of(), List.of(), 0)
                : distribution(waits, MICROS_A_SECOND);
        return new Figures.WaitFigures(engine.waiting(), engine.room(), times);
    }

    private static Figures.Distribution distribution(Histogram histogram, double unit) {
        List<Double> bounds = new ArrayList<>();
        for (long bound : histogram.bounds()) {
            bounds.add(bound / unit);
        }
        List<Long> counts = new ArrayList<>();
        for (long count : histogram.counts()) {
            counts.add(count);
        }
        return new Figures.Distribution(bounds, counts, histogram.sum() / unit);
    }

    /** Logs what was not logged yet; idempotent. */
    @Override
    public void close() {
        if (!clock.isShutdown()) {
            clock.shutdownNow();
            log("{0} {1} since the last such line; the guard closes");
        }
    }
}
