package io.github.ostiary.rule;

import io.github.ostiary.PlanResolver;
import io.github.ostiary.TimeSource;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import org.jspecify.annotations.Nullable;

/** The counts of all rules, by name: those of the file and those that beans declare later. Thread-safe. */
public final class RuleLedger implements AutoCloseable {

    /** The kinds in their order: where rules of several kinds share a name, answers name the first of these. */
    private static final List<String> KINDS = List.of("lockout.", "limit.", "concurrency.", "block.", "allow.");

    private final ConcurrentSkipListMap<String, RuleCounts> counts = new ConcurrentSkipListMap<>();

    private final ConcurrentSkipListMap<String, Siege> sieges = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<String, Proof> proofs = new ConcurrentSkipListMap<>();
    private final ConcurrentSkipListMap<String, PlanCache> plans = new ConcurrentSkipListMap<>();
    private final PlanThreads planThreads;
    private volatile Runnable onProof = () -> {};
    private final TimeSource time;

    /** Nothing counted yet. */
    public RuleLedger() {
        this(TimeSource.system());
    }

    /**
     * Nothing counted yet.
     *
     * @param time by which sieges are measured
     */
    public RuleLedger(TimeSource time) {
        this.time = time;
        this.planThreads = new PlanThreads(time);
    }

    /**
     * The plans that a resolver has named for a rule, which outlast another reading of its rules.
     *
     * @param id of the rule and its resolver
     * @param rule as configuration names it
     * @param resolver is asked, unless there is one of that id already
     */
    public PlanCache plans(String id, String rule, PlanResolver resolver) {
        return plans.computeIfAbsent(id, name -> new PlanCache(rule, resolver, planThreads, of(rule)));
    }

    /**
     * The siege of a lockout, measured from its first.
     *
     * @param rule the lockout's name
     */
    public Siege siege(String rule) {
        return sieges.computeIfAbsent(rule, name -> new Siege(time));
    }

    /**
     * The proof that a sign-in waits for.
     *
     * @param id of the sign-in and its signals
     * @param written as its keys begin
     */
    public Proof proof(String id, String written) {
        return proofs.computeIfAbsent(id, name -> new Proof(name, written, () -> onProof.run()));
    }

    /** All that any rule has waited for. */
    public Collection<Proof> proofs() {
        return Collections.unmodifiableCollection(proofs.values());
    }

    /** Has something done, which must not wait, when one is seen. */
    public void onProof(Runnable task) {
        onProof = task;
    }

    /** All that are measured, by the names of their lockouts. */
    public Map<String, Siege> sieges() {
        return Collections.unmodifiableMap(sieges);
    }

    /**
     * The counts of a rule, begun at its first.
     *
     * @param rule as configuration names it, such as {@code limit.browse}
     */
    public RuleCounts of(String rule) {
        return counts.computeIfAbsent(rule, RuleCounts::new);
    }

    /**
     * The counts of a rule of which only the name is known.
     *
     * @param name such as {@code browse}
     * @return null if there is none
     */
    public @Nullable RuleCounts named(String name) {
        for (String kind : KINDS) {
            RuleCounts found = counts.get(kind + name);
            if (found != null) {
                return found;
            }
        }
        return null;
    }

    /** All of them, in the order of their names. */
    public Collection<RuleCounts> all() {
        return Collections.unmodifiableCollection(counts.values());
    }

    /**
     * Forgets rules that are gone, so that there are never more counts than rules.
     *
     * @param rules those that are left, such as {@code limit.browse}
     */
    public void keep(Set<String> rules) {
        counts.keySet().retainAll(rules);
        plans.keySet().removeIf(id -> !rules.contains(id.substring(0, id.indexOf(' '))));
    }

    /** Forgets what rules remember of callers, so that rules that are read again begin anew; what is counted goes on. */
    public void clear() {
        sieges.clear();
        proofs.clear();
        plans.clear();
    }

    /** No plan is asked for any more. */
    @Override
    public void close() {
        planThreads.close();
    }
}
