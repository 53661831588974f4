package io.github.ostiary.engine;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The tiers' verdicts on a list of asks. Not to be changed any more.
 *
 * @param verdicts one per ask, in their order; null where nothing was counted
 * @param degraded whether failure policies decided
 * @param unavailable the rule that denies because the store does not answer, if one does; then there are no verdicts
 */
public record TierAnswer(List<? extends @Nullable Verdict> verdicts, boolean degraded, @Nullable String unavailable) {

    /** No store was asked. */
    public static final TierAnswer NONE = of(List.of());

    /**
     * A store's answer.
     *
     * @param verdicts one per ask
     * @return nothing else
     */
    public static TierAnswer of(List<Verdict> verdicts) {
        return new TierAnswer(verdicts, false, null);
    }

    /** Nothing was asked. */
    public static TierAnswer none(List<Ask> asks) {
        return partly(Collections.<@Nullable Verdict>nCopies(asks.size(), null), false);
    }

    /**
     * An answer of the stand-in.
     *
     * @param verdicts one per ask; empty where it was not asked
     */
    public static TierAnswer ofStandIn(List<Optional<Verdict>> verdicts) {
        List<@Nullable Verdict> said = new ArrayList<>(verdicts.size());
        for (Optional<Verdict> verdict : verdicts) {
            said.add(verdict.orElse(null));
        }
        return partly(said, true);
    }

    /**
     * An answer without a verdict where nothing was asked. NullAway takes such a list for none of what may be absent.
     */
    @SuppressWarnings("NullAway")
    private static TierAnswer partly(List<@Nullable Verdict> verdicts, boolean degraded) {
        return new TierAnswer(verdicts, degraded, null);
    }

    /**
     * How many asks there are verdicts on.
     *
     * @return all, or none
     */
    public int size() {
        return verdicts.size();
    }

    /**
     * The verdict on an ask.
     *
     * @param index the ask's
     * @return null if nothing was counted
     */
    public @Nullable Verdict said(int index) {
        return verdicts.get(index);
    }

    /**
     * Whether an ask is denied by a rule that is enforced.
     *
     * @param index the ask's
     * @param ask which
     * @return false also if only a shadow denies
     */
    public boolean denies(int index, Ask ask) {
        @Nullable Verdict said = verdicts.get(index);
        return said != null && !said.passed() && !ask.claim().shadow();
    }

    /**
     * The answer without the denials that have one reason, as if what they deny had not been asked.
     *
     * @param reason which
     * @return all else that was said
     */
    public TierAnswer butFor(Reason reason) {
        List<@Nullable Verdict> others = new ArrayList<>(verdicts.size());
        for (@Nullable Verdict said : verdicts) {
            others.add(said != null && !said.passed() && said.reason() == reason ? null : said);
        }
        return unavailable == null ? partly(others, degraded) : this;
    }

    /** The charges, or all others. */
    public static List<Ask> split(List<Ask> asks, boolean charges) {
        List<Ask> part = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            if (ask.claim().isHeld() != charges) {
                part.add(ask);
            }
        }
        return part;
    }

    /** The verdicts on the charges among the asks, and on all others, in the order of the asks. */
    public static TierAnswer joined(List<Ask> asks, List<Verdict> others, TierAnswer charges) {
        Iterator<Verdict> answers = others.iterator();
        Iterator<? extends @Nullable Verdict> charged = charges.verdicts().iterator();
        List<@Nullable Verdict> all = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            all.add(ask.claim().isHeld() ? answers.next() : charged.next());
        }
        return partly(all, charges.degraded());
    }

    /**
     * The charges that this granted and that still count. What the stand-in granted it keeps: the store has never had it.
     *
     * @param asks what this is the answer to
     * @param agoMicros how long ago it was asked for, µs
     * @return those that can be given back
     */
    public List<Claim> stillCounting(List<Ask> asks, long agoMicros) {
        List<Claim> counting = new ArrayList<>(asks.size());
        for (int i = 0; i < size() && !degraded; i++) {
            @Nullable Verdict said = said(i);
            @Nullable Charge charge = asks.get(i).charge();
            if (said != null
                    && said.passed()
                    && charge != null
                    && !charge.isHeld()
                    && charge.stillCounts(said, agoMicros)) {
                counting.add(charge.granted(said));
            }
        }
        return counting;
    }

    /**
     * Whether nothing enforced denies.
     *
     * @param asks what this is the answer to
     * @return true if all of it was granted
     */
    public boolean admits(List<Ask> asks) {
        if (unavailable != null) {
            return false;
        }
        for (int i = 0; i < verdicts.size(); i++) {
            if (denies(i, asks.get(i))) {
                return false;
            }
        }
        return true;
    }
}
