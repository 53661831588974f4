package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Quota;
import io.github.ostiary.Quota.QuotaUnit;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One decision made of many verdicts. Allowed: the limit with the least remaining share decides (ties: longest reset,
 * then name). Denied: see {@link DenialChoice}. Shadows are only reported.
 */
final class Decisions {

    static final Decision UNLIMITED = Decision.allow(List.of(), false, false);

    private Decisions() {}

    static Decision of(List<Ask> asks, TierAnswer answer, boolean shadowed) {
        if (answer.unavailable() != null) {
            return Decision.deny(Reason.STORE_UNAVAILABLE, answer.unavailable(), List.of(), null, false, true);
        }
        @Nullable Verdict only = asks.size() == 1 ? answer.said(0) : null;
        return only != null && !answer.degraded() ? of(asks.get(0), only, shadowed) : ofAll(asks, answer, shadowed);
    }

    /** The decision on one claim that was asked alone, of a store that answers. */
    static Decision of(Ask ask, Verdict said, boolean shadowed) {
        Claim claim = ask.claim();
        return said.passed() || claim.shadow()
                ? allowed(claim, said, shadowed || !said.passed())
                : new DenialChoice(ask, said).decision(false);
    }

    /** The decision on one claim that was asked alone, and that its rule does not deny. */
    static Decision allowed(Claim claim, Verdict said, boolean shadowed) {
        return claim.shadow()
                ? Decision.allow(List.of(), false, shadowed)
                : Decision.allow(ClaimQuotas.READER, claim, said, false, shadowed);
    }

    private static Decision ofAll(List<Ask> asks, TierAnswer answer, boolean shadowed) {
        List<Quota> quotas = List.of();
        @Nullable DenialChoice denial = null;
        boolean wouldDeny = shadowed;
        for (int i = 0; i < asks.size(); i++) {
            Claim claim = asks.get(i).claim();
            @Nullable Verdict said = answer.verdicts().get(i);
            if (said == null) {
                continue;
            }
            if (claim.shadow()) {
                wouldDeny |= !said.passed();
                continue;
            }
            @Nullable Quota quota = claim.quota(said);
            if (quota != null) {
                quotas = with(quota, quotas);
            }
            if (!said.passed()) {
                if (denial == null) {
                    denial = new DenialChoice(claim, said);
                } else {
                    denial.add(claim, said);
                }
            }
        }
        if (denial == null) {
            return Decision.allow(quotas, answer.degraded(), wouldDeny);
        }
        denial.of(asks, answer);
        return denial.decision(quotas, answer.degraded());
    }

    /** Sorted; of several counters under one policy, the one with the least left is reported. */
    private static List<Quota> with(Quota quota, List<Quota> quotas) {
        if (quotas.isEmpty()) {
            return List.of(quota);
        }
        List<Quota> all = new ArrayList<>(quotas);
        int same = DenialChoice.indexOf(quota.policy(), all);
        if (same < 0) {
            all.add(quota);
        } else if (leastLeft(quota, all.get(same)) < 0) {
            all.set(same, quota);
        }
        all.sort(Decisions::leastLeft);
        return all;
    }

    /** The order in which limits are reported: how many calls are at work says least of when another may come. */
    private static int leastLeft(Quota one, Quota other) {
        int kinds = Boolean.compare(
                one.unit() == QuotaUnit.CONCURRENT_REQUESTS, other.unit() == QuotaUnit.CONCURRENT_REQUESTS);
        int shares = Double.compare(one.remainingShare(), other.remainingShare());
        int resets = other.resetAfter().compareTo(one.resetAfter());
        return kinds != 0
                ? kinds
                : shares != 0 ? shares : resets != 0 ? resets : one.policy().compareTo(other.policy());
    }
}
