package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Operation;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A call that a guard has answered: decided for good, holding something until it ends, or waiting. What is said here is of one
 * that holds nothing and awaits nothing. Thread-safe.
 */
sealed interface GuardedAdmission extends PendingAdmission
        permits DecidedAdmission, FinalAdmission, HoldingAdmission, UndecidedAdmission {

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

    /** The admission that it has become, or how it stands so far, holding nothing. */
    default GuardedAdmission current() {
        return this;
    }

    /** Lends what it holds to one at a time who asks the same tiers for the same again; null if it holds no such thing. */
    default @Nullable Ask lend(Claim asked, Tiers by) {
        return null;
    }

    /** Takes back what was lent. */
    default void takeBack(Ask ask) {}

    /** Notes that a call which borrowed from it was denied before it tried a password. */
    default void deniedInFront(Decision denial) {}

    /** The leases that it was granted. */
    default List<Ask> leases() {
        return List.of();
    }

    /** Has something done once it holds anything: now, when it need not wait any more, or never. */
    default void whenHolding(Consumer<GuardedAdmission> task) {}

    /** Does not begin after all: all that was granted so many µs ago is given back, once. */
    default void forgo(long agoMicros) {}

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
