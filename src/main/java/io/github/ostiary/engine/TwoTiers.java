package io.github.ostiary.engine;

import io.github.ostiary.Charge;
import io.github.ostiary.Front;
import io.github.ostiary.Store;
import io.github.ostiary.StoreException;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A shared store, this node's witnesses in front of it, and a local store behind it for when it fails. */
public final class TwoTiers extends Tiers {

    /*
     * The witnesses refuse what the store, asked now, would refuse, and only on an answer less than a second old, so that
     * a reset, a flush or a failover is felt everywhere within that second. When their word is not good enough and the
     * counter was last seen exhausted, one thread asks and the others wait for what it learns: a flood on one key costs
     * one call per second and per regained permit, not one per request.
     */
    private static final long FRESH_MICROS = 1_000_000;

    private final Front front;
    private final Store store;
    private final Fallback fallback;
    private final Probes probes = new Probes();
    private final long budgetMicros;
    private final TimeSource time;

    /**
     * Two tiers.
     *
     * @param front this node's witnesses
     * @param store what all nodes share; closed with the tiers
     * @param local stands in when the store fails; closed with the tiers
     * @param nodes how many nodes share the limits then, at least 1
     * @param budget of a decision
     * @param time the local monotonic clock
     */
    public TwoTiers(Front front, Store store, Store local, int nodes, Duration budget, TimeSource time) {
        this.front = front;
        this.store = store;
        this.fallback = new Fallback(local, front, nodes, time);
        this.budgetMicros = budget.toNanos() / 1_000;
        this.time = time;
    }

    @Override
    Outcome decide(List<Ask> asks) {
        List<Charge> charges = LocalTier.charges(asks);
        try {
            return ask(charges);
        } catch (StoreException e) {
            return fallback.decide(asks);
        }
    }

    private Outcome ask(List<Charge> charges) throws StoreException {
        if (charges.stream().anyMatch(charge -> charge.limit().countDenied())) {
            return Outcome.of(askStore(charges));
        }
        long deadline = time.micros() + budgetMicros;
        while (true) {
            Optional<Outcome> refusal = refusal(charges, time.micros());
            if (refusal.isPresent()) {
                return refusal.get();
            }
            List<Charge> exhausted = charges.stream()
                    .filter(charge -> !charge.limit().shadow() && front.exhausted(charge))
                    .toList();
            if (exhausted.isEmpty()) {
                return Outcome.of(askStore(charges));
            }
            Optional<Probes.Turn> turn = probes.begin(exhausted, deadline - time.micros());
            if (turn.isPresent()) {
                return Outcome.of(turn.get().run(() -> askStore(charges)));
            }
        }
    }

    /** Counters the witnesses say nothing of are not asked: nothing is spent there, nothing is told of them. */
    private Optional<Outcome> refusal(List<Charge> charges, long now) {
        List<Optional<Verdict>> verdicts = charges.stream()
                .map(charge -> front.refusal(charge, now, FRESH_MICROS))
                .toList();
        return verdicts.stream().anyMatch(Optional::isPresent)
                ? Optional.of(new Outcome(verdicts, false, Optional.empty()))
                : Optional.empty();
    }

    private List<Verdict> askStore(List<Charge> charges) throws StoreException {
        long sent = time.micros();
        List<Verdict> verdicts = store.decide(charges);
        boolean admitted = true;
        for (int i = 0; i < verdicts.size(); i++) {
            admitted &= verdicts.get(i).passed() || charges.get(i).limit().shadow();
        }
        for (int i = 0; i < verdicts.size(); i++) {
            Verdict verdict = verdicts.get(i);
            front.learn(charges.get(i), verdict, admitted && verdict.passed(), sent);
        }
        return verdicts;
    }

    @Override
    Outcome peek(List<Ask> asks) {
        try {
            return Outcome.of(store.peek(LocalTier.charges(asks)));
        } catch (StoreException e) {
            return fallback.peek(asks);
        }
    }

    /** The witnesses learn how one more permit stands: they may understate what is used. */
    @Override
    Outcome charge(List<Ask> asks) {
        long sent = time.micros();
        try {
            List<Verdict> verdicts = store.charge(LocalTier.charges(asks));
            for (int i = 0; i < verdicts.size(); i++) {
                Charge charge = asks.get(i).charge();
                front.learn(new Charge(charge.limit(), charge.identity(), 1), verdicts.get(i), true, sent);
            }
            return Outcome.of(verdicts);
        } catch (StoreException e) {
            return fallback.charge(asks);
        }
    }

    @Override
    void reset(List<Charge> charges) throws StoreException {
        store.reset(charges);
        charges.forEach(front::forget);
        fallback.reset(charges);
    }

    @Override
    void credit(List<Charge> charges) throws StoreException {
        store.credit(charges);
        charges.forEach(front::forget);
        fallback.credit(charges);
    }

    @Override
    public void close() {
        store.close();
        fallback.close();
    }
}
