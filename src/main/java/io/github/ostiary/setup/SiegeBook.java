package io.github.ostiary.setup;

import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The sieges of the whole fleet: each node says on the shared state what it has counted, and hears what the others say. One thread
 * uses it.
 *
 * <p>What a node has counted outlives it by a day, as the trailing day of a {@link Siege} does. Where the shared state does not
 * answer, each node goes on with what it knows. Costs one GET each look; one more call each second while attempts end.
 */
final class SiegeBook {

    private static final System.Logger LOG = Log.of(SiegeBook.class);
    /** Said again after so many looks although nothing was counted: the shared state may have lost it. */
    private static final int REPEAT = 100;

    private final RuleLedger ledger;
    private final NodeTexts texts;
    private final boolean shared;
    private String version = "";
    private int looks;
    private int known;

    /**
     * Nothing said or heard.
     *
     * @param shared whether other nodes have the same sharedState
     */
    SiegeBook(RuleLedger ledger, SharedState sharedState, boolean shared) {
        this.ledger = ledger;
        this.texts = new NodeTexts("sieges", sharedState);
        this.shared = shared;
    }

    /** Whether this node has found the last siege of a lockout first. */
    boolean beganHere(String rule) {
        return ledger.siege(rule).beganHere();
    }

    /** Says and hears what is new. */
    void look() {
        looks++;
        int measured = ledger.sieges().size();
        if (measured > known) { // what others said before of the new ones is heard now
            version = "";
        }
        known = measured;
        if (shared && measured > 0) {
            try {
                say();
                hear();
            } catch (StoreException e) {
                LOG.log(Level.DEBUG, "the sieges of the other nodes are not known", e);
            }
        }
    }

    private void say() throws StoreException {
        List<NodeTexts.NodeText> all = new ArrayList<>();
        ledger.sieges().forEach((rule, siege) -> all.add(new NodeTexts.NodeText(rule, siege.changes(), siege::text)));
        texts.say(all, looks % REPEAT == 0);
    }

    private void hear() throws StoreException {
        String now = texts.version();
        if (!now.equals(version)) {
            Map<String, List<String>> heard = texts.others();
            ledger.sieges().forEach((rule, siege) -> hear(siege, heard.getOrDefault(NodeTexts.cut(rule), List.of())));
            version = now;
        }
    }

    private static void hear(Siege siege, List<String> others) {
        try {
            siege.hear(others);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "another version of Ostiary measures sieges otherwise", e);
        }
    }
}
