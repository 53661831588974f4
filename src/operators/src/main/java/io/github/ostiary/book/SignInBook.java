package io.github.ostiary.book;

import io.github.ostiary.operator.SignIns;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import io.github.ostiary.setup.Background;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import io.github.ostiary.trial.SignInLog;
import io.github.ostiary.trial.SignInText;
import io.github.ostiary.trial.TrialLog;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The accounts of sign-ins of the whole fleet: each node puts its account beside those of the others, where one that is asked
 * reads them. Thread-safe.
 *
 * <p>Costs one call each five seconds while attempts end, and nothing else before an operator asks. What a node has seen
 * counts where the signals are the same.
 */
final class SignInBook {

    private static final System.Logger LOG = Log.of(SignInBook.class);
    private static final long LOOK_MILLIS = 5_000;

    private final TrialLog log;
    private final NodeTexts texts;
    private final boolean shared;

    /**
     * Nothing said.
     *
     * @param log of this node
     * @param shared whether other nodes share this state
     */
    SignInBook(TrialLog log, SharedState sharedState, boolean shared) {
        this.log = log;
        this.texts = new NodeTexts("sign-ins", sharedState);
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
        List<NodeTexts.NodeText> all = new ArrayList<>();
        log.signIns()
                .forEach((name, seen) ->
                        all.add(new NodeTexts.NodeText(name, seen.changes(), () -> SignInText.write(seen))));
        try {
            texts.say(all);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "the answers to sign-ins are not known to the other nodes yet", e);
        }
    }

    /** All accounts, each of all nodes; of this one alone if the shared state does not answer. */
    SignIns report() {
        Map<String, SignInLog> all = new TreeMap<>();
        log.signIns().forEach((name, seen) -> all.put(name, seen.copy()));
        boolean whole = shared;
        if (shared) {
            try {
                texts.others().forEach((name, others) -> others.forEach(text -> add(name, text, all)));
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

    private void add(String name, String text, Map<String, SignInLog> all) {
        try {
            SignInLog other = SignInText.read(name, text);
            if (log.isCurrent(other)) {
                all.computeIfAbsent(other.name(), first -> new SignInLog(name, other.signals()))
                        .add(other);
            }
        } catch (IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "another version of Ostiary keeps sign-ins in another form", e);
        }
    }
}
