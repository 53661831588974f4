package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Quota;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import io.github.ostiary.tier.TierAnswer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Makes one decision of many verdicts. Allowed: the limit with the least remaining share decides (ties: longest reset,
 * then name). Denied: see {@link DenialChoice}. Shadows are only reported.
 */
final class Decisions {

    private static final Comparator<Quota> LEAST_LEFT = Comparator.comparingDouble(Quota::remainingShare)
            .thenComparing(Comparator.comparing(Quota::resetAfter).reversed())
            .thenComparing(Quota::policy);

    private Decisions() {}

    static Decision unlimited() {
        return Decision.allow(List.of(), false, false);
    }

    static Decision of(List<Ask> asks, TierAnswer outcome, boolean shadowed) {
        if (outcome.unavailable().isPresent()) {
            return Decision.deny(Reason.STORE_UNAVAILABLE, outcome.unavailable().get(), List.of(), null, false, true);
        }
        List<Quota> quotas = new ArrayList<>(asks.size());
        DenialChoice denial = new DenialChoice();
        boolean wouldDeny = shadowed;
        for (int i = 0; i < asks.size(); i++) {
            Claim claim = asks.get(i).claim();
            Optional<Verdict> said = outcome.verdicts().get(i);
            if (said.isEmpty()) {
                continue;
            }
            if (claim.shadow()) {
                wouldDeny |= !said.get().passed();
                continue;
            }
            if (claim instanceof Charge charge) {
                add(quota(charge.limit(), said.get()), quotas);
            }
            if (!said.get().passed()) {
                denial.add(claim, said.get());
            }
        }
        quotas.sort(LEAST_LEFT);
        if (!denial.isEmpty()) {
            return denial.decision(quotas, outcome.degraded());
        }
        return Decision.allow(quotas, outcome.degraded(), wouldDeny);
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

    private static Quota quota(Limit limit, Verdict verdict) {
        long remaining = Math.min(verdict.remaining(), limit.capacity());
        Duration reset = Durations.ofMicros(verdict.resetMicros());
        return new Quota(limit.rule(), limit.policy(), limit.rate(), limit.capacity(), remaining, reset);
    }
}
