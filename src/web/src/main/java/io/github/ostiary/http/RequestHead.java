package io.github.ostiary.http;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.ArrivingCall.Head;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.setup.CallView;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A request as its head describes it: what would read the body says so instead. */
public final class RequestHead extends CallView implements Head {

    /** The methods whose requests mostly have no body. */
    public static final Set<String> BODILESS = Set.of("GET", "HEAD", "OPTIONS", "TRACE");

    private int untold;

    /**
     * The head of a request.
     *
     * @param call the whole
     */
    public RequestHead(CallContext call) {
        super(call);
    }

    @Override
    public int untold() {
        return untold;
    }

    private NeedsBody needsBody() {
        untold++;
        return new NeedsBody();
    }

    @Override
    public List<String> parameters(String name) {
        throw needsBody();
    }

    @Override
    public boolean mayHideParameter(String name) {
        throw needsBody();
    }

    @Override
    public List<String> jsonValues(String name) {
        throw needsBody();
    }

    @Override
    public boolean mayHideJson(String name) {
        throw needsBody();
    }

    /** Code that has the request itself may read its body. */
    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        throw needsBody();
    }
}
