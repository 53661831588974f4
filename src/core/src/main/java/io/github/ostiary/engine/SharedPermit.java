package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.store.Claim;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An attempt or a lease that one call holds and another, behind it in the same request, uses; or an attempt that none holds, since
 * its credentials proved right lately. Immutable.
 *
 * @param lender the holder; null for none
 * @param ask what is used
 */
record SharedPermit(@Nullable GuardedAdmission lender, Ask ask) {

    /**
     * Borrows permits that the request holds already, and removes their claims: a call that asked for them again behind the
     * filter would wait for itself.
     */
    static List<SharedPermit> take(Claims claims, List<?> admissions, Tiers by) {
        List<SharedPermit> sharedPermits = new ArrayList<>(2);
        for (Iterator<Ask> asks = claims.asks().iterator(); asks.hasNext(); ) {
            SharedPermit sharedPermit = find(asks.next().claim(), admissions, by);
            if (sharedPermit != null) {
                sharedPermits.add(sharedPermit);
                asks.remove();
            }
        }
        return sharedPermits;
    }

    private static @Nullable SharedPermit find(Claim claim, List<?> admissions, Tiers by) {
        for (Object admission : admissions) {
            @Nullable GuardedAdmission lender = admission instanceof GuardedAdmission call ? call.current() : null;
            @Nullable Ask lent = lender == null ? null : lender.lend(claim, by);
            if (lent != null) {
                return new SharedPermit(lender, lent);
            }
        }
        return null;
    }

    /** Whether it is no attempt at all, unless it fails. */
    boolean isProved() {
        return lender == null;
    }

    void giveBack() {
        if (lender != null) {
            lender.takeBack(ask);
        }
    }

    /** The borrower was denied, in front of what the lent attempt is about. */
    void denied(Decision denial) {
        if (lender != null) {
            lender.deniedInFront(denial);
            giveBack();
        }
    }
}
