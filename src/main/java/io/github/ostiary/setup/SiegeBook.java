package io.github.ostiary.setup;

import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The sieges of the whole fleet: each node says on the board what it has counted, and hears what the others say. One thread
 * uses it.
 *
 * <p>What a node has counted outlives it by a day, as the trailing day of a {@link Siege} does. Where the board does not
 * answer, each node goes on with what it knows. Costs one GET each look; one more call each second while attempts end.
 */
final class SiegeBook {

    private static final System.Logger LOG = Log.of(SiegeBook.class);
    private static final Topic SHELF = new Topic("sieges", 1_000);
    private static final long KEPT_MICROS = TimeUnit.HOURS.toMicros(25);

    /** Said again after so many looks although nothing was counted: the board may have lost it. */
    private static final int REPEAT = 100;

    private final RuleLedger ledger;
    private final SharedState board;
    private final boolean shared;
    private final String node = UUID.randomUUID().toString().substring(0, 13);
    private final Map<String, Long> said = new HashMap<>();
    private String version = "";
    private int looks;
    private int known;

    /**
     * Nothing said or heard.
     *
     * @param shared whether other nodes have the same board
     */
    SiegeBook(RuleLedger ledger, SharedState board, boolean shared) {
        this.ledger = ledger;
        this.board = board;
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
        List<Entry> news = new ArrayList<>();
        Map<String, Long> counted = new HashMap<>();
        for (Map.Entry<String, Siege> each : ledger.sieges().entrySet()) {
            long changes = each.getValue().changes();
            boolean again = changes > 0 && looks % REPEAT == 0;
            if (again || changes != said.getOrDefault(each.getKey(), 0L)) {
                news.add(new Entry(name(each.getKey(), node), each.getValue().told(), KEPT_MICROS));
                counted.put(each.getKey(), changes);
            }
        }
        if (!news.isEmpty()) {
            board.put(SHELF, news);
            said.putAll(counted);
        }
    }

    private void hear() throws StoreException {
        String now = board.version(SHELF);
        if (now.equals(version)) {
            return;
        }
        Map<String, List<String>> heard = new HashMap<>();
        for (Entry entry : board.notices(SHELF, SHELF.most())) {
            int end = entry.name().lastIndexOf('_');
            if (end > 0 && !entry.name().endsWith("_" + node)) {
                heard.computeIfAbsent(entry.name().substring(0, end), any -> new ArrayList<>())
                        .add(entry.text());
            }
        }
        ledger.sieges().forEach((rule, siege) -> hear(siege, heard.getOrDefault(name(rule), List.of())));
        version = now;
    }

    private static void hear(Siege siege, List<String> others) {
        try {
            siege.hear(others);
        } catch (IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "another version of Ostiary measures sieges otherwise", e);
        }
    }

    /** A name on the board has 64 characters: those of a long rule's are cut. */
    private static String name(String rule) {
        return rule.substring(0, Math.min(rule.length(), 48));
    }

    private static String name(String rule, String node) {
        return name(rule) + "_" + node;
    }
}
