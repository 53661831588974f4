package io.github.ostiary.redis;

import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One decision on its way to Redis: waiting, sent, answered, or withdrawn before it was sent. Made by the thread that
 * waits for it; any thread may send and answer it.
 */
final class Ticket {

    private enum State {
        WAITING,
        SENT,
        ANSWERED,
        WITHDRAWN
    }

    final Operation operation;
    final List<? extends Claim> claims;
    final long deadlineMicros;

    private final Thread owner = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private List<Verdict> verdicts = List.of();
    private @Nullable StoreException failure;

    Ticket(Operation operation, List<? extends Claim> claims, long deadlineMicros) {
        this.operation = operation;
        this.claims = claims;
        this.deadlineMicros = deadlineMicros;
    }

    /** Whoever gets true must answer it. */
    boolean send() {
        return state.compareAndSet(State.WAITING, State.SENT);
    }

    /** Whoever gets true knows that it was never sent. */
    boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN);
    }

    void answer(List<Verdict> answer) {
        verdicts = answer;
        finish();
    }

    void fail(StoreException cause) {
        failure = cause;
        finish();
    }

    private void finish() {
        state.set(State.ANSWERED);
        wake();
    }

    void wake() {
        if (owner != Thread.currentThread()) {
            LockSupport.unpark(owner);
        }
    }

    boolean waiting() {
        return state.get() == State.WAITING;
    }

    boolean answered() {
        return state.get() == State.ANSWERED;
    }

    /** Only after {@link #answered}. */
    List<Verdict> verdicts() throws StoreException {
        if (failure != null) {
            throw failure;
        }
        return verdicts;
    }
}
