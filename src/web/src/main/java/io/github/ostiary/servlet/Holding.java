package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Admission;
import org.jspecify.annotations.Nullable;

/** One position's admission of the request. */
final class Holding {

    final Admission admission;
    final CallContext call;
    final boolean authenticatedBefore;
    final @Nullable SessionRenewal renewal;
    final int depth;
    volatile @Nullable Throwable thrown;

    Holding(
            Admission admission,
            CallContext call,
            boolean authenticatedBefore,
            @Nullable SessionRenewal renewal,
            int depth) {
        this.admission = admission;
        this.call = call;
        this.authenticatedBefore = authenticatedBefore;
        this.renewal = renewal;
        this.depth = depth;
    }
}
