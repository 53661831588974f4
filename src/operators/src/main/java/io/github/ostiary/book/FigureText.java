package io.github.ostiary.book;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.Figures.Attempts;
import io.github.ostiary.operator.Figures.LockoutFigures;
import io.github.ostiary.operator.Figures.Recent;
import io.github.ostiary.operator.Figures.RuleFigures;
import io.github.ostiary.operator.Figures.Slice;
import io.github.ostiary.operator.Figures.StoreFigures;
import io.github.ostiary.operator.Figures.WaitFigures;
import io.github.ostiary.operator.LockoutEvent;
import io.github.ostiary.operator.StoreFigure;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The figures of a node as lines of a text that other nodes read, in bounded space: a line for all, one for the store, one for
 * what waits, one for each rule. A line of another kind, and a name that is not known here, is one of a later version, and
 * passed over.
 */
final class FigureText {

    /*
     * A rule's last hour takes most of the space. Where there is none left, the rules with the most calls keep theirs by minutes,
     * the others say its sum only; where even that is too much, those with the fewest calls are left out.
     */
    private static final String ALL = "all";
    private static final String RULE = "rule";
    private static final String STORE = "store";
    private static final String WAITING = "waiting";
    private static final int MOST_RULES = 1_000;
    private static final Pattern NAME = Pattern.compile("(limit|lockout|concurrency|block)\\.[a-z][a-z0-9.-]{0,99}");

    private FigureText() {}

    /**
     * Writes them.
     *
     * @param most how many characters there may be
     */
    static String write(Figures figures, int most) {
        List<String> lines = new ArrayList<>();
        lines.add(line(
                ALL,
                figures.complete() ? "1" : "0",
                Packed.number(figures.countersHeld()),
                Packed.number(figures.listenerDrops()),
                Packed.number(figures.planFailures())));
        figures.store().map(FigureText::store).ifPresent(lines::add);
        WaitFigures waiting = figures.waiting();
        lines.add(line(
                WAITING, Packed.number(waiting.now()), Packed.number(waiting.room()), Packed.spread(waiting.times())));
        int left = most - lines.stream().mapToInt(line -> line.length() + 1).sum();
        lines.addAll(rules(figures.rules(), left));
        return String.join("\n", lines);
    }

    private static List<String> rules(List<RuleFigures> rules, int room) {
        List<RuleFigures> busiest = rules.stream()
                .sorted(Comparator.comparing((RuleFigures rule) -> -rule.allowed() - rule.deniedInAll()))
                .toList();
        List<RuleFigures> said = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        int left = room;
        for (RuleFigures rule : busiest) {
            String line = rule(rule, FigureText::summed);
            if (line.length() < left) {
                said.add(rule);
                lines.add(line);
                left -= line.length() + 1;
            }
        }
        for (int i = 0; i < lines.size(); i++) {
            String line = rule(said.get(i), Function.identity());
            int longer = line.length() - lines.get(i).length();
            if (longer <= left) {
                lines.set(i, line);
                left -= longer;
            }
        }
        return lines;
    }

    private static Recent summed(Recent recent) {
        return new Recent(recent.part(), List.of(new Slice(recent.allowed(), recent.denied())));
    }

    private static String rule(RuleFigures rule, Function<Recent, Recent> shown) {
        String line = line(
                RULE,
                rule.rule(),
                Packed.number(rule.allowed()),
                Packed.number(rule.shadowed()),
                Packed.counts(rule.denied()),
                Packed.recent(shown.apply(rule.lastMinute())),
                Packed.recent(shown.apply(rule.lastHour())));
        return rule.lockout().map(lockout -> line + '\t' + lockout(lockout)).orElse(line);
    }

    private static String lockout(LockoutFigures lockout) {
        return line(
                attempts(lockout.attempts()),
                attempts(lockout.answers()),
                Packed.counts(lockout.events()),
                lockout.siege().map(goesOn -> goesOn ? "1" : "0").orElse(""));
    }

    private static String attempts(Attempts ends) {
        return Packed.numbers(List.of(ends.failed(), ends.succeeded(), ends.abandoned()));
    }

    private static String store(StoreFigures store) {
        return line(
                STORE,
                Packed.number(store.unreachable()),
                Packed.counts(store.counted()),
                Packed.number(store.failures()),
                Packed.spread(store.calls()),
                Packed.spread(store.batches()));
    }

    private static String line(String... words) {
        return String.join("\t", words);
    }

    /**
     * Reads what {@link #write} wrote, here or on another node.
     *
     * @throws IllegalArgumentException if it is anything else
     */
    static Figures read(List<String> lines) {
        boolean complete = false;
        long held = 0;
        long drops = 0;
        long plans = 0;
        Optional<StoreFigures> store = Optional.empty();
        WaitFigures waiting = new WaitFigures(0, 0, Packed.spread(""));
        List<RuleFigures> rules = new ArrayList<>();
        for (String line : lines) {
            String[] words = line.split("\t", -1);
            switch (words[0]) {
                case ALL -> {
                    complete = Packed.word(words, 1).equals("1");
                    held = Packed.number(Packed.word(words, 2));
                    drops = Packed.number(Packed.word(words, 3));
                    plans = Packed.number(Packed.word(words, 4));
                }
                case STORE -> store = Optional.of(store(words));
                case WAITING -> waiting = new WaitFigures(
                        Packed.small(Packed.word(words, 1)),
                        Packed.small(Packed.word(words, 2)),
                        Packed.spread(Packed.word(words, 3)));
                case RULE -> rules.add(rule(words));
                default -> {
                    // of a later version
                }
            }
        }
        if (rules.size() > MOST_RULES) {
            throw new IllegalArgumentException("too many rules");
        }
        rules.sort(Comparator.comparing(RuleFigures::rule));
        return new Figures(complete, rules, store, waiting, held, drops, plans);
    }

    private static StoreFigures store(String[] words) {
        return new StoreFigures(
                Packed.small(Packed.word(words, 1)),
                Packed.counts(StoreFigure.class, Packed.word(words, 2)),
                Packed.number(Packed.word(words, 3)),
                Packed.spread(Packed.word(words, 4)),
                Packed.spread(Packed.word(words, 5)));
    }

    private static RuleFigures rule(String[] words) {
        String name = Packed.word(words, 1);
        if (!NAME.matcher(name).matches()) {
            throw new IllegalArgumentException("no rule is called so");
        }
        return new RuleFigures(
                name,
                Packed.number(Packed.word(words, 2)),
                Packed.counts(Reason.class, Packed.word(words, 4)),
                Packed.number(Packed.word(words, 3)),
                name.startsWith("lockout.") ? Optional.of(lockout(words)) : Optional.empty(),
                Packed.recent(Packed.word(words, 5)),
                Packed.recent(Packed.word(words, 6)));
    }

    private static LockoutFigures lockout(String[] words) {
        String siege = Packed.word(words, 10);
        return new LockoutFigures(
                ends(Packed.word(words, 7)),
                ends(Packed.word(words, 8)),
                Packed.counts(LockoutEvent.class, Packed.word(words, 9)),
                siege.isEmpty() ? Optional.empty() : Optional.of(siege.equals("1")));
    }

    private static Attempts ends(String text) {
        List<Long> counts = Packed.numbers(text, 3);
        return new Attempts(counts.get(0), counts.get(1), counts.get(2));
    }
}
