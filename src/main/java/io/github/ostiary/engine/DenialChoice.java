package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Quota;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Of all that deny, what a caller is told: a lockout before a limit before a concurrency, and of lockouts a block before
 * a lock before a challenge before others in flight; of equals the one that takes longest, and never takes longer than any
 * time. The wait is the longest of all, but for a challenge, which takes no time.
 */
final class DenialChoice {

    private static final List<Reason> LOCKOUTS =
            List.of(Reason.BLOCKED, Reason.LOCKED, Reason.CHALLENGE_REQUIRED, Reason.BUSY);

    private @Nullable Claim claim;
    private @Nullable Verdict verdict;
    private long longest = -1;
    private boolean permanent;

    boolean isEmpty() {
        return claim == null;
    }

    void add(Claim denied, Verdict said) {
        if (said.reason() != Reason.CHALLENGE_REQUIRED) {
            longest = Math.max(longest, said.retryMicros());
        }
        permanent |= denied instanceof Charge && said.retryMicros() == Verdict.NEVER;
        if (claim == null
                || verdict == null
                || rank(denied, said) < rank(claim, verdict)
                || (rank(denied, said) == rank(claim, verdict) && said.retryMicros() > verdict.retryMicros())) {
            claim = denied;
            verdict = said;
        }
    }

    private static int rank(Claim claim, Verdict said) {
        if (!(claim instanceof Reservation)) {
            return claim instanceof LeaseClaim ? LOCKOUTS.size() + 1 : LOCKOUTS.size();
        }
        return LOCKOUTS.indexOf(said.reason());
    }

    /** Only if there is one. */
    Decision decision(List<Quota> quotas, boolean degraded) {
        Claim decides = claim;
        Reason reason = verdict == null ? Reason.RATE_LIMITED : verdict.reason();
        if (decides == null) {
            throw new IllegalStateException("nothing refuses");
        }
        if (decides instanceof Charge charge) {
            first(charge.limit().policy(), quotas);
        }
        @Nullable
        Duration retry = longest < 0 || longest == Verdict.NEVER ? null : Durations.ofMicros(Math.max(1, longest));
        return Decision.deny(reason, decides.rule(), quotas, retry, permanent, degraded);
    }

    private static void first(String policy, List<Quota> quotas) {
        for (int i = 0; i < quotas.size(); i++) {
            if (quotas.get(i).policy().equals(policy)) {
                quotas.add(0, quotas.remove(i));
                return;
            }
        }
    }
}
