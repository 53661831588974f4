package io.github.ostiary.metrics;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.operator.StoreFigure;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** All metrics there are, and what of the figures is in each. No tag says who called. */
final class Catalogue {

    private static final List<Metric> DECLARED = new ArrayList<>();

    /** The metrics in the order of the page, which is that of the constants. */
    static final List<Metric> ALL = Collections.unmodifiableList(DECLARED);

    static final Metric DECISIONS =
            counter("ostiary.decisions", "calls", "Calls that a rule decided", "rule", "outcome", "reason");
    static final Metric ATTEMPTS =
            counter("ostiary.attempts", "attempts", "Attempts that ended at a lockout", "rule", "outcome");
    static final Metric CHALLENGES =
            counter("ostiary.challenges", "answers", "Answers to challenges that were judged", "rule", "outcome");
    static final Metric LOCKS =
            counter("ostiary.locks", "locks", "Locks, blocks and pending challenges that began", "rule", "kind");
    static final Metric UNLOCKS = counter("ostiary.unlocks", "unlocks", "Callers unlocked by hand", "rule");
    static final Metric SIEGE = gauge("ostiary.siege", "sieges", "1 while a siege of a lockout goes on", "rule");
    private static final Map<StoreFigure, Metric> STORE = new EnumMap<>(StoreFigure.class);

    static {
        StoreFigure.ALL.forEach(
                figure -> STORE.put(figure, counter(figure.metric(), figure.unit(), figure.description())));
    }

    static final Metric CALLS = counter("ostiary.store.calls", "calls", "Round trips to the store", "outcome");
    static final Metric CALL_TIME =
            sum("ostiary.store.time", "seconds", "Time that all round trips to the store have taken");
    static final Metric CALL_BUCKETS =
            counter("ostiary.store.time.within", "calls", "Round trips that took no longer than le seconds", "le");
    static final Metric ASKED =
            counter("ostiary.store.batch", "decisions", "Decisions that all round trips together asked for");
    static final Metric BATCH_BUCKETS = counter(
            "ostiary.store.batch.within", "calls", "Round trips that asked for no more than le decisions", "le");
    static final Metric UNREACHABLE =
            gauge("ostiary.store.unreachable", "servers", "Servers of the store that are not asked because they fail");
    static final Metric COUNTERS = gauge("ostiary.counters", "counters", "Counters that this JVM keeps");
    static final Metric WAITING = gauge("ostiary.waiting", "calls", "Calls that are held now");
    static final Metric ROOM = gauge("ostiary.waiting.max", "calls", "Calls that may be held at once");
    static final Metric WAITS = counter("ostiary.waits", "calls", "Calls that were held");
    static final Metric WAIT_TIME =
            sum("ostiary.wait.time", "seconds", "Time that all held calls together have waited");
    static final Metric WAIT_BUCKETS =
            counter("ostiary.wait.time.within", "calls", "Held calls that were held no longer than le seconds", "le");
    static final Metric DROPS =
            counter("ostiary.listener.drops", "events", "Events dropped because listeners were too slow");

    static final Metric PLAN_FAILURES = counter(
            "ostiary.plan.failures", "questions", "Questions for a caller's plan that the resolver failed to answer");

    /**
     * The usual reasons of denials by kind of rule: there from the beginning, so that the first denial is an increase.
     */
    private static final Map<String, Reason> USUAL = Map.of(
            "limit", Reason.RATE_LIMITED,
            "concurrency", Reason.CONCURRENCY_LIMITED,
            "lockout", Reason.LOCKED,
            "block", Reason.BLOCKED);

    private static final String NONE = "none";

    private Catalogue() {}

    private static Metric counter(String name, String unit, String description, String... tags) {
        return declared(new Metric(name, Metric.Type.COUNTER, unit, description, List.of(tags)));
    }

    private static Metric sum(String name, String unit, String description) {
        return declared(new Metric(name, Metric.Type.SUM, unit, description, List.of()));
    }

    private static Metric gauge(String name, String unit, String description, String... tags) {
        return declared(new Metric(name, Metric.Type.GAUGE, unit, description, List.of(tags)));
    }

    private static Metric declared(Metric metric) {
        DECLARED.add(metric);
        return metric;
    }

    /** Takes what is read. */
    @FunctionalInterface
    interface Sink {

        void take(Metric metric, Number value, String... tags);
    }

    /** Reads all there is. */
    static void read(Figures figures, Sink sink) {
        figures.rules().forEach(rule -> read(rule, sink));
        figures.store().ifPresent(store -> read(store, sink));
        sink.take(COUNTERS, figures.countersHeld());
        Figures.WaitFigures waiting = figures.waiting();
        sink.take(WAITING, waiting.now());
        sink.take(ROOM, waiting.room());
        sink.take(WAITS, waiting.times().count());
        sink.take(WAIT_TIME, waiting.times().sum());
        buckets(WAIT_BUCKETS, waiting.times(), sink);
        sink.take(DROPS, figures.listenerDrops());
        sink.take(PLAN_FAILURES, figures.planFailures());
    }

    private static void read(Figures.RuleFigures rule, Sink sink) {
        String name = rule.rule();
        String kind = name.substring(0, name.indexOf('.'));
        if (!kind.equals("block")) {
            sink.take(DECISIONS, rule.allowed(), name, "allowed", NONE);
        }
        sink.take(DECISIONS, rule.shadowed(), name, "shadowed", NONE);
        Reason usual = USUAL.get(kind);
        if (usual != null && !rule.denied().containsKey(usual)) {
            sink.take(DECISIONS, 0, name, "denied", word(usual));
        }
        rule.denied().forEach((reason, count) -> sink.take(DECISIONS, count, name, "denied", word(reason)));
        rule.lockout().ifPresent(lockout -> read(name, lockout, sink));
    }

    private static void read(String rule, Figures.LockoutFigures lockout, Sink sink) {
        read(ATTEMPTS, rule, lockout.attempts(), sink);
        read(CHALLENGES, rule, lockout.answers(), sink);
        for (LockoutEvent event : LockoutEvent.ALL) {
            switch (event) {
                case LOCKED, CHALLENGED, BLOCKED -> sink.take(LOCKS, lockout.count(event), rule, event.noun());
                case UNLOCKED -> sink.take(UNLOCKS, lockout.count(event), rule);
            }
        }
        lockout.siege().ifPresent(on -> sink.take(SIEGE, on ? 1 : 0, rule));
    }

    private static void read(Metric metric, String rule, Figures.Attempts attempts, Sink sink) {
        sink.take(metric, attempts.failed(), rule, "failed");
        sink.take(metric, attempts.succeeded(), rule, "succeeded");
        sink.take(metric, attempts.abandoned(), rule, "abandoned");
    }

    private static void read(Figures.StoreFigures store, Sink sink) {
        STORE.forEach((figure, metric) -> sink.take(metric, store.count(figure)));
        sink.take(CALLS, store.calls().count() - store.failures(), "answered");
        sink.take(CALLS, store.failures(), "failed");
        sink.take(CALL_TIME, store.calls().sum());
        buckets(CALL_BUCKETS, store.calls(), sink);
        sink.take(ASKED, store.batches().sum());
        buckets(BATCH_BUCKETS, store.batches(), sink);
        sink.take(UNREACHABLE, store.unreachable());
    }

    /** Each has those of lower bounds in it, as Prometheus reckons. */
    private static void buckets(Metric metric, Figures.Distribution distribution, Sink sink) {
        long counted = 0;
        for (int i = 0; i < distribution.bounds().size(); i++) {
            counted += distribution.counts().get(i);
            sink.take(metric, counted, number(distribution.bounds().get(i)));
        }
        sink.take(metric, distribution.count(), "+Inf");
    }

    private static String number(double bound) {
        return BigDecimal.valueOf(bound).stripTrailingZeros().toPlainString();
    }

    static String word(Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT);
    }
}
