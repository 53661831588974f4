package io.github.ostiary.engine;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.engine.CallPhase.CallEvent;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Operation;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A call that has answered a challenge: first its answer waits for its turn, then a thread of the call's has it verified, and
 * only then the attempt is decided, anew. Until then the attempt is denied. Thread-safe.
 */
final class AnsweringCall extends UndecidedCall {

    private final ReservedAnswer answer;
    private final Supplier<GuardedCall> verified;
    private final Supplier<GuardedCall> givenUp;

    private final AtomicReference<CallPhase> phase = new AtomicReference<>(CallPhase.ANSWERED);
    private final CompletableFuture<GuardedCall> attempt = new CompletableFuture<>();

    /** A call whose answer is not verified yet: what it becomes once that is, or if it never will be. */
    AnsweringCall(
            DecidedCall denied, ReservedAnswer answer, Supplier<GuardedCall> verified, Supplier<GuardedCall> givenUp) {
        super(denied);
        this.answer = answer;
        this.verified = verified;
        this.givenUp = givenUp;
    }

    @Override
    @Nullable
    GuardedCall decided() {
        return attempt.getNow(null);
    }

    @Override
    public void goOn() {
        if (!answer.isWaiting() && CallPhase.move(phase, CallEvent.TURN) != null) {
            try {
                become(verified.get());
            } catch (Throwable failure) {
                become(givenUp.get());
                throw failure;
            }
        }
    }

    /** A caller that ended the call while its answer was being verified waits for nothing. */
    private void become(GuardedCall decided) {
        attempt.complete(decided);
        if (CallPhase.move(phase, CallEvent.DECIDED) == null) {
            decided.end();
        }
    }

    @Override
    public boolean isWaiting() {
        GuardedCall decided = decided();
        return decided == null || decided.isWaiting();
    }

    @Override
    public void await() throws InterruptedException {
        try {
            answer.await();
        } catch (InterruptedException e) {
            giveUp();
            throw e;
        }
        goOn();
        GuardedCall decided = decided();
        if (decided != null) {
            decided.await();
        }
    }

    @Override
    public void whenReady(Runnable task) {
        GuardedCall decided = decided();
        if (decided == null) {
            answer.whenReady(task);
        } else {
            decided.whenReady(task);
        }
    }

    @Override
    public void whenDecided(Runnable task) {
        var unused = attempt.thenAccept(decided -> decided.whenDecided(task));
    }

    @Override
    public void giveUp() {
        GuardedCall decided = decided();
        if (decided != null) {
            decided.giveUp();
        } else if (CallPhase.move(phase, CallEvent.TURN) != null) {
            become(givenUp.get());
        }
    }

    @Override
    public void leave() {
        finished(GuardedCall::leave);
    }

    @Override
    public void finish(Function<Rule, Operation> ending) {
        finished(decided -> decided.finish(ending));
    }

    @Override
    public void end(CallOutcome outcome) {
        finished(decided -> decided.end(outcome));
    }

    private void finished(Consumer<GuardedCall> ending) {
        giveUp();
        if (CallPhase.move(phase, CallEvent.GIVEN_UP) == null) {
            GuardedCall decided = decided();
            if (decided != null) {
                ending.accept(decided);
            }
        }
    }
}
