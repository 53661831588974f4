package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Operation;
import java.util.function.Function;

/**
 * The answer to a challenge, from its reservation to its end. It is no call and no admission on purpose: what is decided about
 * the answer says nothing about the attempt that it came with. Thread-safe.
 */
final class ReservedAnswer {

    private final GuardedAdmission turn;

    /** An answer that was asked for: reserved, waiting for its turn, or denied. */
    ReservedAnswer(GuardedAdmission turn) {
        this.turn = turn;
    }

    /** Whether others' answers must be verified first. */
    boolean isWaiting() {
        return turn.isWaiting();
    }

    /** Has something done when it waits no more; by a thread that others need. */
    void whenReady(Runnable task) {
        turn.whenReady(task);
    }

    /** Waits for its turn. Interrupted, it has given up. */
    void await() throws InterruptedException {
        turn.await();
    }

    /** Whether it may be verified now; it must be ended then. */
    boolean isReserved() {
        return turn.decision().allowed();
    }

    /** The decision for those whose answer is not verified; of one that is reserved, nothing to rely on. */
    Decision refusal() {
        return turn.decision();
    }

    /** Ends it, for each rule that asked for it. */
    void finish(Function<Rule, Operation> ending) {
        turn.finish(ending);
    }

    /** Ends it as if it had not been given. */
    void giveUp() {
        turn.giveUp();
        turn.end();
    }
}
