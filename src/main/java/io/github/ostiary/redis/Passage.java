package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/**
 * The state of what a thread asks Redis: waiting, sent, answered, or withdrawn before it was sent. Made by the thread that
 * waits for it; any thread may send and answer it.
 */
abstract class Passage {

    private enum State {
        WAITING,
        SENT,
        ANSWERED,
        WITHDRAWN
    }

    final long deadlineMicros;

    private final Thread owner = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);

    Passage(long deadlineMicros) {
        this.deadlineMicros = deadlineMicros;
    }

    /** Whoever gets true must answer it. */
    final boolean send() {
        return state.compareAndSet(State.WAITING, State.SENT);
    }

    /** Whoever gets true knows that it was never sent. */
    final boolean withdraw() {
        return state.compareAndSet(State.WAITING, State.WITHDRAWN);
    }

    /** Answers it: it has failed. */
    abstract void fail(StoreException cause);

    /** What it was answered is there for its owner from now on. */
    final void finish() {
        state.set(State.ANSWERED);
        wake();
    }

    final void wake() {
        if (owner != Thread.currentThread()) {
            LockSupport.unpark(owner);
        }
    }

    final boolean waiting() {
        return state.get() == State.WAITING;
    }

    final boolean answered() {
        return state.get() == State.ANSWERED;
    }

    final boolean withdrawn() {
        return state.get() == State.WITHDRAWN;
    }
}
