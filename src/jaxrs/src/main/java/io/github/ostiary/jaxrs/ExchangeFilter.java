package io.github.ostiary.jaxrs;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.Position;
import io.github.ostiary.http.GuardedExchange;
import io.github.ostiary.http.RequestPath;
import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.http.WireEdge;
import io.github.ostiary.http.WrittenAnswer;
import io.github.ostiary.setup.CurrentCall;
import jakarta.annotation.Priority;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.ext.WriterInterceptor;
import jakarta.ws.rs.ext.WriterInterceptorContext;
import java.io.IOException;
import java.util.List;

/**
 * Decides requests where there are no servlets, before all else that JAX-RS does, and ends what they hold when their answer is
 * written. Decides nothing that another edge in front has decided. Registered by {@link RateLimitFeature}. Thread-safe.
 *
 * @hidden
 */
@PreMatching
@Priority(ExchangeFilter.BEFORE_OTHERS)
public class ExchangeFilter implements ContainerRequestFilter, ContainerResponseFilter, WriterInterceptor {

    /** The first to see a request, but for what tells the caller's address, and the last to see its answer. Jersey takes it from an annotation only. */
    static final int BEFORE_OTHERS = Integer.MIN_VALUE + 1_000;

    /** The status from which on answers are short, and some servers write them before anything else may end. */
    private static final int ERROR = 400;

    private static final String PROPERTY = ExchangeFilter.class.getName();
    private static final String COUNTED = PROPERTY + ".counted";

    private final WireEdge edge = new WireEdge();

    /** A filter for one application. */
    ExchangeFilter() {}

    /** A request on its way, with what is seen of its answer. */
    private record Passing(GuardedExchange exchange, JaxRsCall call, JaxRsAnswer answer) {}

    /**
     * Decides a request by the rules that come first.
     *
     * @param request before a resource is found for it
     * @throws IOException of the application's handler of denials
     */
    @Override
    public void filter(ContainerRequestContext request) throws IOException {
        RuleSnapshot rules = edge.rules();
        if (rules == null || isDecidedInFront()) {
            return;
        }
        JaxRsCall call;
        try {
            call = new JaxRsCall(request, rules);
        } catch (MalformedCallException e) {
            WrittenAnswer answer = answer(request);
            var unused = rules.responder.deny(answer, RequestPath.UNKNOWN, RequestPath.UNREADABLE, List.of());
            request.abortWith(Answers.of(answer));
            return;
        }
        Passing passing = new Passing(new GuardedExchange(rules, call), call, new JaxRsAnswer());
        passing.exchange.answeredBy(passing.answer);
        request.setProperty(PROPERTY, passing);
        var unusedOuter = CurrentCall.remember(call);
        var unused = decide(request, passing, Position.FIRST);
    }

    /** Whether a filter in front has decided the request. One that this filter left on the thread does not count: it may have ended unnoticed. */
    private static boolean isDecidedInFront() {
        CallContext known = CurrentCall.get();
        return known.path().isPresent()
                && known.unwrap(ContainerRequestContext.class).isEmpty();
    }

    private static WrittenAnswer answer(ContainerRequestContext request) {
        List<String> accepted = request.getHeaders().get("Accept");
        return new WrittenAnswer(accepted == null ? List.of() : accepted);
    }

    /** Decides the request by the rules of a position; says whether it may go on. */
    private static boolean decide(ContainerRequestContext request, Passing passing, Position position)
            throws IOException {
        Decision.Denied denied = passing.exchange.decide(position);
        if (denied != null) {
            WrittenAnswer answer = answer(request);
            passing.exchange.deny(denied, answer);
            request.abortWith(Answers.of(answer));
            return false;
        }
        passing.call.dropUnannouncedBody();
        if (passing.exchange.countsBytes() && request.getProperty(COUNTED) == null) {
            request.setProperty(COUNTED, true);
            request.setEntityStream(passing.answer.counted(request.getEntityStream(), request.hasEntity()));
        }
        return true;
    }

    /** Decides a request by the rules that come last, and by those of where it was led to meanwhile. */
    static void behind(ContainerRequestContext request) throws IOException {
        if (!(request.getProperty(PROPERTY) instanceof Passing passing)) {
            return;
        }
        if (!passing.call.hasMoved()) {
            var unused = decide(request, passing, Position.LAST);
            return;
        }
        JaxRsCall call = new JaxRsCall(request, passing.exchange.rules());
        passing.exchange.moved(call);
        Passing moved = new Passing(passing.exchange, call, passing.answer);
        request.setProperty(PROPERTY, moved);
        var unusedOuter = CurrentCall.remember(call);
        if (decide(request, moved, Position.FIRST)) {
            var unused = decide(request, moved, Position.LAST);
        }
    }

    /**
     * Settles what the answer shows.
     *
     * @param request answered
     * @param response the answer, about to be written
     */
    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        if (!(request.getProperty(PROPERTY) instanceof Passing passing)) {
            return;
        }
        passing.answer.is(response);
        passing.exchange.writeQuotas(response.getHeaders()::putSingle);
        passing.exchange.answering(response.getStatus(), response.getHeaderString("Location"));
        if (!response.hasEntity() || request.getMethod().equals("HEAD") || response.getStatus() >= ERROR) {
            passing.exchange.over();
        }
        CurrentCall.forget(null);
    }

    /**
     * Ends the request when its answer is written.
     *
     * @param context of the answer
     * @throws IOException if the caller is gone
     */
    @Override
    public void aroundWriteTo(WriterInterceptorContext context) throws IOException {
        if (!(context.getProperty(PROPERTY) instanceof Passing passing)) {
            context.proceed();
            return;
        }
        try {
            if (passing.exchange.countsBytes()) {
                context.setOutputStream(passing.answer.counted(context.getOutputStream()));
            }
            context.proceed();
        } finally {
            passing.exchange.over();
        }
    }
}
