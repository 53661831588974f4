package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.Rules;
import io.github.ostiary.config.ConfigKey;
import io.github.ostiary.config.ConfigSources;
import io.github.ostiary.config.GlobalConfig;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.GuardConfig;
import io.github.ostiary.config.MetricsConfig;
import io.github.ostiary.config.Problems;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.Engine;
import io.github.ostiary.engine.Tiers;
import io.github.ostiary.notice.Events;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.store.Histogram;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.text.ClassPath;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The part that operators watch and change a guard by: a public class that is known by its name and made for each guard, so that a
 * guard without it lacks nothing that decides.
 *
 * @hidden
 */
public interface GuardOperators extends DenialNotes, AutoCloseable {

    /** The name of that class. */
    String PART = "io.github.ostiary.book.OperatorBooks";

    /** The keys that say nothing without it. */
    List<ConfigKey<?>> KEYS = List.of(
            GlobalKeys.METRICS,
            GlobalKeys.OPERATORS_JMX,
            GlobalKeys.EXPLAIN_KEEP,
            GlobalKeys.EXPLAIN_MAX,
            GlobalKeys.AUDIT_KEEP,
            GlobalKeys.AUDIT_FORM,
            GlobalKeys.AUDIT_DIGEST,
            GlobalKeys.AUDIT_ATTEMPTS,
            GlobalKeys.RELOAD);

    /**
     * The basis of a guard.
     *
     * @param config what it is made of
     * @param sources of that, to be read again
     * @param loader the application's
     * @param changes tells who changes something, and when
     * @hidden
     */
    record Basis(GuardConfig config, ConfigSources sources, ClassLoader loader, ChangeMaker changes) {}

    /**
     * The parts of a guard that has begun.
     *
     * @param engine decides
     * @param rules in force
     * @param tiers where counters are
     * @param events tells listeners
     * @param listener told what is changed
     * @param background does what no request should wait for; closed before this
     * @param secret that all nodes have
     * @hidden
     */
    record Parts(
            Engine engine,
            RulesInForce rules,
            Tiers tiers,
            Events events,
            DecisionListener listener,
            Background background,
            SharedSecret secret) {}

    /** One for a guard; without the part one that does nothing, and each key that is written for it is a problem. */
    static GuardOperators of(Basis basis, Problems problems) {
        if (ClassPath.has(PART)) {
            GuardOperators part = ClassPath.part(PART, GuardOperators.class);
            part.prepare(basis, problems);
            return part;
        }
        GlobalConfig written = basis.config().global();
        KEYS.stream()
                .filter(key ->
                        written.find(key).filter(value -> wants(key, value)).isPresent())
                .forEach(key -> problems.addKey(key.name(), ClassPath.missing(PART)));
        return new GuardOperators() {};
    }

    /** Neither what goes without saying, nor nothing, nor whatever there is. */
    private static boolean wants(ConfigKey<?> key, Object value) {
        return value instanceof MetricsConfig metrics
                ? !metrics.named().isEmpty()
                : !value.equals(Duration.ZERO) && !value.equals(key.usual().orElse(null));
    }

    /**
     * Reads what is wanted, before anything is opened.
     *
     * @param problems receives what is wanted and not there
     */
    default void prepare(Basis basis, Problems problems) {}

    /** Counts how long calls wait; null if nobody wants to know. */
    default @Nullable Histogram waits() {
        return null;
    }

    /** Counts what a shared store is asked; null if nobody wants to know. */
    default @Nullable StoreCounts store() {
        return null;
    }

    /** The listeners that are told before those of the application, in their order. */
    default List<DecisionListener> first() {
        return List.of();
    }

    /** The listeners that are told last. */
    default List<DecisionListener> last() {
        return List.of();
    }

    /**
     * The guard has begun, and is watched until this is closed.
     *
     * @param guard not closed with this
     * @param anew has it forget all callers
     */
    default void begin(Guard guard, Parts parts, Runnable anew) {}

    /** Its operator API. */
    default OperatorApi api() {
        throw new IllegalStateException(ClassPath.missing(PART));
    }

    /** The rules as Java changes them. */
    default Rules rules() {
        throw new IllegalStateException(ClassPath.missing(PART));
    }

    /** Forgets what is said of callers and changed for a while, but for what is counted. */
    default void forget() {}

    @Override
    default void close() {}
}
