package io.github.ostiary.engine;

import io.github.ostiary.CallContext;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.Admission;
import io.github.ostiary.engine.DecisionListener.Door;
import io.github.ostiary.engine.DecisionListener.Ear;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Claims;
import io.github.ostiary.rule.ProvedCredentials;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The entrance: asks the tiers for a call, lets it in, has it wait or denies it, and settles what it held. Thread-safe. */
final class AdmissionControl {

    final Tiers tiers;
    final WaitQueues waiting;
    final DecisionListener listener;
    final Settlement settlement;

    /** Whether anybody wants to be told what is allowed; what is denied is always told. */
    volatile boolean tellsAll = true;

    /** The credentials that need no attempt. */
    final Waivers waivers;

    AdmissionControl(Tiers tiers, WaitQueues waiting, DecisionListener listener, ProvedCredentials proved) {
        this.tiers = tiers;
        this.waivers = new Waivers(proved, tiers);
        this.waiting = waiting;
        this.listener = listener;
        this.settlement = new Settlement(tiers, waiting, listener, waivers);
    }

    /** Other rules are in force. */
    void follow(RuleSet rules) {
        listen(rules);
        listener.follow(rules);
        waivers.clear();
    }

    /** There are other rules, or one more. */
    void listen(RuleSet rules) {
        tellsAll = listener.ear(rules) == Ear.ALL;
    }

    /**
     * Asks for a call, all of it together: everything is granted, or nothing is.
     *
     * @param claims all that is asked for; some of it is held, once granted, until it is given back
     * @param shadowed whether a shadow rule would have denied it already
     */
    DecidedAdmission decide(Claims claims, boolean shadowed) {
        return decide(claims.asks(), true, claims.countDenied(), shadowed);
    }

    /** Borrows what the same request holds already, and takes it out of what is asked, as what needs no attempt. */
    List<SharedPermit> borrow(Claims claims, CallContext call) {
        List<SharedPermit> lent = call.attribute(Admission.ADMISSIONS) instanceof List<?> admissions
                ? SharedPermit.take(claims, admissions, tiers)
                : List.of();
        return waivers.take(claims.asks(), lent);
    }

    /** Asks for a call once more. */
    DecidedAdmission decide(DecidedAdmission denied) {
        return decide(denied.inEarnest(), denied.holding(), true, false);
    }

    private DecidedAdmission decide(List<Ask> asks, boolean holding, boolean countsDenied, boolean shadowed) {
        if (asks.isEmpty()) {
            return shadowed ? DecidedAdmission.SHADOWED : DecidedAdmission.UNLIMITED;
        }
        List<Ask> repeated = holding && countsDenied ? RetryRequest.asks(asks) : asks;
        List<Ask> tried = repeated != asks && RetryRequest.mayBe(asks) ? repeated : asks;
        return decided(tried, asks, holding, tiers.ask(Operation.DECIDE, tried), shadowed);
    }

    private DecidedAdmission decided(
            List<Ask> tried, List<Ask> asks, boolean holding, TierAnswer answer, boolean shadowed) {
        try {
            return announced(tried, asks, holding, answer, shadowed);
        } catch (Throwable failure) {
            if (answer.admits(asks)) {
                settlement.undo(asks, answer, 0);
            }
            throw failure;
        }
    }

    private DecidedAdmission announced(
            List<Ask> tried, List<Ask> inEarnest, boolean holding, TierAnswer answer, boolean shadowed) {
        asked(tried, answer);
        Decision decision = Decisions.of(tried, answer, shadowed);
        return new DecidedAdmission(tried, inEarnest, holding, answer, shadowed, decision);
    }

    /** A call that holds nothing is never asked about again: unless it waits for a slot, this is its end. */
    private GuardedAdmission admit(Claims claims, Claim alone, Verdict said, boolean shadowed, Door door) {
        DecidedAdmission decided;
        try {
            Decision decision = said.passed()
                    ? Decisions.allowed(alone, said, shadowed)
                    : Decisions.of(claims.first(), said, shadowed);
            if (!said.passed() || said.retryMicros() == 0) {
                if (tellsAll || !said.passed()) {
                    listener.decidedAlone(door, claims.rule(), claims.key(), alone, said, decision);
                }
                return new FinalAdmission(decision);
            }
            decided = announced(claims.asks(), claims.asks(), false, TierAnswer.of(List.of(said)), shadowed);
        } catch (Throwable failure) {
            if (said.passed()) {
                settlement.undo(claims.asks(), TierAnswer.of(List.of(said)), 0);
            }
            throw failure;
        }
        return conclude(decided, List.of(), door);
    }

    /** Tells what a store has begun, and to those who hear all, what it has counted. */
    void asked(List<Ask> asks, TierAnswer answer) {
        boolean news = tellsAll;
        int size = news ? 0 : answer.size();
        for (int i = 0; i < size && !news; i++) {
            @Nullable Verdict said = answer.said(i);
            news = said != null && said.fired();
        }
        if (news) {
            listener.asked(Operation.DECIDE, asks, answer);
        }
    }

    /** A rule denies a call before anything is asked. */
    DecidedAdmission denied(Door door, Reason reason, RuleBasics rule) {
        DecidedAdmission denied = DecidedAdmission.denied(reason, rule.name());
        listener.denied(door, rule, denied.decision());
        return denied;
    }

    /**
     * Denies a call for good, if anything denies it now that neither its answer to a challenge nor others can make good.
     * @param claims some of what it asks for; none that counts what is denied
     * @return null, with nothing spent, if it must be asked for
     */
    @Nullable
    GuardedAdmission refused(Claims claims, Door door) {
        List<Ask> asks = claims.asks();
        TierAnswer answer = asks.isEmpty() ? TierAnswer.NONE : tiers.denied(asks);
        if (answer.size() == 0 || answer.admits(asks)) {
            return null;
        }
        Decision decision = Decisions.of(asks, answer, false);
        DecidedAdmission lasting = new DecidedAdmission(asks, asks, true, answer, false, decision).butForChallenges();
        return lasting.allowed() || lasting.isBusy() ? null : enter(lasting, List.of(), door);
    }

    /** Asks for an answer to a challenge: a part of its call, never the call. */
    ReservedAnswer reserve(Claims answer) {
        DecidedAdmission decided = decide(answer, false);
        return new ReservedAnswer(
                decided.mustWait() ? await(decided, List.of(), false) : enterUntold(decided, List.of()));
    }

    /** The answer to a call that has just been denied, and stays denied; spends nothing. */
    Decision denialNow(DecidedAdmission denied) {
        Decision now = Decisions.of(denied.asks(), tiers.ask(Operation.PEEK, denied.asks()), false);
        return now.allowed() ? denied.decision() : now;
    }

    /**
     * Decides a call that borrows nothing and answers nothing, and lets it in, has it wait, or denies it. One thing that is
     * asked for alone needs no lists.
     */
    GuardedAdmission admit(Claims claims, boolean shadowed, Door door) {
        @Nullable Claim alone = claims.alone();
        if (alone == null) {
            return conclude(decide(claims.asks(), claims.areHeld(), claims.countDenied(), shadowed), List.of(), door);
        }
        @Nullable Verdict said = tiers.decide(alone);
        if (said != null) {
            return admit(claims, alone, said, shadowed, door);
        }
        List<Ask> asks = claims.asks();
        return conclude(decided(asks, asks, false, tiers.standIn(asks), shadowed), List.of(), door);
    }

    /** Lets a call in, has it wait, or denies it for good. */
    GuardedAdmission conclude(DecidedAdmission decided, List<SharedPermit> sharedPermits, Door door) {
        return decided.mustWait() ? await(decided, sharedPermits, true) : enter(decided, sharedPermits, door);
    }

    /** Lets a call in, or denies it for good. */
    GuardedAdmission enter(DecidedAdmission decided, List<SharedPermit> sharedPermits, Door door) {
        if (tellsAll || !decided.allowed() || decided.decision().shadowed()) {
            listener.decided(door, decided.asks(), decided.answer(), decided.decision());
        }
        return enterUntold(decided, sharedPermits);
    }

    /** The same for a part of a call. */
    private GuardedAdmission enterUntold(DecidedAdmission decided, List<SharedPermit> sharedPermits) {
        if (decided.allowed()) {
            return entered(decided, sharedPermits);
        }
        RetryRequest.deny(tiers, decided.asks(), decided.inEarnest());
        sharedPermits.forEach(sharedPermit -> sharedPermit.denied(decided.decision()));
        return decided;
    }

    /** A call that holds nothing has nothing to end. */
    private GuardedAdmission entered(DecidedAdmission decided, List<SharedPermit> sharedPermits) {
        return decided.allowed() && (decided.holding() || !sharedPermits.isEmpty())
                ? new HoldingAdmission(settlement, decided, sharedPermits)
                : decided;
    }

    /**
     * Has a call wait until its slot comes, or until others leave; where there is no room to wait, it is denied.
     *
     * @param whole whether it is a whole call, not a part of one
     */
    private GuardedAdmission await(DecidedAdmission decided, List<SharedPermit> sharedPermits, boolean whole) {
        WaitingAdmission call =
                new WaitingAdmission(tiers, whole ? listener : null, decided, sharedPermits, this::retry);
        if (!decided.allowed()) {
            awaitOthers(call, decided);
        } else if (waiting.hold(call, decided.awaited())) {
            awaitSlot(call, decided, sharedPermits);
        } else {
            settlement.undo(decided.asks(), decided.answer(), 0);
            boolean unused = call.become(DecidedAdmission.of(decided.deniedForRoom(decided.slotMicros())), decided);
        }
        return call;
    }

    /** All is granted: from now on it waits for its slot alone. */
    private void awaitSlot(WaitingAdmission call, DecidedAdmission decided, List<SharedPermit> permits) {
        HoldingAdmission granted = new HoldingAdmission(settlement, decided, permits);
        if (call.grant(granted)) {
            waiting.endAfter(decided.slotMicros(), call, () -> call.become(granted, decided));
        }
    }

    private void awaitOthers(WaitingAdmission call, DecidedAdmission decided) {
        Runnable deny = () -> {
            if (!call.isGranted() && call.become(decided, decided)) {
                RetryRequest.deny(tiers, decided.asks(), decided.inEarnest());
            }
        };
        if (!waiting.queue(call, decided.awaited(), decided.patienceMicros(), deny)) {
            deny.run();
        }
    }

    /** Asks again for a call that waits; unless that ends its wait, says what it goes on waiting at. */
    private Optional<CounterId> retry(WaitingAdmission call) {
        if (!call.isWaiting()) {
            return Optional.empty();
        }
        List<Ask> asks = new ArrayList<>(call.soFar().asks());
        List<SharedPermit> permits = waivers.take(asks, call.sharedPermits());
        boolean same = permits == call.sharedPermits();
        TierAnswer answer = asks.isEmpty() ? TierAnswer.NONE : tiers.decide(asks);
        DecidedAdmission decided = announced(
                asks,
                same ? call.soFar().inEarnest() : asks,
                true,
                answer,
                call.soFar().shadowed());
        if (decided.mustWait()) {
            if (!decided.allowed()) {
                return Optional.of(decided.awaited());
            }
            awaitSlot(call, decided, permits);
        } else if (call.become(entered(decided, permits), decided)) {
            if (!decided.allowed()) {
                RetryRequest.deny(tiers, decided.asks(), decided.inEarnest());
            }
        } else if (decided.allowed()) {
            settlement.undo(asks, answer, 0);
        }
        return Optional.empty();
    }
}
