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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
        Map<String, Quota> quotas = new LinkedHashMap<>();
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
            quotas.merge(limit.policy(), quota(limit, verdict), (a, b) -> LEAST_LEFT.compare(a, b) <= 0 ? a : b);
            if (!verdict.passed() && verdict.retryMicros() > longest) {
                violated = limit;
                longest = verdict.retryMicros();
            }
        }
        List<Quota> ordered = new ArrayList<>(quotas.values());
        ordered.sort(LEAST_LEFT);
        return violated == null
                ? Decision.allow(ordered, outcome.degraded(), wouldRefuse)
                : denied(violated, longest, ordered, outcome.degraded());
    }

    private static Decision denied(Limit violated, long retryMicros, List<Quota> quotas, boolean degraded) {
        boolean permanent = retryMicros == Verdict.NEVER;
        Quota deciding = quotas.stream()
                .filter(quota -> quota.policy().equals(violated.policy()))
                .findFirst()
                .orElseThrow();
        quotas.remove(deciding);
        quotas.add(0, deciding);
        @Nullable Duration retry = permanent ? null : Durations.ofMicros(Math.max(1, retryMicros));
        return Decision.deny(Reason.RATE_LIMITED, violated.rule(), quotas, retry, permanent, degraded);
    }

    private static Quota quota(Limit limit, Verdict verdict) {
        long remaining = Math.min(verdict.remaining(), limit.capacity());
        Duration reset = Durations.ofMicros(verdict.resetMicros());
        return new Quota(limit.rule(), limit.policy(), limit.rate(), limit.capacity(), remaining, reset);
    }
}
