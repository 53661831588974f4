package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.FailurePolicy;
import io.github.ostiary.Front;
import io.github.ostiary.Limit;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

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

    private interface Question {

        List<Verdict> ask(List<Charge> charges) throws StoreException;
    }

    private Outcome answer(List<Ask> asks, Question question) {
        @Nullable Verdict[] verdicts = new @Nullable Verdict[asks.size()];
        List<Integer> counted = new ArrayList<>();
        boolean refused = false;
        for (int i = 0; i < verdicts.length; i++) {
            Ask ask = asks.get(i);
            if (ask.onStoreFailure() == FailurePolicy.DENY
                    && !ask.charge().limit().shadow()) {
                return new Outcome(
                        List.of(), true, Optional.of(ask.charge().limit().rule()));
            }
            if (ask.onStoreFailure() == FailurePolicy.LOCAL) {
                counted.add(i);
                verdicts[i] = front.refusal(ask.charge(), time.micros(), Long.MAX_VALUE)
                        .orElse(null);
                refused |= verdicts[i] != null;
            }
        }
        if (!refused && !counted.isEmpty()) {
            List<Verdict> answers = ask(
                    question,
                    counted.stream().map(i -> share(asks.get(i).charge())).toList());
            for (int i = 0; i < answers.size(); i++) {
                verdicts[counted.get(i)] = answers.get(i);
            }
        }
        return new Outcome(Arrays.asList(verdicts), true, Optional.empty());
    }

    private static List<Verdict> ask(Question question, List<Charge> charges) {
        try {
            return question.ask(charges);
        } catch (StoreException e) {
            throw new IllegalStateException("the local store cannot fail", e);
        }
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
