package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.FailurePolicy;
import io.github.ostiary.Front;
import io.github.ostiary.Limit;
import io.github.ostiary.Rate;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Decides by {@link FailurePolicy} when the shared store does not answer: this node's limiter with its share of the
 * limits, known refusals kept to their end; or pass; or refuse. Thread-safe.
 */
final class Fallback implements AutoCloseable {

    private final Store local;
    private final Front front;
    private final int nodes;
    private final TimeSource time;
    private final ConcurrentMap<Limit, Limit> shares = new ConcurrentHashMap<>();

    Fallback(Store local, Front front, int nodes, TimeSource time) {
        this.local = local;
        this.front = front;
        this.nodes = nodes;
        this.time = time;
    }

    Outcome decide(List<Ask> asks) {
        return answer(asks, local::decide);
    }

    Outcome peek(List<Ask> asks) {
        return answer(asks, local::peek);
    }

    /** Charges this node's limiters. */
    Outcome charge(List<Ask> asks) {
        List<Charge> shares = asks.stream()
                .filter(Fallback::counts)
                .map(ask -> share(ask.charge()))
                .toList();
        if (!shares.isEmpty()) {
            ask(local::charge, shares);
        }
        return peek(asks);
    }

    private interface Question {

        List<Verdict> ask(List<Charge> charges) throws StoreException;
    }

    private Outcome answer(List<Ask> asks, Question question) {
        for (Ask ask : asks) {
            if (ask.onStoreFailure() == FailurePolicy.DENY
                    && !ask.charge().limit().shadow()) {
                return new Outcome(
                        List.of(), true, Optional.of(ask.charge().limit().rule()));
            }
        }
        long now = time.micros();
        List<Optional<Verdict>> verdicts = new ArrayList<>(asks.stream()
                .map(ask -> counts(ask) ? front.refusal(ask.charge(), now, Long.MAX_VALUE) : Optional.<Verdict>empty())
                .toList());
        if (verdicts.stream().noneMatch(Optional::isPresent)) {
            List<Charge> shares = asks.stream()
                    .filter(Fallback::counts)
                    .map(ask -> share(ask.charge()))
                    .toList();
            Iterator<Verdict> answers = (shares.isEmpty() ? List.<Verdict>of() : ask(question, shares)).iterator();
            for (int i = 0; i < asks.size(); i++) {
                if (counts(asks.get(i))) {
                    verdicts.set(i, Optional.of(bearable(asks.get(i).charge(), answers.next())));
                }
            }
        }
        return new Outcome(verdicts, true, Optional.empty());
    }

    private static boolean counts(Ask ask) {
        return ask.onStoreFailure() == FailurePolicy.LOCAL;
    }

    private static List<Verdict> ask(Question question, List<Charge> charges) {
        try {
            return question.ask(charges);
        } catch (StoreException e) {
            throw new IllegalStateException("the local store cannot fail", e);
        }
    }

    /** What exceeds only this node's share passes again when the store is back: nobody knows when. */
    private static Verdict bearable(Charge charge, Verdict verdict) {
        Rate whole = charge.limit().rate();
        return verdict.retryMicros() != Verdict.NEVER
                        || charge.permits() > charge.limit().capacity()
                ? verdict
                : new Verdict(
                        false,
                        verdict.remaining(),
                        whole.windowMicros(),
                        verdict.resetMicros(),
                        verdict.admissible(),
                        verdict.changeMicros());
    }

    private Charge share(Charge charge) {
        Limit limit = shares.computeIfAbsent(charge.limit(), whole -> whole.dividedBy(nodes));
        return new Charge(limit, charge.identity(), charge.permits());
    }

    void reset(List<Charge> charges) throws StoreException {
        local.reset(charges);
    }

    void credit(List<Charge> charges) throws StoreException {
        local.credit(charges);
    }

    @Override
    public void close() {
        local.close();
    }
}
