package io.github.ostiary.setup;

import io.github.ostiary.rule.Proof;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;

/**
 * The proofs that the whole fleet has seen, of rules with {@code enforce=proved}: a success that one node sees enforces the rules
 * of all. Thread-safe.
 *
 * <p>A proof stays in Redis for a year, so that it outlives restarts, and is put there again each day that a node knows it. Where
 * Redis does not answer, each node goes on with what it knows. Costs one GET each half second while a proof is missing, and each
 * minute from then on.
 */
final class ProofBook {

    private static final System.Logger LOG = Log.of(ProofBook.class);
    private static final Topic TOPIC = new Topic("proofs", 1_000);
    private static final long LOOK_MILLIS = 500;
    private static final long KEPT_MICROS = TimeUnit.DAYS.toMicros(366);
    private static final int LOOKS_A_MINUTE = 120;
    private static final int LOOKS_A_DAY = 1_440 * LOOKS_A_MINUTE;

    private final RulesInForce rules;
    private final RuleLedger ledger;
    private final SharedState sharedState;
    private final boolean shared;
    private final Background background;
    private final Lock looking;

    /** Behind the lock. */
    private final Set<String> heard = new HashSet<>();

    private final Set<String> said = new HashSet<>();
    private final Set<String> announced = new HashSet<>();
    private String version = "";
    private int looks;

    /**
     * Nothing known.
     *
     * @param shared whether other nodes share this state
     */
    ProofBook(
            RulesInForce rules,
            RuleLedger ledger,
            SharedState sharedState,
            boolean shared,
            Background background,
            Lock looking) {
        this.rules = rules;
        this.ledger = ledger;
        this.sharedState = sharedState;
        this.shared = shared;
        this.background = background;
        this.looking = looking;
    }

    /** Enforces what was proved before, and follows proofs from now on. */
    void start() {
        ledger.onProof(() -> background.soon(0, this::look));
        if (shared) {
            look();
            background.every(LOOK_MILLIS, this::look);
        }
    }

    /** Says and hears what is new. */
    void look() {
        looking.lock();
        try {
            looks++;
            boolean wanted = ledger.proofs().stream().anyMatch(proof -> !proof.seen() || !said.contains(proof.id()));
            if (shared && !ledger.proofs().isEmpty() && (wanted || looks % LOOKS_A_MINUTE == 0)) {
                share();
            }
            enforce();
        } finally {
            looking.unlock();
        }
    }

    private void share() {
        try {
            hear();
            say();
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "the proofs of the other nodes are not known", e);
        }
    }

    private void hear() throws StoreException {
        String now = sharedState.version(TOPIC);
        if (now.isEmpty() || looks % LOOKS_A_DAY == 0) { // lost, or to be kept for longer
            said.clear();
        }
        if (!now.equals(version)) {
            sharedState.entries(TOPIC, TOPIC.most()).forEach(entry -> heard.add(entry.name()));
            version = now;
        }
        for (Proof proof : ledger.proofs()) {
            if (!proof.seen() && heard.contains(proof.id())) {
                said.add(proof.id());
                proof.see();
            }
        }
    }

    private void say() throws StoreException {
        List<Entry> news = new ArrayList<>();
        for (Proof proof : ledger.proofs()) {
            if (proof.seen() && !said.contains(proof.id())) {
                news.add(new Entry(proof.id(), proof.written(), KEPT_MICROS));
            }
        }
        if (!news.isEmpty()) {
            sharedState.put(TOPIC, news);
            news.forEach(each -> said.add(each.name()));
        }
    }

    private void enforce() {
        List<Proof> news = new ArrayList<>();
        for (Proof proof : ledger.proofs()) {
            if (proof.seen() && !announced.contains(proof.id())) {
                news.add(proof);
            }
        }
        if (news.isEmpty()) {
            return;
        }
        rules.proved();
        for (Proof proof : news) {
            announced.add(proof.id());
            LOG.log(
                    Level.INFO,
                    "{0}: a success was proved; with enforce=proved its locks and challenges are enforced from now on{1}",
                    proof.written(),
                    shared ? ", on all nodes" : "");
        }
    }
}
