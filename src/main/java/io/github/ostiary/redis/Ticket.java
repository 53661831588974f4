package io.github.ostiary.redis;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One decision on its way to a server that is alone. */
final class Ticket extends Passage {

    final Operation operation;
    final List<? extends Claim> claims;

    private List<Verdict> verdicts = List.of();
    private @Nullable StoreException failure;

    Ticket(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        super(deadlineMicros);
        this.operation = operation;
        this.claims = claims;
    }

    void answer(List<Verdict> answer) {
        verdicts = answer;
        finish();
    }

    @Override
    void fail(StoreException cause) {
        failure = cause;
        finish();
    }

    /** Only after {@link #answered}. */
    List<Verdict> verdicts() throws StoreException {
        if (failure != null) {
            throw failure;
        }
        return verdicts;
    }
}
