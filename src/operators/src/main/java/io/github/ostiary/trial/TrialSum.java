package io.github.ostiary.trial;

import io.github.ostiary.Rate;
import io.github.ostiary.operator.TrialReport.Proposal;
import io.github.ostiary.operator.TrialReport.RateUse;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.Share;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/** The account of one rule on trial that several nodes have given together. To be used by one thread. */
public final class TrialSum {

    private static final int TOP = 10;
    private static final double[] SHARES = {0.01, 0.001, 0.0001};

    private final RuleSeen first;
    private final Map<String, Long> networks = new HashMap<>();
    private final Map<String, Long> users = new HashMap<>();
    private final Map<Rate, UseSample> uses = new TreeMap<>(RuleTrialLog::shorterFirst);
    private long asked;
    private long denied;

    /**
     * Nothing seen.
     *
     * @param of which rule
     */
    public TrialSum(RuleSeen of) {
        this.first = of;
    }

    /** Adds what this node has seen, which has names. */
    public void addOwn(RuleSeen seen) {
        add(seen);
        networks.putAll(seen.callers().networks());
        users.putAll(seen.callers().users());
    }

    /**
     * Adds what another node has seen. It names no caller: what it counts of those whose names are known here is added.
     *
     * @param digest of a name
     */
    public void addOther(RuleSeen seen, UnaryOperator<String> digest) {
        add(seen);
        count(networks, seen.callers().networks(), digest);
        count(users, seen.callers().users(), digest);
    }

    private static void count(Map<String, Long> named, Map<String, Long> counts, UnaryOperator<String> digest) {
        if (!counts.isEmpty()) {
            named.replaceAll((name, count) -> count + counts.getOrDefault(digest.apply(name), 0L));
        }
    }

    private void add(RuleSeen seen) {
        asked += seen.asked();
        denied += seen.denied();
        seen.uses().forEach((rate, sample) -> uses.computeIfAbsent(rate, none -> new UseSample(0))
                .add(sample));
    }

    /** The report of the last day. */
    public RuleTrial report() {
        List<RateUse> rates = new ArrayList<>();
        uses.forEach((rate, sample) -> rates.add(use(rate, sample)));
        return new RuleTrial(first.rule(), first.kind(), asked, denied, shares(networks), shares(users), rates);
    }

    private static List<Share> shares(Map<String, Long> sums) {
        return HeavyCallers.top(sums, TOP).stream()
                .map(each -> new Share(each.getKey(), each.getValue()))
                .toList();
    }

    private static RateUse use(Rate rate, UseSample sample) {
        int[] peaks = sample.sorted();
        long callers = sample.callers();
        long over = Arrays.stream(peaks).filter(peak -> peak > rate.permits()).count();
        List<Proposal> proposals = new ArrayList<>();
        for (double share : SHARES) {
            proposals.add(new Proposal(share, permits(peaks, share)));
        }
        return new RateUse(rate, callers, peaks.length == 0 ? 0 : over * (callers / peaks.length), proposals);
    }

    /** The least figure that no more than a share of all are above. */
    private static OptionalLong permits(int[] peaks, double share) {
        int above = (int) Math.floor(peaks.length * share);
        return above == 0 ? OptionalLong.empty() : OptionalLong.of(peaks[peaks.length - 1 - above]);
    }
}
