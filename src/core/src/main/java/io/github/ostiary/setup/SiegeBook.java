package io.github.ostiary.setup;

import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Tally;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.HashMap;
import java.util.Map;

/**
 * The sieges of the whole fleet: what each node counts is added to sums in the shared state, which all hear. One thread uses it.
 *
 * <p>What is read does not grow with the number of nodes, nor with that of those long gone. Where the shared state does not
 * answer, each node goes on with what it knows. Costs one GET each look; in its place, while attempts end, a call every fourth time,
 * and at once where a siege may begin.
 */
final class SiegeBook {

    private static final System.Logger LOG = Log.of(SiegeBook.class);

    /**
     * The most rounds at once: what is heard may turn a siege, and that is told at once, but more often does nobody
     * good.
     */
    private static final int ROUNDS = 3;

    /** Every so many looks what is no news is told and heard. */
    private static final int REGULARLY = 4;

    private final RuleLedger ledger;
    private final SharedState sharedState;
    private final boolean shared;
    private final Map<String, String> versions = new HashMap<>();
    private int looks;

    /**
     * Nothing said or heard.
     *
     * @param shared whether other nodes share this state
     */
    SiegeBook(RuleLedger ledger, SharedState sharedState, boolean shared) {
        this.ledger = ledger;
        this.sharedState = sharedState;
        this.shared = shared;
    }

    /** Whether this node has found the last siege of a lockout, or its end, first. */
    boolean beganHere(String rule) {
        return ledger.siege(rule).beganHere();
    }

    /** Says and hears what is new. */
    void look() {
        looks++;
        if (shared) {
            ledger.sieges().forEach(this::look);
        }
    }

    private void look(String rule, Siege siege) {
        Topic topic = new Topic("siege." + rule, 1);
        try {
            if (!siege.owes(looks % REGULARLY == 0)) {
                String version = sharedState.version(topic);
                String before = versions.put(rule, version);
                if (version.equals(before == null ? "" : before)) {
                    return;
                }
            }
            boolean more = true;
            for (int i = 0; more && i < ROUNDS; i++) {
                Tally tally = siege.tally();
                more = siege.hear(tally, sharedState.sum(topic, tally));
            }
        } catch (StoreException e) {
            siege.alone();
            LOG.log(Level.DEBUG, "the sieges of the other nodes are not known", e);
        }
    }
}
