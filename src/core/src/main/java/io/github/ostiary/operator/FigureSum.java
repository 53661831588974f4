package io.github.ostiary.operator;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.Figures.Attempts;
import io.github.ostiary.operator.Figures.Distribution;
import io.github.ostiary.operator.Figures.LockoutFigures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.Slice;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Figures.WaitFigures;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Adds up the figures of several nodes. */
final class FigureSum {

    private static final int MOST_RULES = 1_000;
    private static final Distribution NOTHING = new Distribution(List.of(), List.of(), 0);

    private FigureSum() {}

    static Figures of(List<Figures> all) {
        return all.size() == 1 ? all.get(0) : all.stream().reduce(none(), FigureSum::sum);
    }

    private static Figures none() {
        return new Figures(true, List.of(), Optional.empty(), new WaitFigures(0, 0, NOTHING), 0, 0, 0);
    }

    private static Figures sum(Figures one, Figures other) {
        return new Figures(
                one.complete() && other.complete(),
                rules(one.rules(), other.rules()),
                either(one.store(), other.store(), FigureSum::sum),
                new WaitFigures(
                        one.waiting().now() + other.waiting().now(),
                        one.waiting().room() + other.waiting().room(),
                        sum(one.waiting().times(), other.waiting().times())),
                one.countersHeld() + other.countersHeld(),
                one.listenerDrops() + other.listenerDrops(),
                one.planFailures() + other.planFailures());
    }

    /** The way two become one. */
    private interface Adding<T> {

        T sum(T one, T other);
    }

    private static <T> Optional<T> either(Optional<T> one, Optional<T> other, Adding<T> adding) {
        return one.isEmpty() || other.isEmpty() ? one.or(() -> other) : Optional.of(adding.sum(one.get(), other.get()));
    }

    private static List<RuleFigures> rules(List<RuleFigures> some, List<RuleFigures> others) {
        Map<String, RuleFigures> all = new TreeMap<>();
        Stream.concat(some.stream(), others.stream()).forEach(each -> all.merge(each.rule(), each, FigureSum::sum));
        return all.values().stream().limit(MOST_RULES).toList();
    }

    private static RuleFigures sum(RuleFigures one, RuleFigures other) {
        Map<Reason, Long> denied = new EnumMap<>(Reason.class);
        denied.putAll(one.denied());
        other.denied().forEach((reason, count) -> denied.merge(reason, count, Long::sum));
        return new RuleFigures(
                one.rule(),
                one.allowed() + other.allowed(),
                denied,
                one.shadowed() + other.shadowed(),
                either(one.lockout(), other.lockout(), FigureSum::sum),
                sum(one.lastMinute(), other.lastMinute()),
                sum(one.lastHour(), other.lastHour()));
    }

    /** A siege is one of the fleet, whichever node has heard of it. */
    private static LockoutFigures sum(LockoutFigures one, LockoutFigures other) {
        Map<LockoutEvent, Long> events = new EnumMap<>(LockoutEvent.class);
        events.putAll(one.events());
        other.events().forEach((event, count) -> events.merge(event, count, Long::sum));
        return new LockoutFigures(
                sum(one.attempts(), other.attempts()),
                sum(one.answers(), other.answers()),
                events,
                either(one.siege(), other.siege(), Boolean::logicalOr));
    }

    private static Attempts sum(Attempts one, Attempts other) {
        return new Attempts(
                one.failed() + other.failed(),
                one.succeeded() + other.succeeded(),
                one.abandoned() + other.abandoned());
    }

    /** Part by part from the newest; of a time that is divided otherwise, as another version may do, all counts in the newest. */
    private static Recent sum(Recent one, Recent other) {
        if (one.parts().size() < other.parts().size()) {
            return sum(other, one);
        }
        if (other.parts().isEmpty()) {
            return one;
        }
        List<Slice> parts = new ArrayList<>(one.parts());
        List<Slice> added =
                one.part().equals(other.part()) ? other.parts() : List.of(new Slice(other.allowed(), other.denied()));
        int shift = parts.size() - added.size();
        for (int i = 0; i < added.size(); i++) {
            Slice before = parts.get(shift + i);
            Slice more = added.get(i);
            parts.set(shift + i, new Slice(before.allowed() + more.allowed(), before.denied() + more.denied()));
        }
        return new Recent(one.part(), parts);
    }

    /** Sums figures; a server that does not answer counts once, however many nodes have found out. */
    private static StoreFigures sum(StoreFigures one, StoreFigures other) {
        Map<StoreFigure, Long> counted = new EnumMap<>(StoreFigure.class);
        counted.putAll(one.counted());
        other.counted().forEach((figure, count) -> counted.merge(figure, count, Long::sum));
        return new StoreFigures(
                Math.max(one.unreachable(), other.unreachable()),
                counted,
                one.failures() + other.failures(),
                sum(one.calls(), other.calls()),
                sum(one.batches(), other.batches()));
    }

    /** The sum of two distributions; of figures over other bounds, as another version may have them, there is none. */
    private static Distribution sum(Distribution one, Distribution other) {
        if (one.counts().isEmpty() || !one.bounds().equals(other.bounds())) {
            return one.count() >= other.count() ? one : other;
        }
        List<Long> counts = new ArrayList<>();
        for (int i = 0; i < one.counts().size(); i++) {
            counts.add(one.counts().get(i) + other.counts().get(i));
        }
        return new Distribution(one.bounds(), counts, one.sum() + other.sum());
    }
}
