package io.github.ostiary.book;

import io.github.ostiary.book.NodeTexts.NodeText;
import io.github.ostiary.operator.TrialReport;
import io.github.ostiary.operator.TrialReport.RuleTrial;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Log;
import io.github.ostiary.trial.RuleSeen;
import io.github.ostiary.trial.TrialLog;
import io.github.ostiary.trial.TrialSum;
import io.github.ostiary.trial.TrialText;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * The accounts of rules on trial of the whole fleet: each node puts what it has seen beside what the others have, where one that is
 * asked adds it up. Thread-safe.
 *
 * <p>Callers are known to all nodes by the same hashes, so that the use of one caller on several nodes counts together; by name
 * to the node alone that has met them. What they are hashed with is {@code keySecret}, or else what nodes share in Redis.
 */
final class TrialBook {

    private static final System.Logger LOG = Log.of(TrialBook.class);
    private static final int NAME = 20;
    private static final int TAG = 8;
    private static final int DIGEST = 12;

    private final TrialLog log;
    private final NodeTexts texts;
    private final String node;
    private final boolean shared;
    private final Supplier<String> secret;
    private volatile String agreed = "";

    /**
     * Nothing said.
     *
     * @param log of this node
     * @param node the id of this node
     * @param shared whether other nodes share this state
     * @param secret what nodes know and callers do not
     */
    TrialBook(TrialLog log, String node, SharedState sharedState, boolean shared, Supplier<String> secret) {
        this.log = log;
        this.texts = new NodeTexts("trials", sharedState);
        this.node = node;
        this.shared = shared;
        this.secret = secret;
    }

    /** Whether there is anything to say. */
    boolean isAny() {
        return !log.isEmpty();
    }

    /** Has this node hash callers as the others do. */
    void agree() {
        String known = secret.get();
        if (!known.equals(agreed)) {
            agreed = known;
            long seed = 0;
            for (char c : Digest.of("trial seed " + known).toCharArray()) {
                seed = 67 * seed + c;
            }
            log.share(seed);
        }
    }

    private String tag() {
        return Digest.of("trial tag " + agreed).substring(0, TAG);
    }

    private String digest(String name) {
        return Digest.of("trial caller " + agreed + ' ' + name).substring(0, DIGEST);
    }

    /** Says what is new. */
    void say() {
        List<NodeText> all = new ArrayList<>();
        for (RuleSeen seen : log.seen()) {
            String name = Digest.of(seen.full()).substring(0, NAME);
            long changes = 31 * seen.asked() + seen.denied();
            TrialText said = new TrialText(node, log.covered(), seen);
            all.add(new NodeText(name, changes, () -> said.write(tag(), this::digest)));
        }
        try {
            texts.say(all);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "What rules on trial have seen is not known to the other nodes yet", e);
        }
    }

    /**
     * The account of all nodes, of those that have stopped, too; of this one alone if the shared state does not answer.
     *
     * @param wanted the id of one node; empty for all
     * @param signIns what attempts were answered with
     */
    TrialReport report(String wanted, List<SignInTrial> signIns) {
        Map<String, TrialSum> rules = new TreeMap<>();
        Duration covered = Duration.ZERO;
        if (wanted.isEmpty() || wanted.equals(node)) {
            log.seen().forEach(seen -> rule(rules, seen).addOwn(seen));
            covered = log.covered();
        }
        for (TrialText said : wanted.equals(node) ? List.<TrialText>of() : others()) {
            if (wanted.isEmpty() || wanted.equals(said.node())) {
                rule(rules, said.seen()).addOther(said.seen(), this::digest);
                covered = said.covered().compareTo(covered) > 0 ? said.covered() : covered;
            }
        }
        List<RuleTrial> reports = rules.values().stream().map(TrialSum::report).toList();
        return new TrialReport(covered, reports, signIns);
    }

    private List<TrialText> others() {
        List<TrialText> heard = new ArrayList<>();
        if (shared && agreed.isEmpty() && log.isEmpty()) {
            agree();
        }
        try {
            for (List<String> said :
                    agreed.isEmpty() ? List.<List<String>>of() : texts.others().values()) {
                said.forEach(text -> read(text).ifPresent(heard::add));
            }
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "What rules on trial have seen on other nodes is not known", e);
        }
        return heard;
    }

    private static TrialSum rule(Map<String, TrialSum> rules, RuleSeen seen) {
        return rules.computeIfAbsent(seen.full(), first -> new TrialSum(seen));
    }

    private Optional<TrialText> read(String text) {
        try {
            return Optional.of(TrialText.read(text, tag()));
        } catch (IllegalArgumentException e) {
            LOG.log(Level.DEBUG, "Another version of Ostiary keeps trials in another form", e);
            return Optional.empty();
        }
    }
}
