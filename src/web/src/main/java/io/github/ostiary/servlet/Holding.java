package io.github.ostiary.servlet;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import java.util.Collection;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** One position's admission of the request, and the request's answer as far as signals may ask. */
final class Holding implements CallOutcome.Answer {

    private final RequestHoldings all;
    final Admission admission;
    final CallContext call;
    final boolean authenticatedBefore;
    final @Nullable SessionRenewal renewal;
    final int depth;
    volatile @Nullable Throwable thrown;

    Holding(
            RequestHoldings all,
            Admission admission,
            CallContext call,
            boolean authenticatedBefore,
            @Nullable SessionRenewal renewal,
            int depth) {
        this.all = all;
        this.admission = admission;
        this.call = call;
        this.authenticatedBefore = authenticatedBefore;
        this.renewal = renewal;
        this.depth = depth;
    }

    @Override
    public String contextPath() {
        return all.request.getServletContext().getContextPath();
    }

    @Override
    public Collection<String> headers(String name) {
        return all.response.getHeaders(name);
    }

    @Override
    public OptionalLong bytesWritten() {
        return all.measured().bytesWritten();
    }

    @Override
    public OptionalLong bytesRead() {
        return all.measured().bytesRead();
    }

    @Override
    public boolean sessionRenewed() {
        return renewal != null && renewal.shows(all.response);
    }
}
