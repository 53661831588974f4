package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One call on its way: what it asked, what it was told, and what it holds. */
final class Visit implements Admission {

    /** What a call uses that another holds. */
    record Loan(Visit lender, Ask ask) {

        void giveBack() {
            lender.takeBack(ask);
        }

        /** The borrower was denied, in front of what the lent attempt is about. */
        void denied(Decision denial) {
            lender.inFront = denial;
            giveBack();
        }
    }

    private static final int DEPTH = 50;

    /** Never changed. */
    private static final IdentityHashMap<Ask, Operation> NOT_JUDGED = new IdentityHashMap<>(0);

    private final AdmissionControl turnstile;
    private final List<Ask> asks;

    /** Of an attempt that counts even if it is denied, and has not been counted yet: what would count it. */
    private final AtomicReference<@Nullable List<Ask>> uncounted = new AtomicReference<>();

    private final CompletableFuture<Void> ready = new CompletableFuture<>();
    private final AtomicBoolean settled = new AtomicBoolean();
    private final AtomicBoolean released = new AtomicBoolean();
    private final Decision soFar;
    private final AtomicReference<@Nullable Decision> end = new AtomicReference<>();
    private volatile List<Loan> loans = List.of();

    /** What others use, and whether it is theirs to release since this call has ended. */
    private final ConcurrentMap<Ask, Boolean> lent = new ConcurrentHashMap<>();

    private volatile @Nullable Decision inFront;
    private volatile Set<String> failed = Set.of();
    private volatile Runnable cancel = () -> {};
    private volatile Runnable cleanup = () -> {};

    /** Held: until {@link #become} says how it ended. */
    Visit(AdmissionControl turnstile, List<Ask> asks, Decision soFar) {
        this.turnstile = turnstile;
        this.asks = asks;
        this.soFar = soFar;
    }

    /** Decided at once. */
    static Visit decided(AdmissionControl turnstile, List<Ask> asks, Decision decision) {
        Visit visit = new Visit(turnstile, asks, decision);
        boolean unused = visit.become(decision);
        return visit;
    }

    List<Ask> asks() {
        return asks;
    }

    /** It was asked for as one that may be repeated, in place of these, if they are others. */
    Visit repeats(List<Ask> inEarnest) {
        if (inEarnest != asks) {
            uncounted.set(inEarnest);
        }
        return this;
    }

    /** What is asked for when it is asked for the last time. */
    List<Ask> inEarnest() {
        List<Ask> others = uncounted.get();
        return others == null ? asks : others;
    }

    /** Takes what would count it, once; empty if it has been counted. */
    List<Ask> takeUncounted() {
        List<Ask> taken = uncounted.getAndSet(null);
        return taken == null ? List.of() : taken;
    }

    /** Whether its leases were given back. */
    boolean isReleased() {
        return released.get();
    }

    /** Whether a lease is in use, by this call or by one it was lent to. */
    boolean uses(Ask lease) {
        return !released.get() || lent.containsKey(lease);
    }

    /** Lends what it holds to one at a time who asks for the same again; empty if it holds no such thing. */
    Optional<Loan> lend(Claim asked) {
        if (isWaiting() || !decision().allowed()) {
            return Optional.empty();
        }
        return asks.stream()
                .filter(ask -> isSame(asked, ask.claim()))
                .filter(ask -> !(ask.claim() instanceof Reservation ? settled : released).get())
                .filter(ask -> lent.putIfAbsent(ask, false) == null)
                .findFirst()
                .map(ask -> new Loan(this, ask));
    }

    private void takeBack(Ask ask) {
        if (Boolean.TRUE.equals(lent.remove(ask))) {
            cleanup.run();
            turnstile.settle(Operation.ABANDON, List.of(ask));
        }
    }

    private static boolean isSame(Claim asked, Claim held) {
        boolean attempts = asked instanceof Reservation one
                && held instanceof Reservation other
                && one.value().equals(other.value());
        return (attempts || (asked instanceof LeaseClaim && held instanceof LeaseClaim))
                && asked.rule().equals(held.rule())
                && asked.identity().equals(held.identity());
    }

    /** Whether it was let in by this one. */
    boolean isOf(AdmissionControl one) {
        return turnstile == one;
    }

    /**
     * Uses what another call holds: its attempts are settled, if the end of this one shows how they ended, and are then
     * no more; all else it has back.
     */
    void borrow(List<Loan> borrowed) {
        loans = borrowed;
        if (!borrowed.isEmpty()) {
            whenReady(() -> {
                Decision denial = decision();
                if (!denial.allowed()) {
                    borrowed.forEach(loan -> loan.denied(denial));
                }
            });
        }
    }

    /** What undoes the wait, if the caller gives up. */
    void onGivingUp(Runnable undo) {
        cancel = undo;
    }

    /** Has something done when it ends. */
    void onEnd(Runnable task) {
        cleanup = task;
        if (released.get()) {
            task.run();
        }
    }

    /** Ends the wait, once; false if it had ended. */
    boolean become(Decision decision) {
        return end.compareAndSet(null, decision) && ready.complete(null);
    }

    @Override
    public Decision decision() {
        Decision last = end.get();
        return last == null ? soFar : last;
    }

    @Override
    public boolean isWaiting() {
        return !ready.isDone();
    }

    @Override
    public void await() throws InterruptedException {
        try {
            ready.get();
        } catch (InterruptedException e) {
            giveUp();
            if (!decision().allowed()) {
                throw e;
            }
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void whenReady(Runnable task) {
        var unused = ready.thenRun(task);
    }

    @Override
    public boolean holdsAnything() {
        return isWaiting() || (decision().allowed() && asks.stream().anyMatch(ask -> !(ask.claim() instanceof Charge)));
    }

    @Override
    public void giveUp() {
        if (become(turnstile.busy(this))) {
            cancel.run();
        }
    }

    @Override
    public void settle(CallOutcome seen) {
        CallOutcome sighting = reaching(seen);
        boolean shown = attempts().map(rule -> judgedEarly(rule, sighting)).noneMatch(Operation.ABANDON::equals);
        if (shown) {
            close(rule -> AdmissionControl.judge(rule, sighting), false);
        }
    }

    /** A failure that shows stays one, whatever an error page makes of the answer before all attempts can be settled. */
    private Operation judgedEarly(LockoutRule rule, CallOutcome sighting) {
        Operation ending = AdmissionControl.judge(rule, sighting);
        if (ending == Operation.FAIL) {
            failed = Stream.concat(failed.stream(), Stream.of(rule.name())).collect(Collectors.toUnmodifiableSet());
        }
        return ending;
    }

    /** A denial of whoever borrows the attempt, and what is answered for it, tell nothing of the attempt. */
    private CallOutcome reaching(CallOutcome sighting) {
        Decision denial = inFront;
        @Nullable Throwable cause = denial == null ? null : sighting.thrown().orElse(null);
        for (int depth = 0; cause != null && depth < DEPTH; depth++) {
            if (cause instanceof RateLimitExceededException thrown && thrown.decision() == denial) {
                return sighting.unanswered();
            }
            cause = cause.getCause();
        }
        return sighting;
    }

    private Stream<LockoutRule> attempts() {
        return asks.stream()
                .filter(ask -> ask.claim() instanceof Reservation)
                .map(Ask::rule)
                .filter(LockoutRule.class::isInstance)
                .map(LockoutRule.class::cast);
    }

    @Override
    public void end() {
        finish(Operation.ABANDON);
    }

    @Override
    public void end(CallOutcome seen) {
        CallOutcome sighting = reaching(seen);
        close(rule -> failed.contains(rule.name()) ? Operation.FAIL : turnstile.judgeEnd(rule, sighting), true);
    }

    /** Ends it, all attempts alike. */
    void finish(Operation ending) {
        finish(rule -> ending);
    }

    /** Ends it, each attempt as its rule says. */
    void finish(Function<LockoutRule, Operation> ending) {
        close(ending, true);
    }

    /** Leases travel with the attempts, so that both cost one round trip. */
    private void close(Function<LockoutRule, Operation> judge, boolean all) {
        if (isWaiting()) {
            giveUp();
        }
        if (!decision().allowed()) {
            return;
        }
        IdentityHashMap<Ask, Operation> judged = settled.get() || !mayJudge() ? NOT_JUDGED : judged(judge);
        Map<Operation, List<Ask>> endings = new EnumMap<>(Operation.class);
        if (settled.compareAndSet(false, true)) {
            for (Loan loan : loans) {
                Operation ending = judged.getOrDefault(loan.ask(), Operation.ABANDON);
                if (ending == Operation.ABANDON) {
                    loan.giveBack();
                } else {
                    put(ending, loan.ask(), endings);
                }
            }
            for (Ask ask : asks) {
                if (ask.claim() instanceof Reservation) {
                    put(judged.getOrDefault(ask, Operation.ABANDON), ask, endings);
                }
            }
        }
        if (all && released.compareAndSet(false, true)) {
            List<Ask> leases = asks.stream()
                    .filter(ask -> ask.claim() instanceof LeaseClaim)
                    .toList();
            List<Ask> own = leases.stream()
                    .filter(ask -> !lent.replace(ask, false, true))
                    .toList();
            if (own.size() == leases.size()) {
                cleanup.run();
            }
            Operation any = endings.keySet().stream().findFirst().orElse(Operation.ABANDON);
            own.forEach(ask -> put(any, ask, endings));
        }
        endings.forEach(turnstile::settle);
    }

    private boolean mayJudge() {
        boolean may = !loans.isEmpty();
        for (int i = 0; i < asks.size() && !may; i++) {
            may = asks.get(i).claim() instanceof Reservation;
        }
        return may;
    }

    /** Judging asks the application, which may throw: then nothing has been settled, and it can still be abandoned. */
    private IdentityHashMap<Ask, Operation> judged(Function<LockoutRule, Operation> judge) {
        IdentityHashMap<Ask, Operation> judged = new IdentityHashMap<>(4);
        for (Loan loan : loans) {
            if (loan.ask().rule() instanceof LockoutRule rule) {
                judged.put(loan.ask(), judge.apply(rule));
            }
        }
        for (Ask ask : asks) {
            if (ask.claim() instanceof Reservation && ask.rule() instanceof LockoutRule rule) {
                judged.put(ask, judge.apply(rule));
            }
        }
        return judged;
    }

    private static void put(Operation ending, Ask ask, Map<Operation, List<Ask>> endings) {
        endings.computeIfAbsent(ending, any -> new ArrayList<>(2)).add(ask);
    }
}
