package io.github.ostiary.explain;

import io.github.ostiary.CalendarWindow.Period;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.QuotaUses;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.operator.UsePage;
import io.github.ostiary.operator.UsePage.KeyUse;
import io.github.ostiary.rule.KeyedLimits;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.CounterPage.CounterLine;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Tells operators what all callers have used of a limit, a part at a time, from the shared store. Spends nothing. Thread-safe. */
public final class UseReader {

    /*
     * The store has counters, not plans: whose plan has which rate is not known here. So the store is asked as if the limit was
     * as large as can be, which shows what is used, however much. A bucket is asked with the figures it has, since what has
     * come back depends on them.
     */
    private static final int TOGETHER = 100;

    private final Supplier<RuleSet> inForce;
    private final Tiers tiers;
    private final TimeSource time;

    /** A reader for the rules of a guard. */
    public UseReader(Supplier<RuleSet> inForce, Tiers tiers, TimeSource time) {
        this.inForce = inForce;
        this.tiers = tiers;
        this.time = time;
    }

    /**
     * A page of what callers have used.
     *
     * @param rule of a limit
     * @param cursor where to go on; null at the beginning
     * @param max how many counters at least, if there are so many; up to some 500 more
     * @return with where to go on
     * @throws IllegalArgumentException if there is no such limit, or the cursor is none
     * @throws IllegalStateException if there is no shared store, or it does not answer
     */
    public UsePage page(String rule, @Nullable String cursor, int max) {
        LimitRule limit = inForce.get().named(rule, RuleKind.LIMIT, LimitRule.class, "rate");
        Map<String, Limit> known = new HashMap<>();
        for (KeyedLimits keyed : limit.limits().ofAllPlans()) {
            keyed.limits().forEach(each -> known.putIfAbsent(each.algorithm().letter() + each.counter(), each));
        }
        try {
            CounterPage page = tiers.counters(rule, cursor, max);
            List<KeyUse> uses = new ArrayList<>();
            List<CounterLine> lines = page.lines().stream()
                    .filter(line -> known.containsKey(line.letter() + line.counter()))
                    .toList();
            for (int from = 0; from < lines.size(); from += TOGETHER) {
                read(lines.subList(from, Math.min(from + TOGETHER, lines.size())), known, uses);
            }
            return new UsePage(uses, page.next());
        } catch (StoreException e) {
            throw new IllegalStateException(
                    "what was used of limit." + rule + " cannot be read, since Redis does not answer", e);
        }
    }

    private void read(List<CounterLine> lines, Map<String, Limit> known, List<KeyUse> uses) throws StoreException {
        List<Charge> charges = new ArrayList<>(lines.size());
        for (CounterLine line : lines) {
            Limit limit = known.get(line.letter() + line.counter());
            if (limit != null) {
                charges.add(new Charge(limit.widest(), line.identity(), 1));
            }
        }
        List<Verdict> verdicts = tiers.look(charges);
        for (int i = 0; i < lines.size(); i++) {
            add(lines.get(i), charges.get(i).limit(), verdicts.get(i), uses);
        }
    }

    private void add(CounterLine line, Limit limit, Verdict said, List<KeyUse> uses) {
        long used = limit.capacity() - said.remaining();
        long end = QuotaUses.end(limit, said, time.micros());
        if (said.consequence().window() == 0) {
            add(line, limit, used, Optional.empty(), end, uses);
            return;
        }
        Period window = limit.windowAt(end - 1);
        Period before = limit.windowAt(window.startMicros() - 1);
        add(line, limit, used, Optional.of(window.startMicros()), end, uses);
        add(line, limit, line.usedIn(before), Optional.of(before.startMicros()), before.endMicros(), uses);
    }

    private static void add(
            CounterLine line, Limit limit, long used, Optional<Long> begin, long end, List<KeyUse> uses) {
        if (used > 0) {
            uses.add(new KeyUse(
                    line.identity(), limit.policy(), used, begin.map(Durations::instant), Durations.instant(end)));
        }
    }
}
