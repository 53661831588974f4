package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Durations;
import io.github.ostiary.Limit;
import io.github.ostiary.Quota;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes one decision of many verdicts. Allowed: the limit with the least remaining share decides (ties: longest reset,
 * then name). Denied: the violated limit that takes longest; never beats any time. Shadows are only reported.
 */
final class Decisions {

    private static final Comparator<Quota> LEAST_LEFT = Comparator.comparingDouble(Quota::remainingShare)
            .thenComparing(Comparator.comparing(Quota::resetAfter).reversed())
            .thenComparing(Quota::policy);

    private Decisions() {}

    static Decision unlimited() {
        return Decision.allow(List.of(), false, false);
    }

    static Decision of(List<Ask> asks, Outcome outcome, boolean shadowed) {
        if (outcome.unavailable().isPresent()) {
            return Decision.deny(Reason.STORE_UNAVAILABLE, outcome.unavailable().get(), List.of(), null, false, true);
        }
        List<Quota> quotas = new ArrayList<>(asks.size());
        @Nullable Limit violated = null;
        long longest = -1;
        boolean wouldRefuse = shadowed;
        for (int i = 0; i < asks.size(); i++) {
            Limit limit = asks.get(i).charge().limit();
            if (outcome.verdicts().get(i).isEmpty()) {
                continue;
            }
            Verdict verdict = outcome.verdicts().get(i).get();
            if (limit.shadow()) {
                wouldRefuse |= !verdict.passed();
                continue;
            }
            add(quota(limit, verdict), quotas);
            if (!verdict.passed() && verdict.retryMicros() > longest) {
                violated = limit;
                longest = verdict.retryMicros();
            }
        }
        quotas.sort(LEAST_LEFT);
        return violated == null
                ? Decision.allow(quotas, outcome.degraded(), wouldRefuse)
                : denied(violated, longest, quotas, outcome.degraded());
    }

    /** Of several counters under one policy the one with least left is told of. */
    private static void add(Quota quota, List<Quota> quotas) {
        int same = indexOf(quota.policy(), quotas);
        if (same < 0) {
            quotas.add(quota);
        } else if (LEAST_LEFT.compare(quota, quotas.get(same)) < 0) {
            quotas.set(same, quota);
        }
    }

    private static int indexOf(String policy, List<Quota> quotas) {
        for (int i = 0; i < quotas.size(); i++) {
            if (quotas.get(i).policy().equals(policy)) {
                return i;
            }
        }
        return -1;
    }

    private static Decision denied(Limit violated, long retryMicros, List<Quota> quotas, boolean degraded) {
        boolean permanent = retryMicros == Verdict.NEVER;
        quotas.add(0, quotas.remove(indexOf(violated.policy(), quotas)));
        @Nullable Duration retry = permanent ? null : Durations.ofMicros(Math.max(1, retryMicros));
        return Decision.deny(Reason.RATE_LIMITED, violated.rule(), quotas, retry, permanent, degraded);
    }

    private static Quota quota(Limit limit, Verdict verdict) {
        long remaining = Math.min(verdict.remaining(), limit.capacity());
        Duration reset = Durations.ofMicros(verdict.resetMicros());
        return new Quota(limit.rule(), limit.policy(), limit.rate(), limit.capacity(), remaining, reset);
    }
}
