package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.NearTier;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A shared store, this node's witnesses in front of it, and a local store behind it for when it fails. */
public final class TwoTiers extends Tiers {

    /*
     * The witnesses deny what the store, asked now, would deny, and only on an answer less than a second old, so that
     * a reset, a flush or a failover is felt everywhere within that second. When their word is not good enough and the
     * counter was last seen exhausted, one thread asks and the others wait for what it learns: a flood on one key costs
     * one call per second and per regained permit, not one per request.
     */
    private static final long FRESH_MICROS = 1_000_000;

    /** How much of what the store missed a caller tells it. */
    private static final int IN_PASSING = 1;

    private static final long TELL_MICROS = 100_000;
    private static final System.Logger LOG = System.getLogger(TwoTiers.class.getName());

    private final NearTier front;
    private final Store store;
    private final Fallback fallback;
    private final LockKeeper keeper;
    private final LeaseKeeper leases;
    private final Probes probes = new Probes();
    private final Unsettled unsettled = new Unsettled();
    private final long budgetMicros;
    private final TimeSource time;
    private volatile long tellMicros = Long.MIN_VALUE;

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
    public TwoTiers(NearTier front, Store store, Store local, int nodes, Duration budget, TimeSource time) {
        this.front = front;
        this.store = store;
        LockBook localLocks = locksOf(local);
        this.budgetMicros = budget.toNanos() / 1_000;
        this.keeper = new LockKeeper(front, store, localLocks, budgetMicros, time);
        this.fallback = new Fallback(local, front, nodes, time, keeper);
        this.leases = new LeaseKeeper(store, fallback, time);
        this.time = time;
    }

    private static LockBook locksOf(Store local) {
        try {
            return local.locks();
        } catch (StoreException e) {
            throw new IllegalStateException("the local store cannot fail", e);
        }
    }

    @Override
    public TierAnswer ask(Operation operation, List<Ask> asks) {
        List<Claim> claims = LocalTier.claims(asks);
        long begun = time.micros();
        try {
            if (operation == Operation.DECIDE) {
                unsettled.askedAgain(store, claims);
            }
            return switch (operation) {
                case DECIDE -> decideTogether(claims);
                case CHARGE -> charge(claims);
                default -> TierAnswer.of(store.ask(operation, claims));
            };
        } catch (StoreException e) {
            boolean late = e.ofCounter() || time.micros() - begun > budgetMicros + budgetMicros / 4;
            return operation == Operation.DECIDE && !late ? askAgain(asks, begun) : standIn(operation, asks);
        }
    }

    /**
     * What may have been reserved is asked for again, by the same ids, before anybody stands in. What may have been charged
     * is not: a charge has no id, and the stand-in judges it.
     */
    private TierAnswer askAgain(List<Ask> asks, long begun) {
        List<Ask> charges = TierAnswer.split(asks, true);
        List<Ask> others = TierAnswer.split(asks, false);
        if (others.isEmpty()) {
            return standIn(Operation.DECIDE, asks);
        }
        List<Claim> claims = LocalTier.claims(others);
        try {
            List<Verdict> verdicts = askStore(claims);
            boolean admitted = LeaseKeeper.admitted(claims, verdicts);
            TierAnswer rest =
                    admitted && !charges.isEmpty() ? fallback.ask(Operation.DECIDE, charges) : TierAnswer.none(charges);
            if (!admitted || !rest.admits(charges)) {
                unsettled.add(Operation.ABANDON, claims);
            }
            return rest.unavailable() != null ? rest : TierAnswer.joined(asks, verdicts, rest);
        } catch (StoreException e) {
            if (time.micros() - begun > budgetMicros) {
                unsettled.late(claims);
            }
            keeper.reads(claims, begun);
            return standIn(Operation.DECIDE, asks);
        }
    }

    private TierAnswer standIn(Operation operation, List<Ask> asks) {
        TierAnswer outcome = fallback.ask(operation, asks);
        if (operation == Operation.DECIDE) {
            List<Claim> claims = LocalTier.claims(asks);
            if (outcome.admits(asks)) {
                leases.stoodIn(claims);
            } else {
                unsettled.add(Operation.ABANDON, claims);
            }
        }
        return outcome;
    }

    private TierAnswer decideTogether(List<Claim> claims) throws StoreException {
        if (claims.stream().anyMatch(Claim::countsDenied)) {
            return TierAnswer.of(askStore(claims));
        }
        long deadline = time.micros() + budgetMicros;
        while (true) {
            Optional<TierAnswer> denial = denial(claims, time.micros());
            if (denial.isPresent()) {
                return denial.get();
            }
            List<Claim> exhausted = claims.stream()
                    .filter(claim -> !claim.shadow() && front.exhausted(claim))
                    .toList();
            if (exhausted.isEmpty()) {
                return TierAnswer.of(askStore(claims));
            }
            Optional<Probes.Turn> turn = probes.begin(exhausted, deadline - time.micros());
            if (turn.isPresent()) {
                return turn.get().run(() -> probe(claims));
            }
        }
    }

    /** Whoever looked before the last probe's news and asks after it has them here. */
    private TierAnswer probe(List<Claim> claims) throws StoreException {
        Optional<TierAnswer> denial = denial(claims, time.micros());
        return denial.isPresent() ? denial.get() : TierAnswer.of(askStore(claims));
    }

    /**
     * Counters the witnesses say nothing of are not asked: nothing is spent there, nothing is told of them. One that was
     * last seen exhausted, and may deny for longer, is asked.
     */
    private Optional<TierAnswer> denial(List<Claim> claims, long now) {
        List<Optional<Verdict>> verdicts = claims.stream()
                .map(claim -> front.denial(claim, now, FRESH_MICROS))
                .toList();
        for (int i = 0; i < claims.size(); i++) {
            if (verdicts.get(i).isEmpty() && !claims.get(i).shadow() && front.exhausted(claims.get(i))) {
                return Optional.empty();
            }
        }
        return verdicts.stream().anyMatch(Optional::isPresent)
                ? Optional.of(TierAnswer.ofWitnesses(verdicts))
                : Optional.empty();
    }

    private List<Verdict> askStore(List<Claim> claims) throws StoreException {
        long sent = time.micros();
        List<Verdict> verdicts = leases.decide(claims, sent);
        boolean admitted = LeaseKeeper.admitted(claims, verdicts);
        List<Verdict> better = knownBetter(claims, verdicts, sent);
        if (better != verdicts) {
            if (admitted) {
                keeper.later(() -> takeBack(claims, verdicts));
            }
            return better;
        }
        if (admitted) {
            leases.granted(claims, verdicts, sent);
        }
        for (int i = 0; i < verdicts.size(); i++) {
            learn(claims.get(i), verdicts.get(i), admitted && verdicts.get(i).passed(), sent);
        }
        tellUnsettled(sent);
        return verdicts;
    }

    /** What could not be said is said soon after the store was seen to answer, though nobody settles anything. */
    private void tellUnsettled(long now) {
        if (now >= tellMicros && unsettled.isWaiting()) {
            tellMicros = now + TELL_MICROS;
            keeper.later(() -> unsettled.tell(store, IN_PASSING));
        }
    }

    private void learn(Claim claim, Verdict verdict, boolean committed, long sent) {
        front.learn(claim, verdict, committed, sent);
        if (claim instanceof Reservation reservation) {
            if (!verdict.passed()) {
                keeper.learned();
            } else if (front.lock(reservation, time.micros()).isPresent()) {
                keeper.wonders();
            }
        }
    }

    /** Somebody is let in whom this node knows to be locked: unlocked elsewhere, or the store has lost its data. */
    private List<Verdict> knownBetter(List<Claim> claims, List<Verdict> verdicts, long sent) {
        List<Verdict> better = verdicts;
        boolean admitted = LeaseKeeper.admitted(claims, verdicts);
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).passed() && claims.get(i) instanceof Reservation reservation) {
                Verdict verdict = front.lock(reservation, time.micros()).isPresent()
                        ? denialKept(reservation, sent).orElse(verdicts.get(i))
                        : verdicts.get(i);
                verdict = verdict.passed() && admitted ? fallback.granted(reservation, verdict) : verdict;
                if (!verdict.passed()) {
                    better = better == verdicts ? new ArrayList<>(verdicts) : better;
                    better.set(i, verdict);
                }
            }
        }
        return better;
    }

    private Optional<Verdict> denialKept(Reservation reservation, long sent) {
        if (keeper.keeps(reservation, sent)) {
            return front.denial(reservation, time.micros(), Long.MAX_VALUE);
        }
        front.opened(reservation);
        return Optional.empty();
    }

    /** Gives back what the store granted to somebody who is denied after all. */
    private void takeBack(List<Claim> claims, List<Verdict> verdicts) {
        List<Claim> charges = new ArrayList<>();
        List<Claim> others = new ArrayList<>();
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).passed() && !claims.get(i).countsDenied()) {
                (claims.get(i).isHeld() ? others : charges).add(claims.get(i));
            }
        }
        if (!others.isEmpty()) {
            var unused = settle(Operation.ABANDON, others);
        }
        if (!charges.isEmpty()) {
            try {
                store.ask(Operation.CREDIT, charges);
            } catch (StoreException e) {
                LOG.log(System.Logger.Level.DEBUG, "A refused attempt stays charged", e);
            }
        }
    }

    /** The witnesses learn how one more permit stands: they may understate what is used. */
    private TierAnswer charge(List<Claim> claims) throws StoreException {
        long sent = time.micros();
        List<Verdict> verdicts = store.ask(Operation.CHARGE, claims);
        for (int i = 0; i < verdicts.size(); i++) {
            Charge charge = (Charge) claims.get(i);
            Charge one = new Charge(charge.limit(), charge.identity(), 1, charge.waitMicros());
            front.learn(one, verdicts.get(i), true, sent);
        }
        return TierAnswer.of(verdicts);
    }

    @Override
    public void change(Operation operation, List<? extends Claim> claims) throws StoreException {
        store.ask(operation, claims);
        claims.forEach(front::forget);
        fallback.change(operation, claims);
    }

    /** An attempt may have been reserved here, there, or, after a timeout, in both: ids make either harmless. */
    @Override
    public List<Verdict> settle(Operation ending, List<? extends Claim> claims) {
        boolean lasting = ending == Operation.RENEW || ending == Operation.KEEP;
        if (!lasting) {
            leases.ended(claims);
        }
        List<Verdict> here = fallback.settle(ending, claims);
        if (unsettled.wasLate(claims)) {
            unsettled.add(ending, claims);
            keeper.later(() -> unsettled.tellAll(store));
            return here;
        }
        long sent = time.micros();
        try {
            List<Verdict> verdicts = tell(ending, claims, sent);
            leases.told(ending, claims, verdicts, sent);
            for (int i = 0; i < verdicts.size(); i++) {
                learn(claims.get(i), verdicts.get(i), false, sent);
            }
            unsettled.tell(store, IN_PASSING);
            return verdicts;
        } catch (StoreException e) {
            if (lasting) {
                leases.untold(claims, sent);
            } else {
                unsettled.add(ending, claims);
            }
            if (ending == Operation.SUCCEED) {
                claims.stream().filter(Claim::answersChallenge).forEach(front::forget);
            }
            return here;
        }
    }

    @Override
    public boolean renew(LeaseClaim lease) {
        List<Claim> claims = List.of(lease);
        List<Verdict> here = fallback.settle(Operation.RENEW, claims);
        long sent = time.micros();
        try {
            boolean there = tell(Operation.RENEW, claims, sent).get(0).passed();
            boolean renewed = leases.renewed(lease, there, sent);
            if (!renewed) {
                var unused = settle(Operation.ABANDON, claims);
            }
            return renewed;
        } catch (StoreException e) {
            return leases.renewedHere(lease, here, sent);
        }
    }

    /** A word lost with its connection is said again at once; one that took its time, later. */
    private List<Verdict> tell(Operation ending, List<? extends Claim> claims, long sent) throws StoreException {
        try {
            return store.ask(ending, claims);
        } catch (StoreException e) {
            if (!e.evidence() || time.micros() - sent > budgetMicros / 2) {
                throw e;
            }
            return store.ask(ending, claims);
        }
    }

    /** Takes note of what the store holds when the application starts. */
    public void started() {
        keeper.wonders();
    }

    /**
     * A server answers again, and nobody asks it yet: it hears of the locks that it has lost or missed.
     *
     * @param primary of the store's
     * @throws StoreException if it went away meanwhile
     */
    public void returning(String primary) throws StoreException {
        keeper.returning(primary);
    }

    /** The store is asked again: it hears what it missed. */
    public void recovered() {
        leases.recovered();
        unsettled.tellAll(store);
    }

    @Override
    public LockBook locks() throws StoreException {
        return new TwoTierLocks(store.locks(), fallback, front, keeper, time);
    }

    @Override
    public void close() {
        keeper.close();
        store.close();
        fallback.close();
    }
}
