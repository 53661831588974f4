package io.github.ostiary.setup;

import io.github.ostiary.CallContext;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The request that a thread works on, so that the bean edge finds it without knowing the HTTP edge. Thread-safe.
 *
 * @hidden
 */
public final class CurrentCall {

    /*
     * A thread keeps its place here, empty, when a call is over: to remove it would have each request make a new one. The
     * place holds on to nothing, neither by its key, which is weak, nor by its value, which is null.
     */
    private static final CallContext NO_REQUEST = new CallContext() {};
    private static final ThreadLocal<@Nullable CallContext> CALL = new ThreadLocal<>();

    /** Null where threads are all there is. */
    private static volatile @Nullable Supplier<@Nullable CallContext> elsewhere;

    private CurrentCall() {}

    /**
     * The request this thread works on.
     *
     * @return a context that knows nothing, outside a request
     */
    public static CallContext get() {
        CallContext call = CALL.get();
        if (call == null || (call instanceof EndingCall ending && ending.hasEnded())) {
            Supplier<@Nullable CallContext> finder = elsewhere;
            call = finder == null ? null : finder.get();
        }
        return call == null ? NO_REQUEST : call;
    }

    /**
     * Names another place to look for the request of a thread, which no edge has made known to it.
     *
     * @param finder returns null outside a request
     */
    public static void lookAlso(Supplier<@Nullable CallContext> finder) {
        elsewhere = finder;
    }

    /**
     * Makes a request known to the beans this thread calls, until {@link #forget}.
     *
     * @param call the request
     * @return what was known before; null if nothing was
     */
    public static @Nullable CallContext remember(CallContext call) {
        CallContext outer = CALL.get();
        CALL.set(call);
        return outer;
    }

    /**
     * Ends {@link #remember}, on the same thread; no call stays with it. An {@link EnteredCall} remembered in between is
     * left.
     *
     * @param outer what {@link #remember} returned
     */
    public static void forget(@Nullable CallContext outer) {
        CallContext inner = CALL.get();
        CALL.set(outer);
        if (inner instanceof EnteredCall entered) {
            entered.leave();
        }
    }
}
