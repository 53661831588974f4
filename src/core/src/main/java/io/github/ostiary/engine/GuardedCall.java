package io.github.ostiary.engine;

import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * A call that a guard has answered: decided for good, holding something until it ends, or waiting. What is said here is of one
 * that holds nothing and awaits nothing. Thread-safe.
 */
sealed interface GuardedCall extends Admission permits DecidedCall, FinalCall, HoldingCall, UndecidedCall {

    @Override
    default boolean isWaiting() {
        return false;
    }

    @Override
    default boolean holdsAnything() {
        return false;
    }

    @Override
    default void await() throws InterruptedException {}

    @Override
    default void whenReady(Runnable task) {
        task.run();
    }

    @Override
    default void giveUp() {}

    @Override
    default boolean holdsAttempt() {
        return false;
    }

    @Override
    default boolean countsBytes() {
        return false;
    }

    @Override
    default void bill(CallOutcome outcome) {}

    /** Ends it: it has cost so much. */
    default void pay(long cost) {}

    @Override
    default void answering(int status) {}

    @Override
    default void settle(CallOutcome outcome) {}

    @Override
    default void unattended() {}

    @Override
    default void leave() {}

    @Override
    default void end(CallOutcome outcome) {}

    /** Lends what it holds to one at a time who asks for the same again; empty if it holds no such thing. */
    default Optional<SharedPermit> lend(Claim asked, AdmissionControl borrower) {
        return Optional.empty();
    }

    /** Has something done once it holds anything: now, when it need not wait any more, or never. */
    default void whenHolding(Consumer<HoldingCall> task) {}

    /** Begins its leases anew; false if it has none any more. */
    default boolean renew(Tiers tiers) {
        return false;
    }

    /** Ends it, each attempt as is said of its rule. */
    default void finish(Function<Rule, Operation> ending) {}

    /** Ends it, all attempts alike. */
    default void finish(Operation ending) {
        finish(rule -> ending);
    }

    @Override
    default void end() {
        finish(Operation.ABANDON);
    }
}
