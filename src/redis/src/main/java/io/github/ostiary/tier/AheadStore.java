package io.github.ostiary.tier;

import io.github.ostiary.lease.Batches;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.lease.Housekeeper;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.NodePermits;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Pace;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The shared store, and the permits that this node has taken ahead of it: all claims of a call by these, or none. What is not
 * used comes back in the background when it ends, or when the store denies what it may stand in the way of. Thread-safe.
 */
final class AheadStore implements AutoCloseable {

    private static final int TOGETHER = 50;
    private static final long EVERY_MILLIS = 500;

    private final NodePermits permits;
    private final Store store;
    private final Budget budget;
    private final Housekeeper thread;

    AheadStore(NodePermits permits, Store store, Budget budget) {
        this.permits = permits;
        this.store = store;
        this.budget = budget;
        this.thread = new Housekeeper("ostiary-ahead", EVERY_MILLIS, this::round, this::round, Pace.of(budget.time()));
    }

    /** Brings back what has ended; whether there is more to come. */
    private boolean round() {
        boolean unused = giveBack(permits.ended(null, budget.time().micros()));
        return permits.isOut();
    }

    /** Many counters to a call, and of each one part, since it says one thing. */
    private boolean giveBack(List<Claim> ended) {
        boolean heard = true;
        List<Claim> rest = ended;
        while (!rest.isEmpty()) {
            Set<CounterId> counters = new HashSet<>();
            List<Claim> some = new ArrayList<>();
            List<Claim> others = new ArrayList<>();
            for (Claim claim : rest) {
                (some.size() < TOGETHER && counters.add(claim.counterId()) ? some : others).add(claim);
            }
            heard &= tell(some);
            rest = others;
        }
        return heard;
    }

    /** Whether the store has heard what has ended; if not, it is told again while it waits for that. */
    private boolean tell(List<Claim> ended) {
        try {
            Batches.send(ended, batch -> store.ask(Operation.DENY, batch, budget.deadline()), one -> {});
        } catch (StoreException e) {
            return false;
        }
        long now = budget.time().micros();
        ended.forEach(claim -> permits.returned(claim, now));
        return true;
    }

    /** Whether something came back that the store may have counted when it denied: then it may be asked again. */
    boolean madeRoom(List<Claim> denied, List<Verdict> said) {
        List<Claim> ended = new ArrayList<>(0);
        for (int i = 0; i < said.size(); i++) {
            Claim claim = denied.get(i);
            if (claim.noticesDenials()) {
                return false;
            }
            if (!said.get(i).passed() && claim.mostAhead() > 0) {
                ended.addAll(permits.ended(claim.counterId(), budget.time().micros()));
            }
        }
        return !ended.isEmpty() && giveBack(ended);
    }

    /** One passing verdict per claim, without the store; none if it must be asked. What a race leaves is spent. */
    List<Verdict> admit(List<Claim> claims, long now) {
        for (int i = 0; i < claims.size(); i++) {
            if (!permits.covers(claims.get(i), now)) {
                return List.of();
            }
        }
        List<Verdict> admitted = new ArrayList<>(claims.size());
        for (int i = 0; i < claims.size(); i++) {
            Verdict said = permits.admit(claims.get(i), now);
            if (said == null) {
                return List.of();
            }
            admitted.add(said);
        }
        return admitted;
    }

    @Nullable
    Verdict admit(Claim claim, long now) {
        return permits.admit(claim, now);
    }

    /** The claims as the store is to be asked: for permits ahead, too, where all of them can be admitted from such. */
    List<Claim> asking(List<Claim> claims, long now) {
        if (!mayAsk(claims)) {
            return claims;
        }
        List<Claim> asking = new ArrayList<>(claims.size());
        for (int i = 0; i < claims.size(); i++) {
            asking.add(permits.asking(claims.get(i), now));
            if (asking.get(i).ahead() != null) {
                thread.wake();
            }
        }
        return asking;
    }

    /** Several servers decide about several identities step by step: nothing is taken ahead there. */
    private boolean mayAsk(List<Claim> claims) {
        for (int i = 0; i < claims.size(); i++) {
            Claim claim = claims.get(i);
            if (claim.mostAhead() == 0
                    || (store.divided()
                            && !claim.identity().equals(claims.get(0).identity()))) {
                return false;
            }
        }
        return true;
    }

    /** Asks the store for a decision; what it gives ahead is there for others when this returns. */
    List<Verdict> decide(List<Claim> asking, long sent, long deadline) throws StoreException {
        List<Verdict> said = List.of();
        try {
            said = store.ask(Operation.DECIDE, asking, deadline);
            return said;
        } finally {
            heard(asking, said, sent);
        }
    }

    private void heard(List<Claim> asking, List<Verdict> said, long sent) {
        boolean admitted = !said.isEmpty() && Claim.admitted(asking, said);
        for (int i = 0; i < asking.size(); i++) {
            if (asking.get(i).ahead() != null) {
                permits.heard(asking.get(i), said.isEmpty() ? null : said.get(i), admitted, sent);
            }
        }
    }

    /**
     * The verdicts that a caller is shown: the permits ahead are left for it, too. Where the store denies, those that
     * are left admit.
     */
    List<Verdict> shown(List<Claim> asking, List<Verdict> said, boolean admitted, long now) {
        if (!admitted) {
            List<Verdict> own = admit(asking, now);
            return own.isEmpty() ? said : own;
        }
        List<Verdict> shown = said;
        for (int i = 0; i < said.size(); i++) {
            if (said.get(i).consequence().ahead() > 0) {
                shown = shown == said ? new ArrayList<>(said) : shown;
                shown.set(i, withOwn(said.get(i), said.get(i).consequence().ahead(), true));
            }
        }
        return shown;
    }

    /** The store's verdicts on counters of which this node has permits: those are left, too. */
    List<Verdict> withOwn(List<Claim> claims, List<Verdict> said, long now) {
        List<Verdict> shown = said;
        for (int i = 0; i < said.size(); i++) {
            long own = permits.left(claims.get(i), now);
            if (own > 0) {
                shown = shown == said ? new ArrayList<>(said) : shown;
                shown.set(i, withOwn(said.get(i), own, own >= claims.get(i).permits()));
            }
        }
        return shown;
    }

    private static Verdict withOwn(Verdict said, long own, boolean enough) {
        return new Verdict(
                said.passed() || enough,
                said.remaining() + own,
                enough ? 0 : said.retryMicros(),
                said.resetMicros(),
                said.admissible() + own,
                said.changeMicros());
    }

    /** Brings back what is not used any more, if the store can be asked. */
    @Override
    public void close() {
        thread.close();
        permits.endAll();
        boolean unused = round();
    }
}
