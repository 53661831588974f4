package io.github.ostiary.engine;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.engine.AdmissionPhase.AdmissionEvent;
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
final class AnsweringAdmission extends UndecidedAdmission {

    private final ReservedAnswer answer;
    private final Supplier<GuardedAdmission> verified;
    private final Supplier<GuardedAdmission> givenUp;

    private final AtomicReference<AdmissionPhase> phase = new AtomicReference<>(AdmissionPhase.ANSWERED);
    private final CompletableFuture<GuardedAdmission> attempt = new CompletableFuture<>();

    /** A call whose answer is not verified yet: what it becomes once that is, or if it never will be. */
    AnsweringAdmission(
            DecidedAdmission denied,
            ReservedAnswer answer,
            Supplier<GuardedAdmission> verified,
            Supplier<GuardedAdmission> givenUp) {
        super(denied);
        this.answer = answer;
        this.verified = verified;
        this.givenUp = givenUp;
    }

    @Override
    @Nullable
    GuardedAdmission decided() {
        return attempt.getNow(null);
    }

    @Override
    public void goOn() {
        if (!answer.isWaiting() && AdmissionPhase.move(phase, AdmissionEvent.TURN) != null) {
            try {
                become(verified.get());
            } catch (Throwable failure) {
                become(givenUp.get());
                throw failure;
            }
        }
    }

    /** A caller that ended the call while its answer was being verified waits for nothing. */
    private void become(GuardedAdmission decided) {
        attempt.complete(decided);
        if (AdmissionPhase.move(phase, AdmissionEvent.DECIDED) == null) {
            decided.end();
        }
    }

    @Override
    public boolean isWaiting() {
        GuardedAdmission decided = decided();
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
        GuardedAdmission decided = decided();
        if (decided != null) {
            decided.await();
        }
    }

    @Override
    public void whenReady(Runnable task) {
        GuardedAdmission decided = decided();
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
        GuardedAdmission decided = decided();
        if (decided != null) {
            decided.giveUp();
        } else if (AdmissionPhase.move(phase, AdmissionEvent.TURN) != null) {
            become(givenUp.get());
        }
    }

    @Override
    public void leave() {
        finished(GuardedAdmission::leave);
    }

    @Override
    public void finish(Function<Rule, Operation> ending) {
        finished(decided -> decided.finish(ending));
    }

    @Override
    public void end(CallOutcome outcome) {
        finished(decided -> decided.end(outcome));
    }

    private void finished(Consumer<GuardedAdmission> ending) {
        giveUp();
        if (AdmissionPhase.move(phase, AdmissionEvent.GIVEN_UP) == null) {
            GuardedAdmission decided = decided();
            if (decided != null) {
                ending.accept(decided);
            }
        }
    }
}
