package io.github.ostiary.notice;

import io.github.ostiary.Decision;
import io.github.ostiary.GuardListener.NearLimit;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.QuotaUses;
import io.github.ostiary.engine.SeenEnd;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Notices when a caller has used as much of a window as {@code notify} says, and has one node tell it. Thread-safe. */
public final class NearLimits implements DecisionListener {

    /*
     * Counts in the store are exact, and only the store admits where this is asked for: one call takes the permit that is the
     * first beyond a part, on one node, and knows it by what is left after it. So nothing is remembered here, and the store is
     * asked nothing more before that. What was given back may be taken again, and the first hit of a sliding window leaves it: so
     * the node that notices asks the store whether it is the first in this window to say so, off the path of the request.
     *
     * A call whose answer is lost on its way is noticed by no node. An event that comes too late is worse than none: what the
     * store cannot be asked for a minute is dropped.
     */
    private static final System.Logger LOG = Log.of(NearLimits.class);
    private static final int MOST = 1_000;
    private static final long AGAIN_MICROS = 5_000_000;
    private static final long LATEST_MICROS = 60_000_000;
    private static final int WHOLE = 100;
    private static final String LETTER = ":N";

    private final Tiers tiers;
    private final Events events;
    private final TimeSource time;
    private final ScheduledExecutorService thread;
    private final AtomicInteger pending = new AtomicInteger();

    /**
     * None announced yet.
     *
     * @param tiers whose store is asked
     * @param events receives each notice
     * @param time the clock of windows
     */
    public NearLimits(Tiers tiers, Events events, TimeSource time) {
        this.time = time;
        this.tiers = tiers;
        this.events = events;
        this.thread = tiers.pace().threads("ostiary-notices", 1, 1_000);
    }

    /** A part of a window that was just used up, and when that was, by the machine's clock, µs. */
    private record Crossing(LimitRule rule, Ask ask, Verdict said, int percent, long micros) {

        Charge charge() {
            return (Charge) ask.claim();
        }

        /** How long it is not said again: to the window's end, or, where windows slide, for one. */
        long keepMicros() {
            Limit limit = charge().limit();
            return switch (limit.algorithm()) {
                case SLIDING_LOG, SLIDING_WINDOW -> limit.rate().windowMicros();
                default -> said.resetMicros();
            };
        }
    }

    @Override
    public Ear ear(RuleSet rules) {
        for (Rule rule : rules.all()) {
            if (rule.announces()) {
                return Ear.ALL;
            }
        }
        return Ear.NOTHING;
    }

    /** All that was granted, or charged whether there was room or not. */
    @Override
    public void asked(Operation operation, List<Ask> asks, TierAnswer answer) {
        if (operation == Operation.CHARGE || answer.admits(asks)) {
            look(asks, answer, operation == Operation.CHARGE);
        }
    }

    @Override
    public void decidedAlone(Door door, Rule rule, Key key, Claim claim, Verdict said, Decision decision) {
        if (rule.announces() && said.passed()) {
            granted(new Ask(claim, rule, key), said);
        }
    }

    /** Looks at what a call has cost beside what was reserved. */
    @Override
    public void settled(Operation ending, List<Ask> asks, List<Verdict> verdicts, @Nullable SeenEnd end) {
        for (int i = 0; i < verdicts.size(); i++) {
            @Nullable Charge charge = asks.get(i).charge();
            long more = charge == null ? 0 : charge.cost(ending) - charge.permits();
            if (charge != null && more > 0 && asks.get(i).rule().announces()) {
                granted(asks.get(i).with(charge.of(more)), verdicts.get(i));
            }
        }
    }

    /** Nothing is noticed of what a stand-in has granted, since the store does not know it. */
    private void look(List<Ask> asks, TierAnswer answer, boolean charged) {
        for (int i = 0; i < asks.size() && !answer.degraded() && answer.size() > 0; i++) {
            @Nullable Verdict said = answer.said(i);
            if (said != null && asks.get(i).rule().announces() && (charged || said.passed())) {
                granted(asks.get(i), said);
            }
        }
    }

    /** One that was granted, by a rule that announces. */
    private void granted(Ask ask, Verdict said) {
        @Nullable Charge charge = ask.charge();
        if (ask.rule() instanceof LimitRule rule
                && charge != null
                && !charge.shadow()
                && !charge.onlyLooks()
                && charge.limit().id().isLongest()
                && events.areHeard()) {
            long capacity = charge.limit().capacity();
            long after = capacity - Math.min(capacity, said.remaining());
            long before = after - charge.permits();
            for (int percent : rule.notices().percents()) {
                long part = (capacity * percent + WHOLE - 1) / WHOLE;
                if (before < part && part <= after) {
                    tell(new Crossing(rule, ask, said, percent, tiers.pace().micros()), 0);
                }
            }
        }
    }

    private void tell(Crossing crossing, long delayMicros) {
        if (pending.incrementAndGet() > MOST) {
            pending.decrementAndGet();
            LOG.log(Level.DEBUG, "A window is nearly used up, but {0} others must be announced first", MOST);
            return;
        }
        try {
            var unused = thread.schedule(() -> ask(crossing), delayMicros, TimeUnit.MICROSECONDS);
        } catch (RejectedExecutionException e) {
            pending.decrementAndGet();
        }
    }

    private void ask(Crossing crossing) {
        pending.decrementAndGet();
        long ago = tiers.pace().micros() - crossing.micros();
        long left = crossing.keepMicros() - ago;
        if (left <= 0) {
            return;
        }
        try {
            if (tiers.sharedState().first(crossing.charge().identity(), name(crossing), left)) {
                events.near(crossing.rule(), crossing.ask().key(), near(crossing), Durations.ofMicros(left));
            }
        } catch (StoreException e) {
            if (ago + AGAIN_MICROS < LATEST_MICROS) {
                tell(crossing, AGAIN_MICROS);
            } else {
                LOG.log(
                        Level.DEBUG,
                        "Redis could not be asked whether another node has announced that a window is nearly used up",
                        e);
            }
        }
    }

    private NearLimit near(Crossing crossing) {
        long now = time.micros();
        return new NearLimit(crossing.percent(), QuotaUses.of(crossing.charge(), crossing.said(), now));
    }

    /**
     * The name of a crossing: with the size of the limit, since a caller whose quota was raised is told again; with the
     * end of a window of the calendar, since what is said late of one is not said of the next.
     */
    private String name(Crossing crossing) {
        Limit limit = crossing.charge().limit();
        String window = "";
        if (crossing.said().consequence().window() > 0) {
            long now = time.micros();
            window = "."
                    + QuotaUses.of(crossing.charge(), crossing.said(), now)
                            .resetsAt()
                            .getEpochSecond();
        }
        Rule rule = crossing.rule();
        return rule.name() + LETTER + limit.counter() + "." + limit.capacity() + "." + crossing.percent() + window;
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
