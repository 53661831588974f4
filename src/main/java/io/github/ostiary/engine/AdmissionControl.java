package io.github.ostiary.engine;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.LockoutRule;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.tier.LocalTier;
import io.github.ostiary.tier.TierAnswer;
import io.github.ostiary.tier.Tiers;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Where calls are let through one by one: asks the tiers, holds who may wait, settles who leaves. Thread-safe.
 */
final class AdmissionControl {

    private static final System.Logger LOG = System.getLogger(AdmissionControl.class.getName());

    private final Tiers tiers;
    private final WaitQueues waiting;
    private final Events events;

    /** Rules of which it was said that a redirect shows nothing. */
    private final Set<String> unclear = ConcurrentHashMap.newKeySet();

    AdmissionControl(Tiers tiers, WaitQueues waiting, Events events) {
        this.tiers = tiers;
        this.waiting = waiting;
        this.events = events;
    }

    /**
     * Lets a call through, denies it, or holds it.
     *
     * @param asks all that is asked of it
     * @param shadowed whether a shadow rule would have denied it already
     * @param mayWait whether its caller can be held
     */
    Visit enter(List<Ask> asks, boolean shadowed, boolean mayWait) {
        if (asks.isEmpty()) {
            return Visit.decided(this, asks, Decision.allow(List.of(), false, shadowed));
        }
        boolean repeats = mayWait && RepeatedAsk.mayBe(asks);
        List<Ask> tried = repeats ? RepeatedAsk.asks(asks) : asks;
        TierAnswer outcome = tiers.decide(tried);
        try {
            return decided(tried, asks, outcome, shadowed, mayWait);
        } catch (Throwable failure) {
            if (outcome.admits(asks)) {
                undo(asks);
            }
            throw failure;
        }
    }

    /** Counts an attempt that is denied for good, once, if it was not counted when it was asked for. */
    void countDenied(Visit visit) {
        RepeatedAsk.deny(tiers, visit.takeUncounted());
    }

    /** Who may go on, wait, or answer a challenge has not been denied for good. */
    private Visit decided(List<Ask> asks, List<Ask> inEarnest, TierAnswer outcome, boolean shadowed, boolean mayWait) {
        Decision decision = Decisions.of(asks, outcome, shadowed);
        long delay = decision.allowed() ? delay(asks, outcome) : 0;
        long patience = decision.allowed() || !mayWait ? 0 : patience(asks, outcome);
        if (delay > 0) {
            return holdForSlot(asks, decision, delay);
        }
        if (patience > 0) {
            return holdForOthers(new Visit(this, asks, decision).repeats(inEarnest), outcome, shadowed, patience);
        }
        events.decided(asks, outcome);
        Visit visit = Visit.decided(this, asks, decision);
        if (!decision.allowed() && inEarnest != asks) {
            visit.repeats(inEarnest);
            if (decision.reason() != Reason.CHALLENGE_REQUIRED) {
                countDenied(visit);
            }
        }
        return visit;
    }

    /** Denies a call as it stands now; nothing is spent. */
    Visit denied(List<Ask> asks, Decision otherwise) {
        Decision now = Decisions.of(asks, tiers.ask(Operation.PEEK, asks), false);
        return Visit.decided(this, asks, now.allowed() ? otherwise : now);
    }

    /** How far ahead the slot lies that was taken. */
    static long delay(List<Ask> asks, TierAnswer outcome) {
        long delay = 0;
        for (int i = 0; i < asks.size(); i++) {
            Optional<Verdict> said = outcome.verdicts().get(i);
            if (said.isPresent() && said.get().passed() && !asks.get(i).claim().shadow()) {
                delay = Math.max(delay, said.get().retryMicros());
            }
        }
        return delay;
    }

    /** For how long it may be asked again: not at all if anything denies that others cannot make good. */
    private static long patience(List<Ask> asks, TierAnswer outcome) {
        long patience = Long.MAX_VALUE;
        for (int i = 0; i < outcome.verdicts().size(); i++) {
            Optional<Verdict> said = outcome.verdicts().get(i);
            if (said.isPresent() && !said.get().passed() && !asks.get(i).claim().shadow()) {
                boolean passing =
                        said.get().reason() == Reason.BUSY || said.get().reason() == Reason.CONCURRENCY_LIMITED;
                patience = Math.min(patience, passing ? asks.get(i).rule().waitMicros() : 0);
            }
        }
        return patience == Long.MAX_VALUE ? 0 : patience;
    }

    private Visit holdForSlot(List<Ask> asks, Decision decision, long delay) {
        Visit visit = new Visit(this, asks, decision);
        visit.onGivingUp(() -> undo(asks));
        if (!waiting.holdUntil(visit, delay, () -> visit.become(decision))) {
            undo(asks);
            return Visit.decided(this, asks, deniedForRoom(asks, decision, delay));
        }
        return visit;
    }

    private Visit holdForOthers(Visit visit, TierAnswer outcome, boolean shadowed, long patience) {
        List<Ask> asks = visit.asks();
        Decision decision = visit.decision();
        visit.onGivingUp(() -> countDenied(visit));
        Runnable deny = () -> {
            if (visit.become(decision)) {
                countDenied(visit);
                events.decided(asks, outcome);
            }
        };
        if (!waiting.queue(visit, awaited(asks, outcome), patience, () -> retry(visit, shadowed), deny)) {
            deny.run();
        }
        return visit;
    }

    /** The first that denies: its next leaving is what the call waits for. */
    private static CounterId awaited(List<Ask> asks, TierAnswer outcome) {
        for (int i = 0; i < asks.size(); i++) {
            Claim claim = asks.get(i).claim();
            if (!claim.shadow()
                    && outcome.verdicts().get(i).filter(said -> !said.passed()).isPresent()) {
                return CounterId.of(claim);
            }
        }
        return CounterId.of(asks.get(0).claim());
    }

    /** Asks again for a call that is held; unless that ends its wait, says what it goes on waiting at. */
    private Optional<CounterId> retry(Visit visit, boolean shadowed) {
        if (!visit.isWaiting()) {
            return Optional.empty();
        }
        TierAnswer outcome = tiers.decide(visit.asks());
        Decision decision = Decisions.of(visit.asks(), outcome, shadowed);
        if (!decision.allowed() && patience(visit.asks(), outcome) > 0) {
            return Optional.of(awaited(visit.asks(), outcome));
        }
        if (visit.become(decision)) {
            if (!decision.allowed()) {
                countDenied(visit);
            }
            events.decided(visit.asks(), outcome);
        } else if (decision.allowed()) {
            undo(visit.asks());
        }
        return Optional.empty();
    }

    /** Nobody waits for what there is no room to wait for. */
    private static Decision deniedForRoom(List<Ask> asks, Decision decision, long delay) {
        Ask slow = asks.stream()
                .filter(ask -> ask.claim() instanceof Charge && ask.rule().waitMicros() > 0)
                .findFirst()
                .orElse(asks.get(0));
        return Decision.deny(
                Reason.BUSY,
                slow.claim().rule(),
                decision.quotas(),
                Duration.ofNanos(1_000 * delay),
                false,
                decision.degraded());
    }

    /** What a call is told that gave up. */
    Decision busy(Visit visit) {
        Decision soFar = visit.decision();
        return soFar.allowed() ? deniedForRoom(visit.asks(), soFar, 1_000_000) : soFar;
    }

    /** Gives back all that was granted, as far as the store can be told. */
    private void undo(List<Ask> asks) {
        List<Claim> charges = claims(
                asks.stream().filter(ask -> ask.claim() instanceof Charge).toList());
        List<Ask> others =
                asks.stream().filter(ask -> !(ask.claim() instanceof Charge)).toList();
        if (!others.isEmpty()) {
            settle(Operation.ABANDON, others);
        }
        try {
            if (!charges.isEmpty()) {
                tiers.change(Operation.CREDIT, charges);
            }
        } catch (StoreException e) {
            lost(e);
        }
    }

    /** What could not be given back returns by itself in its time. */
    static void lost(StoreException cause) {
        LOG.log(System.Logger.Level.DEBUG, "What a caller gave up could not be given back", cause);
    }

    private static List<Claim> claims(List<Ask> asks) {
        return LocalTier.claims(asks);
    }

    /** Settles or releases, and lets those in who waited for it. */
    void settle(Operation ending, List<Ask> asks) {
        List<Claim> claims = claims(asks);
        List<Verdict> verdicts = tiers.settle(ending, claims);
        events.settled(asks, verdicts);
        claims.forEach(claim -> waiting.wake(CounterId.of(claim)));
    }

    /** Judges what will show no more. */
    Operation judgeEnd(LockoutRule rule, CallOutcome sighting) {
        Operation ending = judge(rule, sighting);
        if (ending == Operation.ABANDON && sighting.isRedirect() && unclear.add(rule.name())) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "lockout.{0}: a redirect ({1}) on its path showed neither a failure nor a success. If a password was"
                            + " wrong there, it was not counted; if it was right, nothing was cleared. Compare"
                            + " lockout.{0}.failure and lockout.{0}.success with where the application redirects to"
                            + " (said once)",
                    rule.name(),
                    sighting.status().getAsInt());
        }
        return ending;
    }

    static Operation judge(LockoutRule rule, CallOutcome sighting) {
        return switch (rule.signals().judge(sighting)) {
            case FAILED -> Operation.FAIL;
            case SUCCEEDED -> Operation.SUCCEED;
            case ABANDONED -> Operation.ABANDON;
        };
    }
}
