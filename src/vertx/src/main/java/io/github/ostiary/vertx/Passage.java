package io.github.ostiary.vertx;

import io.github.ostiary.Decision;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.Position;
import io.github.ostiary.http.GuardedExchange;
import io.github.ostiary.http.RequestPath;
import io.github.ostiary.http.RuleSnapshot;
import io.github.ostiary.http.WrittenAnswer;
import io.vertx.core.AsyncResult;
import io.vertx.core.Context;
import io.vertx.ext.web.RoutingContext;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;

/**
 * One request on its way through one position. Its event loop never waits: rules are asked by a worker thread, and no thread
 * waits for a caller's body, or while the request must wait for its turn.
 */
final class Passage implements CallBody<Passage.NextStep, IOException> {

    private static final String READING = Passage.class.getName();

    /** The next thing to do, on the thread of the request. */
    enum NextStep {
        PASS,
        ANSWER,
        WAIT,
        READ_BODY
    }

    private final RoutingContext context;
    private final RuleSnapshot rules;
    private final Position position;
    private volatile @Nullable GuardedExchange exchange;
    private volatile @Nullable AwaitedTurn turn;
    private volatile @Nullable WrittenAnswer answer;
    private volatile boolean concluded;
    private boolean watched;

    /**
     * A request at a position.
     *
     * @param known its exchange; null if it has none yet
     */
    Passage(RoutingContext context, RuleSnapshot rules, @Nullable GuardedExchange known, Position position) {
        this.context = context;
        this.rules = rules;
        this.exchange = known;
        this.watched = known != null;
        this.position = position;
    }

    /** The passage of a request whose body has just been read for it; null if there is none. */
    static @Nullable Passage readingBody(RoutingContext context) {
        return context.remove(READING);
    }

    /** Decides, then answers or goes on. */
    void begin() {
        BodyFlow.hold(context);
        ask(this::arrive);
    }

    /** The same once the body was read. */
    void goOnWithBody() {
        ask(concluded ? this::lookForBody : this::decide);
    }

    /** Answers a denial that code behind has thrown. */
    void deny(RateLimitExceededException denial) {
        ask(() -> {
            WrittenAnswer written = newAnswer();
            exchange().deny(denial.decision(), denial, written);
            answer = written;
            return NextStep.ANSWER;
        });
    }

    private void ask(Callable<NextStep> question) {
        var unused = context.vertx().executeBlocking(question, false).onComplete(this::after);
    }

    /** Arrives, on a worker thread, as all that asks rules. */
    private @Nullable NextStep arrive() throws IOException {
        GuardedExchange known = exchange;
        try {
            if (known == null) {
                exchange = new GuardedExchange(rules, new VertxCall(context, rules));
            } else if (VertxCall.hasMoved(known.call(), context)) {
                known.moved(new VertxCall(context, rules));
            }
        } catch (MalformedCallException e) {
            WrittenAnswer denied = newAnswer();
            var unused = rules.responder.deny(denied, RequestPath.UNKNOWN, RequestPath.UNREADABLE, List.of());
            answer = denied;
            return NextStep.ANSWER;
        }
        return decide();
    }

    private WrittenAnswer newAnswer() {
        return new WrittenAnswer(context.request().headers().getAll("Accept"));
    }

    private GuardedExchange exchange() {
        GuardedExchange known = exchange;
        if (known == null) {
            throw new IllegalStateException("a request is decided when it has arrived");
        }
        return known;
    }

    private @Nullable NextStep decide() throws IOException {
        try {
            return exchange().decide(position, this);
        } catch (NeedsBody e) {
            return NextStep.READ_BODY;
        }
    }

    @Override
    public NextStep waiting(AwaitedTurn awaited) {
        turn = awaited;
        return NextStep.WAIT;
    }

    @Override
    public NextStep admitted(Admission admission) throws IOException {
        turn = null;
        exchange().admitted(admission);
        return lookForBody();
    }

    @Override
    public NextStep denied(Decision.Denied denied) throws IOException {
        turn = null;
        return answer(denied);
    }

    private NextStep answer(Decision.Denied denied) throws IOException {
        WrittenAnswer written = newAnswer();
        exchange().deny(denied, written);
        answer = written;
        return NextStep.ANSWER;
    }

    /** Routes behind could read what no rule has counted by. */
    private NextStep lookForBody() throws IOException {
        if (!(exchange().call() instanceof VertxCall call) || !call.mayHideBody()) {
            return NextStep.PASS;
        }
        if (!BodyFlow.isRead(context)) {
            concluded = true;
            return NextStep.READ_BODY;
        }
        return call.hasBody()
                ? answer(Decision.deny(Decision.Reason.MALFORMED, "body", List.of(), null, false, false))
                : NextStep.PASS;
    }

    private void after(AsyncResult<NextStep> step) {
        try {
            if (step.failed()) {
                context.fail(step.cause());
            } else {
                take(step.result());
            }
        } catch (RuntimeException failure) {
            context.fail(failure); // or its caller would wait in vain
        }
    }

    private void take(NextStep step) {
        if (context.response().closed()) {
            leave();
            return;
        }
        GuardedExchange known = exchange;
        if (known != null && !watched) {
            watched = true;
            ExchangeEnd.watch(context, known);
        }
        switch (step) {
            case PASS -> pass();
            case WAIT -> await();
            case READ_BODY -> {
                context.put(READING, this);
                BodyFlow.read(context, rules.edge.bodies().jsonBytes());
            }
            case ANSWER -> VertxAnswer.send(context, answer);
        }
    }

    private void pass() {
        if (exchange().call() instanceof VertxCall call) {
            call.makeKnown();
        }
        if (position == Position.LAST) {
            ExchangeEnd.lookForSocket(context, exchange());
        }
        BodyFlow.release(context);
        context.next();
    }

    /** No thread waits: the request goes on when it may, or ends when its caller leaves. */
    private void await() {
        AwaitedTurn waiting = turn;
        if (waiting == null) {
            return;
        }
        Context own = context.vertx().getOrCreateContext();
        int leaving = context.addEndHandler(end -> leave());
        waiting.whenReady(() -> own.runOnContext(ready -> {
            if (context.removeEndHandler(leaving) && !context.response().closed()) {
                ask(() -> waiting.goOn(this));
            }
        }));
    }

    /** The caller has left before the request was let in. */
    private void leave() {
        var unused = context.vertx()
                .executeBlocking(
                        () -> {
                            AwaitedTurn waiting = turn;
                            if (waiting != null) {
                                waiting.giveUp();
                            }
                            GuardedExchange known = exchange;
                            if (known != null) {
                                known.over();
                            }
                            return true;
                        },
                        false);
    }
}
