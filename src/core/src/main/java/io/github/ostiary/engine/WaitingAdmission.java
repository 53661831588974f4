package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Operation;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A call that waits, for its slot or for what others hold, until {@link #become} says what has become of it. */
final class WaitingAdmission extends UndecidedAdmission {

    /** The wait of any rule ends sooner. */
    private static final long ENDLESS_MICROS = TimeUnit.DAYS.toMicros(366);

    private final Tiers tiers;
    private final @Nullable DecisionListener listener;
    private final List<SharedPermit> sharedPermits;
    private final Function<WaitingAdmission, Optional<CounterId>> retry;

    /** The admission when its slot comes, from when it is granted one. */
    private final CompletableFuture<GuardedAdmission> granted = new CompletableFuture<>();

    /** The time of the grant; written before it, so that a thread that sees the grant sees it. */
    private long grantedMicros;

    private final AtomicReference<@Nullable GuardedAdmission> last = new AtomicReference<>();
    private final CompletableFuture<Void> ready = new CompletableFuture<>();

    /**
     * A call that waits.
     *
     * @param tiers where it was asked for
     * @param listener told what becomes of it; null for a part of a call
     * @param soFar how it stands
     * @param sharedPermits what it uses that other calls hold, if it is let in
     * @param retry asks for it again, as {@link #askAgain} says
     */
    WaitingAdmission(
            Tiers tiers,
            @Nullable DecisionListener listener,
            DecidedAdmission soFar,
            List<SharedPermit> sharedPermits,
            Function<WaitingAdmission, Optional<CounterId>> retry) {
        super(soFar);
        this.tiers = tiers;
        this.listener = listener;
        this.sharedPermits = sharedPermits;
        this.retry = retry;
    }

    /** Asks for it once more; unless that ends its wait, or its slot is all that it waits for, what it goes on waiting at. */
    Optional<CounterId> askAgain() {
        return retry.apply(this);
    }

    List<SharedPermit> sharedPermits() {
        return sharedPermits;
    }

    /** All is granted, and it waits for its slot alone, until it becomes this; false if its wait had ended. */
    boolean grant(GuardedAdmission call) {
        grantedMicros = tiers.pace().micros();
        boolean unused = granted.complete(call);
        boolean waits = last.get() == null;
        if (!waits) {
            call.forgo(0);
        }
        return waits;
    }

    boolean isGranted() {
        return granted.isDone();
    }

    /**
     * Ends the wait, once. The slot that was granted is given back unless it ends by that.
     *
     * @param asked what was asked last
     * @return false if it had ended
     */
    boolean become(GuardedAdmission call, DecidedAdmission asked) {
        if (!last.compareAndSet(null, call)) {
            return false;
        }
        GuardedAdmission slot = granted.getNow(null);
        if (slot != null && slot != call) {
            slot.forgo(tiers.pace().micros() - grantedMicros);
        }
        call.whenHolding(granted::complete);
        Decision decision = call.decision();
        if (listener != null) {
            listener.decided(Door.QUEUE, asked.asks(), asked.answer(), decision);
        }
        if (!decision.allowed()) {
            sharedPermits.forEach(sharedPermit -> sharedPermit.denied(decision));
        }
        var unused = ready.complete(null);
        return true;
    }

    @Override
    @Nullable
    GuardedAdmission decided() {
        return last.get();
    }

    @Override
    public boolean isWaiting() {
        return !ready.isDone();
    }

    @Override
    public void await() throws InterruptedException {
        try {
            tiers.pace().await(ready, ENDLESS_MICROS);
        } catch (InterruptedException e) {
            giveUp();
            if (!decision().allowed()) {
                throw e;
            }
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void whenReady(Runnable task) {
        var unused = ready.thenRun(task);
    }

    @Override
    public void whenHolding(Consumer<GuardedAdmission> task) {
        var unused = granted.thenAccept(task);
    }

    @Override
    public void giveUp() {
        long waited = isGranted() ? tiers.pace().micros() - grantedMicros : 0;
        if (become(DecidedAdmission.of(soFar().busy(waited)), soFar()) && !isGranted()) {
            RetryRequest.deny(tiers, soFar().asks(), soFar().inEarnest());
        }
    }

    @Override
    public void leave() {
        giveUp();
        current().leave();
    }

    @Override
    public void finish(Function<Rule, Operation> ending) {
        giveUp();
        current().finish(ending);
    }

    @Override
    public void end(CallOutcome outcome) {
        giveUp();
        current().end(outcome);
    }
}
