package io.github.ostiary.http;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Quota.QuotaUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** One account of a caller, put together from what both positions and the beans behind them have said. */
public final class QuotaMerge {

    private static final Comparator<Quota> DECIDING = Comparator.comparing(
                    (Quota quota) -> quota.unit() == QuotaUnit.CONCURRENT_REQUESTS)
            .thenComparingDouble(Quota::remainingShare)
            .thenComparing(Quota::resetAfter, Comparator.reverseOrder())
            .thenComparing(Quota::rule);

    private QuotaMerge() {}

    /**
     * An allowing decision with earlier quotas too, the one with the least left first.
     *
     * @param earlier of decisions before
     * @param allowed the newest decision
     * @return the same if there is nothing to add
     */
    public static Decision merged(List<Quota> earlier, Decision allowed) {
        if (earlier.isEmpty()) {
            return allowed;
        }
        List<Quota> all = merged(allowed.quotas(), earlier);
        return Decision.allow(all.stream().sorted(DECIDING).toList(), allowed.degraded(), allowed.shadowed());
    }

    /** The newest figures of each policy, those of {@code newer} first. */
    static List<Quota> merged(List<Quota> newer, List<Quota> earlier) {
        if (earlier.isEmpty() && newer.size() < 2) {
            return newer;
        }
        Map<String, Quota> byPolicy = new LinkedHashMap<>();
        newer.forEach(quota -> byPolicy.putIfAbsent(quota.policy(), quota));
        earlier.forEach(quota -> byPolicy.putIfAbsent(quota.policy(), quota));
        return List.copyOf(byPolicy.values());
    }
}
