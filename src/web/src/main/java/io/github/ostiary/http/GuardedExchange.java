package io.github.ostiary.http;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.edge.CallBody;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.MetRules;
import io.github.ostiary.edge.Position;
import io.github.ostiary.text.Log;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request on its way through a server without servlets, with everything it holds from its admission to its end. What it holds
 * is settled as soon as the outcome shows, and ended once. To be used by one thread at a time, but for its end.
 */
public final class GuardedExchange implements CallBody<Decision.Denied, RuntimeException> {

    private static final System.Logger LOG = Log.of(GuardedExchange.class);

    private final RuleSnapshot rules;
    private volatile WireCall call;
    private MetRules met = new MetRules();
    private final List<HeldPosition> holdings = new CopyOnWriteArrayList<>();
    private final AtomicBoolean ended = new AtomicBoolean();
    private @Nullable Decision decision;
    private volatile @Nullable Throwable denial;
    private volatile CallOutcome.Answer answer = CallOutcome.Answer.NONE;

    /** The answer, as far as it was seen. */
    private record Ending(OptionalInt status, @Nullable String location, boolean returned) {}

    private static final Ending UNCLEAR = new Ending(OptionalInt.empty(), null, false);

    private volatile @Nullable Ending shown;
    private volatile boolean deserted;

    /** The admission of a position. */
    private record HeldPosition(Admission admission, boolean authenticatedBefore) {}

    /**
     * A request that has arrived.
     *
     * @param rules in force when it came
     * @param call the request
     */
    public GuardedExchange(RuleSnapshot rules, WireCall call) {
        this.rules = rules;
        this.call = call;
        call.passesBy(this);
    }

    /**
     * The request.
     *
     * @return as rules see it now
     */
    public WireCall call() {
        return call;
    }

    /**
     * Returns the rules that the request began with.
     *
     * @return the same until its end
     */
    public RuleSnapshot rules() {
        return rules;
    }

    /**
     * The request was led to another path or method: what is decided from now on is decided of that.
     *
     * @param next the request as it is now
     */
    public void moved(WireCall next) {
        WireCall before = call;
        next.passesBy(this);
        next.admitted(admissions());
        call = next;
        before.end();
    }

    private List<Admission> admissions() {
        List<Admission> all = new ArrayList<>(holdings.size());
        for (HeldPosition holding : holdings) {
            all.add(holding.admission);
        }
        return all;
    }

    /**
     * Whether the bytes of the body and of the answer must be counted.
     *
     * @return true if {@link #answeredBy} must know them
     */
    public boolean countsBytes() {
        for (HeldPosition holding : holdings) {
            if (holding.admission.countsBytes()) {
                return true;
            }
        }
        return false;
    }

    /**
     * Decides the request by the rules of a position that it has not met.
     *
     * @param <T> what comes of it, if anything
     * @param <E> what may come of it otherwise
     * @param position where this is
     * @param body has the exchange {@linkplain #admitted take over} what is let in
     * @return what comes of the request, or as much as is known while it waits
     * @throws E what comes of it otherwise
     * @throws NeedsBody if a rule asks for the body, and the call cannot read it yet; to be asked again when it can
     */
    public <T, E extends Throwable> @Nullable T decide(Position position, CallBody<T, E> body) throws E {
        MetRules before = met.copy();
        try {
            return rules.entrance.call(call, position, met, body);
        } catch (NeedsBody e) {
            met = before;
            throw e;
        }
    }

    /**
     * Decides the request by the rules of a position that it has not met; keeps the thread while it must wait.
     *
     * @param position where this is
     * @return why it is denied; null if it may go on
     */
    public Decision.@Nullable Denied decide(Position position) {
        return decide(position, this);
    }

    /** Takes over what the request was admitted to. */
    @Override
    public Decision.@Nullable Denied admitted(Admission admission) {
        decision = decision == null ? admission.decision() : QuotaMerge.merged(decision.quotas(), admission.decision());
        if (admission.holdsAnything()) {
            holdings.add(new HeldPosition(admission, call.principal().isPresent()));
            call.admitted(admissions());
        }
        return null;
    }

    @Override
    public Decision.Denied denied(Decision.Denied denied) {
        return denied;
    }

    /**
     * Answers a denial by which a position turns the request away: whatever it held is not the application's answer.
     *
     * @param denied why
     * @param to gets the answer
     * @throws IOException if the caller is gone
     */
    public void deny(Decision.Denied denied, HttpAnswer to) throws IOException {
        end(UNCLEAR);
        answer(denied, to);
    }

    /**
     * Answers a denial that code behind has thrown: attempts are settled by it and by its status, as by anything else that
     * the application throws and answers.
     *
     * @param denied why
     * @param failure what was thrown
     * @param to gets the answer
     * @throws IOException if the caller is gone
     */
    public void deny(Decision.Denied denied, Throwable failure, HttpAnswer to) throws IOException {
        denial = failure;
        answering(rules.edge.status(denied), null);
        answer(denied, to);
    }

    private void answer(Decision.Denied denied, HttpAnswer to) throws IOException {
        List<Quota> earlier = decision == null ? List.of() : decision.quotas();
        decision = denied;
        // There are no pages here, as was checked when the application started.
        var unused = rules.responder.deny(to, call, denied, earlier);
    }

    /**
     * Tells a caller who is let in where it stands.
     *
     * @param to not committed
     */
    public void writeQuotas(AnswerHeaders to) {
        Decision known = decision;
        if (known != null && !(known instanceof Decision.Denied)) {
            rules.headers.write(to, known);
        }
    }

    /**
     * Says where the application's answer can be looked at.
     *
     * @param seen asked when an outcome is settled
     */
    public void answeredBy(CallOutcome.Answer seen) {
        answer = seen;
    }

    /**
     * An answer is about to leave: what it shows is settled before its caller can act on it.
     *
     * @param status of the answer
     * @param location where it redirects to; null if nowhere
     */
    public void answering(int status, @Nullable String location) {
        shows(status, location);
        settle();
    }

    /**
     * Takes note of an answer that is about to leave.
     *
     * @param status of the answer
     * @param location where it redirects to; null if nowhere
     */
    public void shows(int status, @Nullable String location) {
        if (!ended.get()) {
            shown = new Ending(OptionalInt.of(status), location, false);
        }
    }

    /** Settles what the answer shows by now. */
    public void settle() {
        Ending seen = shown;
        if (seen != null && !ended.get()) {
            each(holdings, holding -> {
                holding.admission.answering(seen.status.orElse(0));
                holding.admission.settle(outcome(holding, seen));
            });
        }
    }

    /**
     * Whether the request holds anything that must end with it.
     *
     * @return false for most
     */
    public boolean holdsAnything() {
        return !holdings.isEmpty() && !ended.get();
    }

    /** The request is over, with the answer that was last shown; without one its end is unclear. */
    public void over() {
        Ending seen = shown;
        end(seen == null ? UNCLEAR : new Ending(seen.status, seen.location, denial == null));
    }

    /**
     * The caller has left before there was an answer, and the application may work on: permits come back when that ends, if
     * {@link #workEnded} is called, or in their time.
     */
    public void deserted() {
        if (ended.compareAndSet(false, true)) {
            call.end();
            deserted = true;
            each(holdings, holding -> {
                holding.admission.bill(outcome(holding, shown == null ? UNCLEAR : shown));
                holding.admission.unattended();
            });
        }
    }

    /** The application has come to an answer for a caller who has left. */
    public void workEnded() {
        if (deserted) {
            each(holdings, holding -> holding.admission.leave());
        }
    }

    private void end(Ending ending) {
        if (ended.compareAndSet(false, true)) {
            call.end();
            each(holdings, holding -> {
                try {
                    holding.admission.end(outcome(holding, ending));
                } finally {
                    holding.admission.leave();
                }
            });
        }
    }

    private CallOutcome outcome(HeldPosition holding, Ending ending) {
        return new CallOutcome(
                ending.status,
                Optional.ofNullable(ending.location),
                answer,
                Optional.ofNullable(denial),
                ending.returned,
                holding.authenticatedBefore,
                call);
    }

    /**
     * Does something with all that a request holds. One that fails must not keep the others from ending; what it leaves open ends
     * by itself in its time.
     *
     * @param <T> what is held
     * @param holdings all of it
     * @param task for each; of several errors the first is thrown, when all were asked
     */
    public static <T> void each(List<T> holdings, Consumer<T> task) {
        Error first = null;
        for (T holding : holdings) {
            try {
                task.accept(holding);
            } catch (RuntimeException failure) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "The permits and attempts of a request could not be settled",
                        failure);
            } catch (Error failure) {
                first = first == null ? failure : first;
            }
        }
        if (first != null) {
            throw first;
        }
    }
}
