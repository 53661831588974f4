package io.github.ostiary.book;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Distribution;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.Slice;
import io.github.ostiary.operator.Figures.WaitFigures;
import io.github.ostiary.store.RecordText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** The figures of a node as a text that other nodes read, in bounded space. */
final class FigureText {

    /** The figures of a node that says none. */
    static final Figures NONE = new Figures(
            false,
            List.of(),
            Optional.empty(),
            new WaitFigures(0, 0, new Distribution(List.of(), List.of(), 0)),
            0,
            0,
            0);

    /*
     * A rule's last hour takes most of the space. Where there is none left, the rules with the most calls keep theirs by minutes,
     * the others say its sum only; where even that is too much, those with the fewest calls are left out.
     */
    private static final int MOST_RULES = 1_000;
    private static final int MOST_PARTS = 120;
    private static final Pattern NAME = Pattern.compile("(limit|lockout|concurrency|block)\\.[a-z][a-z0-9.-]{0,99}");
    private static final RecordText<RuleFigures> ROW = text(RuleFigures.class);

    private FigureText() {}

    /** Texts with figures: of a time that has just passed its parts without the zeros at the end. */
    static <T extends Record> RecordText<T> text(Class<T> type) {
        return RecordText.packing(type, 120, Recent.class, FigureText::flat, FigureText::recent);
    }

    static Figures withoutRules(Figures all) {
        return with(all, List.of());
    }

    /** The same with as many rules as there is room for. */
    static Figures fitting(Figures all, int room) {
        List<RuleFigures> busiest = all.rules().stream()
                .sorted(Comparator.comparing((RuleFigures rule) -> -rule.allowed() - rule.deniedInAll()))
                .toList();
        List<RuleFigures> said = new ArrayList<>();
        List<RuleFigures> fit = new ArrayList<>();
        int left = room;
        for (RuleFigures rule : busiest) {
            RuleFigures sums = summed(rule);
            int length = length(sums);
            if (length < left) {
                said.add(rule);
                fit.add(sums);
                left -= length + 1;
            }
        }
        for (int i = 0; i < fit.size(); i++) {
            int longer = length(said.get(i)) - length(fit.get(i));
            if (longer <= left) {
                fit.set(i, said.get(i));
                left -= longer;
            }
        }
        return with(all, fit);
    }

    /** The length of a rule's figures: at least that in a list of rules. */
    private static int length(RuleFigures rule) {
        return ROW.write(rule).length();
    }

    private static Figures with(Figures all, List<RuleFigures> rules) {
        return new Figures(
                all.complete(),
                rules,
                all.store(),
                all.waiting(),
                all.countersHeld(),
                all.listenerDrops(),
                all.planFailures());
    }

    private static RuleFigures summed(RuleFigures rule) {
        return new RuleFigures(
                rule.rule(),
                rule.allowed(),
                rule.denied(),
                rule.shadowed(),
                rule.lockout(),
                summed(rule.lastMinute()),
                summed(rule.lastHour()));
    }

    private static Recent summed(Recent recent) {
        return new Recent(recent.part(), List.of(new Slice(recent.allowed(), recent.denied())));
    }

    /**
     * The figures, if pages may show them.
     *
     * @throws IllegalArgumentException if no node writes such figures
     */
    static Figures checked(Figures all) {
        check(all.rules().size() <= MOST_RULES);
        for (RuleFigures rule : all.rules()) {
            check(NAME.matcher(rule.rule()).matches());
            check(rule.lockout().isPresent() == rule.rule().startsWith("lockout."));
        }
        all.store().ifPresent(store -> {
            check(store.calls());
            check(store.batches());
        });
        check(all.waiting().times());
        return with(
                all,
                all.rules().stream()
                        .sorted(Comparator.comparing(RuleFigures::rule))
                        .toList());
    }

    private static void check(Distribution spread) {
        int bounds = spread.bounds().size();
        check(spread.counts().size() == bounds + 1
                || (bounds == 0 && spread.counts().isEmpty()));
    }

    private static List<Long> flat(Recent recent) {
        List<Long> all = new ArrayList<>(
                List.of(recent.part().toSeconds(), (long) recent.parts().size()));
        recent.parts().forEach(part -> all.addAll(List.of(part.allowed(), part.denied())));
        int end = all.size();
        while (end > 2 && all.get(end - 1) == 0) {
            end--;
        }
        return all.subList(0, end);
    }

    private static Recent recent(List<Long> all) {
        check(all.get(1) <= MOST_PARTS && all.size() <= 2 + 2 * all.get(1));
        List<Slice> parts = new ArrayList<>();
        for (int i = 2; i < 2 + 2 * all.get(1); i += 2) {
            parts.add(new Slice(at(all, i), at(all, i + 1)));
        }
        return new Recent(Duration.ofSeconds(all.get(0)), parts);
    }

    private static long at(List<Long> all, int place) {
        return place < all.size() ? all.get(place) : 0;
    }

    private static void check(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("no node has such figures");
        }
    }
}
