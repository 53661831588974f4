package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.store.Claim;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * An attempt or a lease that one call holds and another, behind it in the same request, uses; or an attempt that none holds, since
 * its credentials proved right lately. Immutable.
 *
 * @param lender the holder; null for none
 * @param ask what is used
 */
record SharedPermit(@Nullable HoldingCall lender, Ask ask) {

    /**
     * Borrows what the request holds already, and takes it out of what is asked: asked for again behind the filter, a call
     * would wait for itself.
     */
    static List<SharedPermit> take(Claims claims, List<?> admissions, AdmissionControl borrower) {
        List<SharedPermit> sharedPermits = new ArrayList<>(2);
        for (Iterator<Ask> asks = claims.asks().iterator(); asks.hasNext(); ) {
            Optional<SharedPermit> sharedPermit = find(asks.next().claim(), admissions, borrower);
            if (sharedPermit.isPresent()) {
                sharedPermits.add(sharedPermit.get());
                asks.remove();
            }
        }
        return sharedPermits;
    }

    private static Optional<SharedPermit> find(Claim claim, List<?> admissions, AdmissionControl borrower) {
        for (Object admission : admissions) {
            Optional<SharedPermit> sharedPermit =
                    admission instanceof GuardedCall call ? call.lend(claim, borrower) : Optional.empty();
            if (sharedPermit.isPresent()) {
                return sharedPermit;
            }
        }
        return Optional.empty();
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
