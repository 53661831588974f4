package io.github.ostiary.algorithm;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.algorithm.InFlight.Unsettled;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One key's standing with one {@link LockoutPolicy}. Not thread-safe: call {@link #advance} first, then one of the others, all
 * under one lock.
 */
public final class Lockout extends KeyClock implements CounterState<AttemptClaim> {

    /*
     * Naive: check the lock, look at the password, count the failure. Flaw: fifty parallel attempts all pass the check.
     *
     * Model: an attempt reserves a slot before the application looks at the password, and is settled afterwards. What counts
     * and what is in flight together stay below every threshold. A reservation that is not settled becomes a failure at the
     * time it began; the next call on the key finds it, and the lock that follows starts then.
     *
     * An attempt that ends unclearly, which its caller may have seen to, is given back a few times: see UnclearEnds.
     * Order of denials: block, lock, pending challenge, others in flight (busy). A network that a success came from
     * passes all but the block and its threshold, until it has failed as often as the lowest. A challenge that fires together
     * with a lock is pending when the lock has ended; one that ends in its own lock is not.
     * A failure that a success of the same spelling, or an unlocking, came after is forgotten however late it arrives.
     * Time: see KeyClock. What time alone has done (reservations that became failures, a state that equals a fresh one)
     * is kept by whatever call finds it, a peek too; all else a peek changes nothing.
     * Worked: 3/1m lock 5m, settle 30 s; attempts reserved at 0, 1 and 2 s, a fourth is BUSY. Two fail, the third's
     * client dies: a call at 40 s finds a failure of 2 s, the third within a minute, and locks until 340 s. Cost: O(n), bounded.
     */
    private static final Consequence NOTHING_NEW = new Consequence(Reason.LOCKED, false);

    private final StepCounts rungs = new StepCounts();
    private final InFlight inFlight = new InFlight();
    private String label = "";

    /** What the lock or success of the call under way followed from; see {@link FoundBefore}. */
    private int found;

    /** Null until a lock or challenge begins, or a success is remembered; until an attempt ends unclearly. */
    private @Nullable FailureRecord failureRecord;

    private @Nullable UnclearEnds unclear;

    /** Moves to the time of a decision by the clock, µs, and does what time alone does. */
    public void advance(LockoutPolicy policy, long micros) {
        found = FoundBefore.NOTHING;
        if (failureRecord != null) {
            failureRecord.callBegins();
        }
        read(micros);
        if (idleMicros(policy) == 0) {
            rungs.clear();
            failureRecord = null;
            unclear = null;
            inFlight.clear();
            label = "";
            beginAnew(micros);
        }
        while (inFlight.size() > 0 && inFlight.begin(0) <= now - policy.settleMicros()) {
            Unsettled lost = inFlight.remove(0);
            failed(policy, lost.made(), lost.begin(), lost.begin());
            stamp();
        }
    }

    @Override
    public void advance(AttemptClaim reservation, long micros) {
        advance(reservation.policy(), micros);
    }

    @Override
    public boolean passes(AttemptClaim reservation, long askedBefore) {
        return room(reservation, reservation.isAttempt()) > askedBefore;
    }

    /** The answer to a challenge that is not pending needs no reservation. */
    @Override
    public Verdict take(AttemptClaim reservation) {
        boolean attempt = reservation.isAttempt();
        if (attempt || (failureRecord != null && failureRecord.takesAnswer(reservation.policy(), now))) {
            inFlight.add(reservation, now);
            label = reservation.label().isEmpty() ? label : reservation.label();
            stamp();
        }
        long room = roomBesideAll(reservation, attempt);
        return new Verdict(true, room, 0, 0, Math.min(1, room), 0, NOTHING_NEW);
    }

    /** Denies or lets pass; with {@code extendOnAttempt} a denial by a lock is a failure and starts the lock anew. */
    @Override
    public Verdict leave(AttemptClaim reservation, boolean passed) {
        LockoutPolicy policy = reservation.policy();
        note();
        if (failureRecord != null
                && policy.aftermath().extendOnAttempt()
                && reservation.isAttempt()
                && failureRecord.reason(policy, true, now) == Reason.LOCKED
                && room(reservation, true) == 0) {
            failureRecord.extendLock(rungs, now);
            failed(policy, reservation, now, now);
            stamp();
        }
        return peek(reservation);
    }

    @Override
    public Verdict peek(AttemptClaim reservation) {
        return stand(reservation, reservation.isAttempt());
    }

    private Verdict stand(AttemptClaim reservation, boolean attempt) {
        Verdict said = standing(reservation, attempt);
        return found == FoundBefore.NOTHING ? said : said.withFound(found);
    }

    private Verdict standing(AttemptClaim reservation, boolean attempt) {
        long room = room(reservation, attempt);
        if (room > 0) {
            return new Verdict(true, room, 0, 0, 1, 0, NOTHING_NEW);
        }
        Verdict denial = failureRecord == null || rungs.shared
                ? FailureRecord.BUSY
                : failureRecord.denial(reservation.policy(), attempt, now);
        boolean inSiege = attempt && reservation.inSiege() && denial.reason() == Reason.BUSY;
        return inSiege ? FailureRecord.BESIEGED : denial;
    }

    @Override
    public Verdict apply(Operation operation, AttemptClaim reservation) {
        if (operation == Operation.RESTORE) {
            restore(KeptLock.of(reservation));
        }
        return switch (operation) {
            case FAIL, SUCCEED, ABANDON, UNCLEAR -> settle(reservation, operation);
            case KEEP -> take(reservation);
            default -> peek(reservation);
        };
    }

    /** Ends an attempt; one that is not known changes nothing. The verdict is about one more attempt. */
    Verdict settle(AttemptClaim reservation, Operation ending) {
        int own = inFlight.indexOf(reservation.id());
        if (own < 0) {
            note();
        } else {
            Unsettled held = inFlight.remove(own);
            long at = Math.max(held.begin(), now - reservation.endedAgoMicros());
            if (ending == Operation.SUCCEED) {
                succeeded(reservation.policy(), held.made(), at);
            } else if (ending != Operation.ABANDON && at >= held.cleared()) {
                unproved(reservation.policy(), held, ending, at);
            }
            stamp();
        }
        return stand(reservation, true);
    }

    /** How many reservations like this can be made; one that was made already is not in its own way. */
    private long room(AttemptClaim reservation, boolean attempt) {
        int own = inFlight.indexOf(reservation.id());
        if (own < 0) {
            return roomBesideAll(reservation, attempt);
        }
        Unsettled held = inFlight.remove(own);
        long room = roomBesideAll(reservation, attempt);
        inFlight.insert(own, held);
        return room;
    }

    private long roomBesideAll(AttemptClaim reservation, boolean attempt) {
        LockoutPolicy policy = reservation.policy();
        long room = 0;
        boolean stranger = attempt && FailureRecord.isStranger(failureRecord, reservation, now);
        if (!stranger && (failureRecord == null || failureRecord.reason(policy, attempt, now) == Reason.BUSY)) {
            room = attempt
                    ? rungs.room(policy, now, inFlight, reservation, false)
                    : policy.aftermath().challenge().room();
        }
        if (failureRecord != null) {
            room = attempt
                    ? failureRecord.roomToAttempt(room, reservation, rungs, inFlight, now)
                    : failureRecord.roomToAnswer(room, policy, inFlight, now);
        }
        return Math.max(0, Math.min(room, InFlight.MOST - inFlight.size()));
    }

    /** Counts a failure at a time: what failed before the key was unlocked is forgotten, however late it arrives. */
    private void failed(LockoutPolicy policy, AttemptClaim held, long begin, long at) {
        if (failureRecord != null && failureRecord.forgives(at)) {
            return;
        }
        int network = network(held);
        count(policy, held, begin, at);
        if (failureRecord != null && failureRecord.lock.news) {
            found = FoundBefore.locked(rungs.most(policy, now), network);
        }
    }

    private int network(AttemptClaim held) {
        return failureRecord == null ? FoundBefore.UNKNOWN : failureRecord.network(held, now);
    }

    private void count(LockoutPolicy policy, AttemptClaim held, long begin, long at) {
        if (!held.isAttempt()) {
            if (failureRecord != null) {
                failureRecord.answeredWrong(policy, rungs, now, at);
            }
            return;
        }
        if (failureRecord != null) {
            failureRecord.failed(policy, held);
        }
        int hardest = rungs.failed(policy, now, inFlight, held, begin);
        if (hardest >= 0) {
            failureRecord().fired(policy, rungs, hardest, now, at);
        }
        if (policy.cap() > 0 && rungs.lengthenRow(held.spelling(), now) >= policy.cap() && !rungs.shared) {
            failureRecord().lock.begin(now, Verdict.NEVER, "", at);
        }
    }

    private void unproved(LockoutPolicy policy, Unsettled held, Operation ending, long at) {
        if (ending == Operation.UNCLEAR) {
            unclear = unclear == null ? new UnclearEnds() : unclear;
            if (unclear.giveBack(policy, now)) {
                return;
            }
        }
        failed(policy, held.made(), held.begin(), at);
    }

    /** Clears by a success at a time: what began later and has failed counts, however late this arrives. */
    private void succeeded(LockoutPolicy policy, AttemptClaim held, long at) {
        if (!held.isAttempt()) {
            if (failureRecord != null) {
                failureRecord.answered(policy, rungs, now);
            }
            return;
        }
        found = rungs.shared ? FoundBefore.NOTHING : FoundBefore.succeeded(rungs.most(policy, now), network(held));
        if (policy.aftermath().consecutive()) {
            rungs.succeeded(held.spelling(), at);
            inFlight.succeeded(held.spelling(), at);
        }
        if (policy.aftermath().exemptMicros() > 0 && !held.network().isEmpty()) {
            failureRecord().networks.succeeded(held.traits(), now);
        }
    }

    private FailureRecord failureRecord() {
        failureRecord = failureRecord == null ? new FailureRecord() : failureRecord;
        return failureRecord;
    }

    /** Locks for a time, µs, or blocks for {@link Verdict#NEVER}, unless a lock holds that lasts longer. */
    public void lock(long durationMicros, String reason, String label) {
        failureRecord().lock.begin(now, durationMicros, reason, now);
        this.label = label.isEmpty() ? this.label : label;
        stamp();
    }

    /** Locks again what another store has lost, and steps have fired as often again, unless a lock holds that lasts longer. */
    public void restore(KeptLock kept) {
        Lock lock = failureRecord().lock;
        lock.begin(now, kept.leftMicros(), kept.reason(), now - kept.age().micros());
        if (lock.news) {
            rungs.relevel(kept.place().policy(), now, kept.levels(), lock.end());
            label = kept.label().isEmpty() ? label : kept.label();
            stamp();
        }
    }

    /**
     * Forgets all that has happened so many µs ago, but for attempts that began later and have failed, and for a lock that follows
     * from something younger. Attempts in flight stay: those that fail later count.
     */
    public void unlock(long agoMicros) {
        long at = now - agoMicros;
        FailureRecord before = failureRecord;
        if (before == null || !before.lock.holds(now) || !before.lock.follows(at)) {
            rungs.forget(at);
            failureRecord = null;
            unclear = null;
        } else {
            rungs.prune(at, Integer.MAX_VALUE);
        }
        if (inFlight.size() > 0) {
            failureRecord().unlocked(before, at);
        }
        stampIfKnown();
    }

    /** Lets a network in while a lock of a mark holds; false if that does not. */
    public boolean admit(Traits traits, long mark) {
        boolean admitted = failureRecord != null && failureRecord.admit(traits, mark, now);
        if (admitted) {
            stamp();
        }
        return admitted;
    }

    /** Ends locks, blocks and challenges, and forgets no failure: of a counter that strangers share. */
    public void open() {
        if (failureRecord != null) {
            failureRecord.lock.clear();
            failureRecord.challenge.clear();
        }
        stampIfKnown();
    }

    private void stampIfKnown() {
        if (known()) {
            stamp();
        }
    }

    /** How the key stands now: a snapshot. */
    public LockState state(LockoutPolicy policy) {
        FailureRecord known = failureRecord == null || rungs.shared ? new FailureRecord() : failureRecord;
        Phase phase = known.phase(policy, now);
        return new LockState(
                phase,
                phase == Phase.LOCKED
                        ? Optional.of(Duration.of(known.lock.end() - now, ChronoUnit.MICROS))
                        : Optional.empty(),
                rungs.counted(policy, now, phase != Phase.OPEN),
                inFlight.attempts(),
                known.pending(policy, now) ? known.challenge.wrong() : 0,
                known.lock.holds(now) ? known.lock.reason() : "");
    }

    /** The same in full. */
    public LockDetail look(LockoutPolicy policy) {
        FailureRecord known = failureRecord == null ? new FailureRecord() : failureRecord;
        long age = known.age(policy, now);
        long cause = Math.max(age, known.lock.causeAge(now));
        return new LockDetail(state(policy), age, cause, rungs.levels(policy, now), label, known.lock.mark(now));
    }

    /** How long, by the clock, until this equals a lockout never used, if nothing happens before, µs; 0 if it does already. */
    public long idleMicros(LockoutPolicy policy) {
        long left = end(policy) - now;
        return left > 0 ? left + extraMicros() : 0;
    }

    /** The time when nothing here tells anything any more, µs. */
    private long end(LockoutPolicy policy) {
        int open = inFlight.size();
        long mayFail = open == 0 ? Long.MIN_VALUE : inFlight.begin(open - 1) + policy.settleMicros();
        long known = Math.max(
                failureRecord == null ? 0 : failureRecord.end(policy), unclear == null ? 0 : unclear.end(policy));
        return Math.max(known, rungs.end(policy, mayFail));
    }

    @Override
    public long life(AttemptClaim reservation) {
        long idle = idleMicros(reservation.policy());
        return idle == 0 ? UNUSED : idle;
    }

    @Override
    public void share() {
        rungs.shared = true;
    }

    @Override
    public boolean isDecoy() {
        return failureRecord == null && unclear == null && inFlight.size() == 0 && rungs.isOneFailure();
    }

    /** The key's canonical text, as last given, or empty. */
    public String label() {
        return label;
    }
}
