package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.engine.AdmissionPhase.AdmissionEvent;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A call that goes on and holds something until it ends: attempts to settle, leases to release, reservations to bill, shared permits to
 * give back.
 */
final class HoldingAdmission implements GuardedAdmission {

    private static final int DEPTH = 50;

    private final Settlement settlement;
    private final DecidedAdmission decided;
    private final List<Ask> attempts = new ArrayList<>(2);
    private final List<Ask> leases = new ArrayList<>(1);

    /** The charges that are due if the answer shows it, and have not been made yet. */
    private final List<Ask> looked;

    private final List<SharedPermit> borrowedAttempts = new ArrayList<>(0);
    private final List<SharedPermit> borrowedLeases = new ArrayList<>(0);
    private final AtomicReference<AdmissionPhase> phase = new AtomicReference<>(AdmissionPhase.LOOKED_AT);

    /** Mostly nothing is reserved. */
    private final @Nullable AdmissionBill bill;

    /** The asks that others use, and whether they are theirs to release since this call has ended. */
    private final ConcurrentMap<Ask, Boolean> lent = new ConcurrentHashMap<>();

    private volatile @Nullable Decision inFront;
    private volatile Set<String> failed = Set.of();

    /**
     * A call that was let in.
     *
     * @param settlement of what it holds
     * @param decided allowed
     * @param sharedPermits what it uses that other calls hold: attempts are settled, if its end shows how they ended, and are then
     *     no more; all else its holder has back
     */
    HoldingAdmission(Settlement settlement, DecidedAdmission decided, List<SharedPermit> sharedPermits) {
        this.settlement = settlement;
        this.decided = decided;
        boolean reserved = false;
        List<Ask> looks = List.of();
        for (Ask ask : decided.asks()) {
            if (ask.claim().needsSettling()) {
                attempts.add(ask);
            } else if (ask.claim().isHeld()) {
                leases.add(ask);
                reserved |= ask.claim().isReserved();
            } else if (ask.claim().onlyLooks()) {
                looks = looks.isEmpty() ? new CopyOnWriteArrayList<>() : looks;
                looks.add(ask);
            }
        }
        for (SharedPermit sharedPermit : sharedPermits) {
            (sharedPermit.ask().claim().needsSettling() ? borrowedAttempts : borrowedLeases).add(sharedPermit);
        }
        looked = looks;
        bill = reserved ? new AdmissionBill(leases, settlement.tiers.pace()) : null;
    }

    @Override
    public List<Ask> leases() {
        return leases;
    }

    @Override
    public boolean renew(Tiers tiers) {
        return phase.get() != AdmissionPhase.ENDED
                && LeaseClaim.among(Ask.claims(leases)).stream().anyMatch(tiers::renew);
    }

    @Override
    public @Nullable Ask lend(Claim asked, Tiers by) {
        boolean attempt = asked.needsSettling();
        AdmissionPhase now = phase.get();
        if (by != settlement.tiers || now == AdmissionPhase.ENDED || (attempt && now != AdmissionPhase.LOOKED_AT)) {
            return null;
        }
        for (Ask ask : attempt ? attempts : leases) {
            if (asked.isMetBy(ask.claim()) && lent.putIfAbsent(ask, false) == null) {
                return ask;
            }
        }
        return null;
    }

    @Override
    public void takeBack(Ask ask) {
        if (Boolean.TRUE.equals(lent.remove(ask))) {
            settlement.settle(Operation.ABANDON, List.of(due(ask)), null);
        }
    }

    @Override
    public void deniedInFront(Decision denial) {
        inFront = denial;
    }

    @Override
    public void whenHolding(Consumer<GuardedAdmission> task) {
        task.accept(this);
    }

    @Override
    public Decision decision() {
        return decided.decision();
    }

    /** Whether it holds anything: what is no attempt is one if it fails. */
    @Override
    public boolean holdsAnything() {
        return !attempts.isEmpty()
                || !leases.isEmpty()
                || !looked.isEmpty()
                || (!borrowedAttempts.isEmpty() && borrowedAttempts.get(0).isProved());
    }

    @Override
    public boolean holdsAttempt() {
        return !attempts.isEmpty();
    }

    @Override
    public boolean countsBytes() {
        return bill != null && bill.countsBytes();
    }

    @Override
    public void bill(CallOutcome outcome) {
        if (bill != null) {
            bill.see(outcome);
        }
    }

    @Override
    public void pay(long cost) {
        if (bill != null) {
            bill.say(cost);
        }
        finish(Operation.SUCCEED);
    }

    private Ask due(Ask lease) {
        return bill == null ? lease : bill.due(lease);
    }

    @Override
    public void forgo(long agoMicros) {
        if (phase.getAndSet(AdmissionPhase.ENDED) != AdmissionPhase.ENDED) {
            settlement.undo(decided.asks(), decided.answer(), agoMicros);
        }
    }

    @Override
    public void answering(int status) {
        remember(rule -> rule.failsBy(status));
    }

    @Override
    public void settle(CallOutcome seen) {
        CallOutcome outcome = reaching(seen);
        remember(rule -> rule.shown(outcome) == Operation.FAIL);
        if (hasFailed()) {
            close(rule -> Operation.FAIL, rule -> Operation.FAIL, false, new SeenEnd(outcome, this::failed));
        }
        settlement.charge(counted(seen));
    }

    /** The charges for what an answer shows, each once. */
    private synchronized List<Ask> counted(CallOutcome seen) {
        List<Ask> shown = new ArrayList<>(looked.size());
        for (int i = looked.size() - 1; i >= 0 && phase.get() != AdmissionPhase.ENDED; i--) {
            Ask ask = looked.get(i);
            @Nullable Charge look = ask.charge();
            if (look != null && ask.rule().shown(seen) == Operation.FAIL) {
                looked.remove(i);
                shown.add(ask.with(look.of(1)));
            }
        }
        return shown;
    }

    /** A failure once seen stays a failure, even if the final answer looks different. */
    private synchronized void remember(Predicate<Rule> shows) {
        for (Ask attempt : attempts) {
            remember(attempt.rule(), shows);
        }
        for (SharedPermit sharedPermit : borrowedAttempts) {
            remember(sharedPermit.ask().rule(), shows);
        }
    }

    private void remember(Rule rule, Predicate<Rule> shows) {
        if (shows.test(rule)) {
            Set<String> all = new HashSet<>(failed);
            all.add(rule.name());
            failed = all;
        }
    }

    /** Whether it is known of all attempts that they have. */
    private boolean hasFailed() {
        for (Ask attempt : attempts) {
            if (!failed(attempt.rule())) {
                return false;
            }
        }
        for (SharedPermit sharedPermit : borrowedAttempts) {
            if (!failed(sharedPermit.ask().rule())) {
                return false;
            }
        }
        return true;
    }

    /** A denial of a call that borrows the attempt, and its answer, say nothing about the attempt. */
    private CallOutcome reaching(CallOutcome outcome) {
        return wasTried(outcome) ? outcome : outcome.unanswered();
    }

    /** Whether the application tried the password: a call that borrows the attempt may have been denied before that. */
    private boolean wasTried(CallOutcome outcome) {
        Decision denial = inFront;
        @Nullable Throwable cause = outcome.thrown().orElse(null);
        for (int depth = 0; cause != null && depth < DEPTH; depth++) {
            if (cause instanceof RateLimitExceededException thrown && thrown.decision() == denial) {
                return false;
            }
            cause = cause.getCause();
        }
        return true;
    }

    /** Judging asks the application, which may throw. What is borrowed and shows nothing is its lender's to judge. */
    @Override
    public void end(CallOutcome seen) {
        if (bill != null && seen.hasBegun()) {
            bill.see(seen);
            bill.close();
        }
        boolean tried = wasTried(seen);
        CallOutcome outcome = tried ? seen : seen.unanswered();
        try {
            settlement.charge(counted(seen));
            close(
                    rule -> tried && !failed(rule) ? rule.judge(outcome) : shown(rule, outcome),
                    rule -> shown(rule, outcome),
                    true,
                    tried ? new SeenEnd(outcome, this::failed) : null);
        } catch (Throwable failure) {
            close(rule -> failed(rule) ? Operation.FAIL : Operation.UNCLEAR, rule -> Operation.ABANDON, true, null);
            throw failure;
        }
    }

    private boolean failed(Rule rule) {
        return failed.contains(rule.name());
    }

    private Operation shown(Rule rule, CallOutcome outcome) {
        @Nullable Operation shown = failed(rule) ? Operation.FAIL : rule.shown(outcome);
        return shown == null ? Operation.ABANDON : shown;
    }

    @Override
    public void finish(Function<Rule, Operation> ending) {
        close(ending, ending, true, null);
    }

    @Override
    public void unattended() {
        settlement.unattended(leases);
        List<Ask> known = bill == null || phase.get() == AdmissionPhase.ENDED ? List.of() : bill.takeKnown();
        if (!known.isEmpty()) {
            settlement.settle(Operation.ABANDON, known, null);
        }
    }

    @Override
    public void leave() {
        if (bill != null) {
            bill.close();
        }
        if (AdmissionPhase.move(phase, AdmissionEvent.LEFT) != null) {
            borrowedAttempts.forEach(SharedPermit::giveBack);
        }
        end();
    }

    /** Leases travel with the attempts, so that both cost one round trip. */
    private void close(
            Function<Rule, Operation> judge, Function<Rule, Operation> borrowed, boolean all, @Nullable SeenEnd end) {
        Map<Operation, List<Ask>> endings = new EnumMap<>(Operation.class);
        List<SharedPermit> unshown = new ArrayList<>(0);
        Map<Ask, Operation> proved =
                borrowedAttempts.isEmpty() ? Map.of() : new IdentityHashMap<>(borrowedAttempts.size());
        if (phase.get() == AdmissionPhase.LOOKED_AT) { // judging may throw: then nothing has changed
            for (Ask attempt : attempts) {
                put(judge.apply(attempt.rule()), attempt, endings);
            }
            for (SharedPermit sharedPermit : borrowedAttempts) {
                Rule rule = sharedPermit.ask().rule();
                Operation shown = (sharedPermit.isProved() ? judge : borrowed).apply(rule);
                if (sharedPermit.isProved()) {
                    proved.put(sharedPermit.ask(), shown);
                } else if (shown == Operation.ABANDON) {
                    unshown.add(sharedPermit);
                } else {
                    put(shown, sharedPermit.ask(), endings);
                }
            }
        }
        AdmissionPhase before = AdmissionPhase.move(phase, all ? AdmissionEvent.OVER : AdmissionEvent.SHOWN);
        if (before == AdmissionPhase.LOOKED_AT) {
            unshown.forEach(SharedPermit::giveBack);
            proved.forEach((ask, ending) -> settlement.endedAgain(ask, ending, end));
        } else {
            endings.clear();
        }
        if (all && before != null) {
            release(endings);
        }
        endings.forEach((ending, asks) -> settlement.settle(ending, asks, end));
    }

    /** The last user of a shared lease releases it. */
    private void release(Map<Operation, List<Ask>> endings) {
        Operation any = endings.isEmpty()
                ? Operation.ABANDON
                : endings.keySet().iterator().next();
        for (Ask lease : leases) {
            if (!lent.replace(lease, false, true) && (bill == null || !bill.isPaid(lease))) {
                put(any, due(lease), endings);
            }
        }
        borrowedLeases.forEach(SharedPermit::giveBack);
    }

    private static void put(Operation ending, Ask ask, Map<Operation, List<Ask>> endings) {
        endings.computeIfAbsent(ending, any -> new ArrayList<>(2)).add(ask);
    }
}
