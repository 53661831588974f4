package io.github.ostiary.engine;

import io.github.ostiary.LockState;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.ProvedCredentials;
import io.github.ostiary.rule.ProvedCredentials.Proved;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The attempts that need not be reserved: with credentials that proved right on this node lately nobody guesses. Locks that follow from
 * failures do not concern them; an operator's does, and a block, which one thread a second looks for. Thread-safe.
 */
final class Waivers {

    private static final System.Logger LOG = Log.of(Waivers.class);

    final ProvedCredentials proved;
    private final Tiers tiers;

    Waivers(ProvedCredentials proved, Tiers tiers) {
        this.proved = proved;
        this.tiers = tiers;
    }

    void clear() {
        proved.clear();
    }

    /** Whether any of it may once need no attempt. */
    static boolean mayApply(List<Ask> asks) {
        for (int i = 0; i < asks.size(); i++) {
            if (!asks.get(i).proof().isEmpty()) {
                return true;
            }
        }
        return false;
    }

    /** Whether any of it needs no attempt. */
    boolean apply(List<Ask> asks) {
        for (int i = 0; i < asks.size(); i++) {
            if (proved.find(asks.get(i).proof()) != null) {
                return true;
            }
        }
        return false;
    }

    /** Learns what proved right just now; false if all of it was known. */
    boolean learn(List<Ask> asks) {
        boolean news = false;
        for (int i = 0; i < asks.size(); i++) {
            String proof = asks.get(i).proof();
            news |= !proof.isEmpty() && proved.learn(proof);
        }
        return news;
    }

    /**
     * Takes out what needs no attempt, unless an operator has locked one of its keys.
     *
     * @param asks lose it
     * @param lent what is used beside
     * @return that, and what was taken out; the same list if nothing was
     */
    List<SharedPermit> take(List<Ask> asks, List<SharedPermit> lent) {
        if (!apply(asks)) {
            return lent;
        }
        List<Ask> known = new ArrayList<>(asks.size());
        List<Proved> proofs = new ArrayList<>(asks.size());
        List<Ask> left = new ArrayList<>(asks.size());
        for (Ask ask : asks) {
            Proved found = proved.find(ask.proof());
            if (found == null) {
                left.add(ask);
            } else {
                known.add(ask);
                proofs.add(found);
            }
        }
        if (known.isEmpty() || anyHeld(known, proofs)) {
            return lent;
        }
        List<SharedPermit> all = new ArrayList<>(known.size() + lent.size());
        for (Ask ask : known) {
            all.add(new SharedPermit(null, ask));
        }
        asks.clear();
        asks.addAll(left);
        all.addAll(lent);
        return all;
    }

    private boolean anyHeld(List<Ask> known, List<Proved> proofs) {
        boolean due = false;
        boolean held = false;
        for (Proved proof : proofs) {
            due |= proved.isDue(proof);
            held |= proof.held();
        }
        return due ? look(known, proofs, held) : held;
    }

    private boolean look(List<Ask> known, List<Proved> proofs, boolean before) {
        List<LockId> places = new ArrayList<>(known.size());
        for (Ask ask : known) {
            AttemptClaim attempt = (AttemptClaim) ask.claim(); // nothing else is proved
            places.add(new LockId(attempt.policy(), attempt.identity()));
        }
        try {
            boolean held = false;
            List<Optional<LockDetail>> seen = tiers.locks().look(places);
            for (int i = 0; i < proofs.size(); i++) {
                boolean own = seen.get(i).filter(Waivers::isByHand).isPresent();
                proofs.get(i).seen(own);
                held |= own;
            }
            return held;
        } catch (StoreException e) {
            LOG.log(System.Logger.Level.DEBUG, "The store cannot tell whom operators have locked", e);
            return before;
        }
    }

    private static boolean isByHand(LockDetail detail) {
        LockState state = detail.state();
        return state.phase() == LockState.Phase.BLOCKED
                || (state.phase() == LockState.Phase.LOCKED && !state.reason().isEmpty());
    }
}
