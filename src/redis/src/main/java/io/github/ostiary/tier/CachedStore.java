package io.github.ostiary.tier;

import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.LeaseKeeper;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.DenialCache;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The shared store behind this node's caches: asked only for what they do not know, and learnt from. Thread-safe. */
final class CachedStore {

    /*
     * The caches deny what the store, asked now, would deny, and only on an answer less than a second old, so that
     * a reset, a flush or a failover is felt everywhere within that second. When their word is not good enough and the
     * counter was last seen exhausted, one thread asks and the others wait for what it learns: a flood on one key costs
     * one call per second and per regained permit, not one per request.
     *
     * The clock is read when a decision begins, again after each wait for another's probe, and once the store has
     * answered. A decision counts as sent when it was last read before: never later than it was.
     */
    private static final System.Logger LOG = Log.of(CachedStore.class);
    private static final long FRESH_MICROS = 1_000_000;

    private final DenialCache front;
    private final Store store;
    private final AheadStore ahead;
    private final Fallback fallback;
    private final LockKeeper keeper;
    private final LeaseKeeper leases;
    private final Settlements settlements;
    private final Outbox outbox;
    private final long budgetMicros;
    private final TimeSource time;
    private final SingleFlight probes;
    private final @Nullable StoreCounts counts;

    CachedStore(
            DenialCache front,
            Store store,
            Fallback fallback,
            LockKeeper keeper,
            LeaseKeeper leases,
            Settlements settlements,
            @Nullable StoreCounts counts) {
        this.front = front;
        this.store = store;
        this.ahead = new AheadStore(front.permits(), store, settlements.budget);
        this.fallback = fallback;
        this.keeper = keeper;
        this.leases = leases;
        this.settlements = settlements;
        this.outbox = settlements.outbox;
        this.counts = counts;
        this.budgetMicros = settlements.budget.micros();
        this.time = settlements.budget.time();
        this.probes = new SingleFlight(Pace.of(time));
    }

    /**
     * Decides all claims together.
     *
     * @return one verdict per claim; null where nothing was asked, since others are known to be denied
     */
    List<? extends @Nullable Verdict> decide(List<Claim> claims, long begunMicros) throws StoreException {
        long deadline = begunMicros + budgetMicros;
        long now = outbox.askedAgain(claims, deadline) ? time.micros() : begunMicros;
        if (countsDenied(claims)) {
            return ask(claims, now, deadline);
        }
        List<Verdict> admitted = ahead.admit(claims, now);
        if (!admitted.isEmpty()) {
            return near(StoreFigure.NEAR_ADMISSIONS, admitted);
        }
        List<? extends @Nullable Verdict> known = known(claims, now);
        if (known == null) {
            return inTurn(Operation.DECIDE, claims, now, deadline);
        }
        return known.isEmpty() ? ask(claims, now, deadline) : near(StoreFigure.NEAR_DENIALS, known);
    }

    /**
     * Says which claims are denied now. The store is asked only where one was last seen exhausted, a while ago.
     *
     * @return one verdict per claim; null where nothing was asked; none if nothing is known
     */
    List<? extends @Nullable Verdict> denied(List<Claim> claims, long begunMicros) throws StoreException {
        List<? extends @Nullable Verdict> known = known(claims, begunMicros);
        return known == null
                ? inTurn(Operation.PEEK, claims, begunMicros, begunMicros + budgetMicros)
                : known.isEmpty() ? known : near(StoreFigure.NEAR_DENIALS, known);
    }

    /** Decides one claim alone that holds nothing once it is granted: no lease, no attempt, nothing to settle. */
    Verdict decide(Claim claim) throws StoreException {
        long now = time.micros();
        long deadline = now + budgetMicros;
        Verdict admitted = ahead.admit(claim, now);
        if (admitted != null) {
            return near(StoreFigure.NEAR_ADMISSIONS, admitted);
        }
        Optional<Verdict> denial = front.denial(claim, now, FRESH_MICROS);
        if (denial.isPresent()) {
            return near(StoreFigure.NEAR_DENIALS, denial.get());
        }
        List<Claim> claims = List.of(claim);
        if (isExhausted(claim) && !claim.countsDenied()) {
            return inTurn(Operation.DECIDE, claims, now, deadline).get(0);
        }
        return ask(claims, now, deadline).get(0);
    }

    /** Counts a decision without the store. */
    private <T> T near(StoreFigure figure, T known) {
        if (counts != null) {
            counts.count(figure);
        }
        return known;
    }

    /** Decides in turn. It counts the ended probes before it looks at what is known, or it could miss the news of one. */
    private List<? extends @Nullable Verdict> inTurn(
            Operation operation, List<Claim> claims, long begunMicros, long deadline) throws StoreException {
        long now = begunMicros;
        while (true) {
            long ended = probes.ended();
            List<? extends @Nullable Verdict> known = known(claims, now);
            if (known != null) {
                return known.isEmpty() ? ask(operation, claims, now, deadline) : near(StoreFigure.NEAR_DENIALS, known);
            }
            SingleFlight.Turn turn = probes.begin(exhausted(claims), deadline - now);
            if (turn != null) {
                return probe(turn, ended, operation, claims, now, deadline);
            }
            now = time.micros();
        }
    }

    /** Whether the caches would deny a claim now, alone, without asking the store. */
    boolean denies(Claim claim) {
        return !claim.countsDenied()
                && !claim.shadow()
                && front.denial(claim, time.micros(), FRESH_MICROS).isPresent();
    }

    private static boolean countsDenied(List<Claim> claims) {
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i).countsDenied()) {
                return true;
            }
        }
        return false;
    }

    /** A caller that looked before the last probe's news and asks after it has them here. */
    private List<? extends @Nullable Verdict> probe(
            SingleFlight.Turn turn, long ended, Operation operation, List<Claim> claims, long looked, long deadline)
            throws StoreException {
        try {
            boolean news = probes.ended() != ended;
            long now = news ? time.micros() : looked;
            List<? extends @Nullable Verdict> known = news ? known(claims, now) : null;
            return known != null && !known.isEmpty()
                    ? near(StoreFigure.NEAR_DENIALS, known)
                    : ask(operation, claims, now, deadline);
        } catch (StoreException e) {
            turn.fail(e);
            throw e;
        } finally {
            turn.end();
        }
    }

    /**
     * The caches' denial, none if no counter was last seen exhausted, or null: one was, and one thread should
     * ask. Counters the caches say nothing of are not asked if others deny: nothing is spent there,
     * nothing is known of them. One that was last seen exhausted, and may deny for longer, is asked. NullAway takes a list
     * of what may be absent for none.
     */
    @SuppressWarnings("NullAway")
    private @Nullable List<? extends @Nullable Verdict> known(List<Claim> claims, long now) {
        List<@Nullable Verdict> verdicts = null;
        for (int i = 0; i < claims.size(); i++) {
            Optional<Verdict> denial = front.denial(claims.get(i), now, FRESH_MICROS);
            if (denial.isPresent()) {
                verdicts = verdicts == null ? nothing(claims.size()) : verdicts;
                verdicts.set(i, denial.get());
            } else if (isExhausted(claims.get(i))) {
                return null;
            }
        }
        return verdicts == null ? List.of() : withFigures(claims, verdicts, now);
    }

    /** A denial names all limits that the store would name. */
    private List<@Nullable Verdict> withFigures(List<Claim> claims, List<@Nullable Verdict> verdicts, long now) {
        for (int i = 0; i < claims.size(); i++) {
            if (verdicts.get(i) == null) {
                verdicts.set(i, front.figures(claims.get(i), now, FRESH_MICROS));
            }
        }
        return verdicts;
    }

    /** Keeps the figures of all limits once one of several is exhausted, for the denials that follow. */
    private void keepFigures(List<? extends Claim> claims, List<Verdict> verdicts, long sent, long heard) {
        boolean exhausted = false;
        for (int i = 0; i < claims.size() && claims.size() > 1; i++) {
            exhausted |= front.exhausted(claims.get(i));
        }
        for (int i = 0; i < claims.size() && exhausted; i++) {
            front.beside(claims.get(i), verdicts.get(i), sent, heard);
        }
    }

    private static List<@Nullable Verdict> nothing(int size) {
        return new ArrayList<>(Collections.<@Nullable Verdict>nCopies(size, null));
    }

    private List<CounterId> exhausted(List<Claim> claims) {
        List<CounterId> exhausted = List.of();
        for (int i = 0; i < claims.size(); i++) {
            if (isExhausted(claims.get(i))) {
                exhausted = exhausted.isEmpty() ? new ArrayList<>(claims.size()) : exhausted;
                exhausted.add(claims.get(i).counterId());
            }
        }
        return exhausted;
    }

    private boolean isExhausted(Claim claim) {
        return front.exhausted(claim) && !claim.shadow();
    }

    private List<Verdict> ask(Operation operation, List<Claim> claims, long sent, long deadline) throws StoreException {
        return operation == Operation.DECIDE ? ask(claims, sent, deadline) : peek(claims, sent, deadline);
    }

    /** Asks the store what it denies, with nothing spent, and learns from that. */
    List<Verdict> peek(List<? extends Claim> claims, long sent, long deadline) throws StoreException {
        List<Verdict> verdicts = store.ask(Operation.PEEK, claims, deadline);
        long heard = time.micros();
        for (int i = 0; i < verdicts.size(); i++) {
            if (!verdicts.get(i).passed()) {
                front.learn(claims.get(i), verdicts.get(i), false, sent, heard);
                if (claims.get(i).needsSettling()) {
                    keeper.learned();
                }
            }
        }
        keepFigures(claims, verdicts, sent, heard);
        return verdicts;
    }

    /** Learns which attempts the store denies, if it answers. */
    void learnLocks(List<Claim> claims, long sent, long deadline) {
        List<AttemptClaim> attempts = AttemptClaim.among(claims);
        try {
            var unused = attempts.isEmpty() ? List.of() : peek(attempts, sent, deadline);
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store cannot tell who is locked", e);
        }
    }

    /** Asks the store for a decision, without the denial cache, and learns from its answer. */
    List<Verdict> ask(List<Claim> claims, long sent, long deadline) throws StoreException {
        return ask(claims, sent, deadline, true);
    }

    private List<Verdict> ask(List<Claim> claims, long sent, long deadline, boolean first) throws StoreException {
        boolean leased = LeaseClaim.isAmong(claims);
        List<Claim> asking = ahead.asking(claims, sent);
        List<Verdict> verdicts = leased ? leases.decide(claims, sent, deadline) : ahead.decide(asking, sent, deadline);
        boolean admitted = Claim.admitted(claims, verdicts);
        if (!admitted && first) {
            List<Verdict> own = ahead.shown(asking, verdicts, false, sent);
            if (own != verdicts) {
                return own;
            }
            if (ahead.madeRoom(claims, verdicts)) {
                return ask(claims, time.micros(), deadline, false);
            }
        }
        List<Verdict> better = knownBetter(claims, verdicts, admitted, sent, deadline);
        if (better != verdicts) {
            if (admitted) {
                settlements.takeBack(claims, verdicts);
            }
            return better;
        }
        long heard = time.micros();
        if (leased && admitted) {
            leases.granted(claims, verdicts, sent, heard);
        }
        keeper.heard(asking, verdicts, admitted, sent, heard);
        keepFigures(asking, verdicts, sent, heard);
        return ahead.shown(asking, verdicts, admitted, sent);
    }

    /** A caller is admitted that this node knows to be locked: unlocked elsewhere, or the store has lost its data. */
    private List<Verdict> knownBetter(
            List<Claim> claims, List<Verdict> verdicts, boolean admitted, long sent, long deadline) {
        List<Verdict> better = verdicts;
        for (int i = 0; i < verdicts.size(); i++) {
            if (verdicts.get(i).passed() && claims.get(i) instanceof AttemptClaim reservation) {
                Verdict verdict = front.lock(reservation, sent).isPresent()
                        ? denialKept(reservation, deadline).orElse(verdicts.get(i))
                        : verdicts.get(i);
                verdict = verdict.passed() && admitted ? fallback.granted(reservation, verdict, sent) : verdict;
                if (!verdict.passed()) {
                    better = better == verdicts ? new ArrayList<>(verdicts) : better;
                    better.set(i, verdict);
                }
            }
        }
        return better;
    }

    private Optional<Verdict> denialKept(AttemptClaim reservation, long deadline) {
        if (keeper.keeps(reservation, deadline)) {
            return front.denial(reservation, time.micros(), Long.MAX_VALUE);
        }
        front.opened(reservation);
        return Optional.empty();
    }

    /** How things stand; what this node has ahead is left, too. */
    List<Verdict> look(List<Claim> claims, long sent) throws StoreException {
        return ahead.withOwn(claims, store.ask(Operation.PEEK, claims, sent + budgetMicros), time.micros());
    }

    /** Charges; the caches learn how one more permit stands: they may understate what is used. */
    List<Verdict> charge(List<Claim> claims, long sent) throws StoreException {
        List<Verdict> verdicts = store.ask(Operation.CHARGE, claims, sent + budgetMicros);
        long heard = time.micros();
        for (int i = 0; i < verdicts.size(); i++) {
            Charge charge = (Charge) claims.get(i);
            front.learn(charge.of(1), verdicts.get(i), true, sent, heard);
        }
        return ahead.withOwn(claims, verdicts, heard);
    }

    void close() {
        ahead.close();
    }
}
