package io.github.ostiary.setup;

import io.github.ostiary.operator.SignIns;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import io.github.ostiary.trial.SignInLog;
import io.github.ostiary.trial.SignInText;
import io.github.ostiary.trial.TrialLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

/**
 * The accounts of sign-ins of the whole fleet: each node puts its account beside those of the others, where one that is asked
 * reads them. Thread-safe.
 *
 * <p>Costs one call each five seconds while attempts end, and nothing else before an operator asks. What a node has seen outlives
 * it by a day; it counts where the signals are the same.
 */
final class SignInBook {

    private static final System.Logger LOG = Log.of(SignInBook.class);
    private static final Topic TOPIC = new Topic("sign-ins", 1_000);
    private static final long LOOK_MILLIS = 5_000;
    private static final long KEPT_MICROS = TimeUnit.HOURS.toMicros(25);

    private final TrialLog log;
    private final SharedState board;
    private final boolean shared;
    private final String node = UUID.randomUUID().toString().substring(0, 13);

    /** By the thread of the background alone. */
    private final Map<String, Long> said = new HashMap<>();

    /**
     * Nothing said.
     *
     * @param log of this node
     * @param shared whether other nodes have the same board
     */
    SignInBook(TrialLog log, SharedState board, boolean shared) {
        this.log = log;
        this.board = board;
        this.shared = shared;
    }

    /** Says from now on what is new. */
    void start(Background background) {
        if (shared) {
            background.every(LOOK_MILLIS, this::say);
        }
    }

    /** Says what is new. */
    void say() {
        List<Entry> news = new ArrayList<>();
        Map<String, Long> counted = new HashMap<>();
        log.signIns().forEach((name, seen) -> {
            long changes = seen.changes();
            if (changes != said.getOrDefault(name, 0L)) {
                news.add(new Entry(name + "_" + node, SignInText.write(seen), KEPT_MICROS));
                counted.put(name, changes);
            }
        });
        if (news.isEmpty()) {
            return;
        }
        try {
            board.put(TOPIC, news);
            said.putAll(counted);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "what sign-ins were answered with is not known to the other nodes yet", e);
        }
    }

    /** All accounts, each of all nodes; of this one alone if the board does not answer. */
    SignIns report() {
        Map<String, SignInLog> all = new TreeMap<>();
        log.signIns().forEach((name, seen) -> all.put(name, seen.copy()));
        boolean whole = shared;
        if (shared) {
            try {
                for (Entry entry : board.notices(TOPIC, TOPIC.most())) {
                    add(entry, all);
                }
            } catch (StoreException e) {
                whole = false;
                LOG.log(Level.DEBUG, "what other nodes have seen of sign-ins is not known", e);
            }
        }
        List<SignInTrial> tried = all.values().stream()
                .map(SignInLog::report)
                .filter(each -> each.attempts().all() > 0)
                .toList();
        return new SignIns(whole, tried);
    }

    private void add(Entry entry, Map<String, SignInLog> all) {
        int end = entry.name().lastIndexOf('_');
        if (end < 0 || entry.name().endsWith("_" + node)) {
            return;
        }
        try {
            SignInLog other = SignInText.read(entry.name().substring(0, end), entry.text());
            if (log.isCurrent(other)) {
                all.computeIfAbsent(other.name(), name -> new SignInLog(name, other.signals()))
                        .add(other);
            }
        } catch (IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "another version of Ostiary keeps sign-ins otherwise", e);
        }
    }
}
