package io.github.ostiary.engine;

import io.github.ostiary.Change;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.GuardListener.NearLimit;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import io.github.ostiary.text.OneLine;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners what happens, on a separate thread: no request waits for them, none fails because of them, and what
 * comes faster than they take it is dropped and counted. Thread-safe.
 */
public final class Events implements AutoCloseable {

    private static final System.Logger LOG = Log.of(Events.class);
    private static final int CAPACITY = 1_000;
    private static final long CLOSE_MILLIS = 1_000;

    /** The origin of changes that are made by methods of the API. */
    public static final String JAVA = "java";

    private static final String STEP = "a step";
    private static final int STEPS_A_MINUTE = 10;
    private static final int DEEDS_A_MINUTE = 200;

    private final List<GuardListener> listeners = new CopyOnWriteArrayList<>();
    private final Auditor auditor;
    private final Supplier<Operator> acting;
    private final TimeSource time;
    private final ThreadPoolExecutor notifier;
    private final AtomicLong dropped = new AtomicLong();

    /** By the notifier alone. */
    private final Set<GuardListener> failed = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Without listeners it costs nothing.
     *
     * @param listeners called in this order
     */
    public Events(List<GuardListener> listeners) {
        this(listeners, Auditor.NONE, () -> new Operator("", ""), TimeSource.system());
    }

    /**
     * Keeps an audit trail, too.
     *
     * @param listeners called in this order
     * @param auditor receives the changes that operators make, and locks
     * @param acting the name for changes that Java code makes
     * @param time when something is done
     */
    public Events(List<GuardListener> listeners, Auditor auditor, Supplier<Operator> acting, TimeSource time) {
        this.auditor = auditor;
        this.acting = acting;
        this.time = time;
        this.listeners.addAll(listeners);
        this.notifier = new ThreadPoolExecutor(
                1,
                1,
                1,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(CAPACITY),
                task -> DaemonThread.of(task, "ostiary-events"),
                (task, pool) -> drop());
        notifier.allowCoreThreadTimeOut(true);
    }

    private void drop() {
        if (dropped.getAndIncrement() == 0) {
            LOG.log(
                    Level.WARNING,
                    "A GuardListener is slower than events come, and misses some of them; have it hand its work to a thread");
        }
    }

    /** How many events never reached the listeners. */
    long dropped() {
        return dropped.get();
    }

    void add(GuardListener listener) {
        listeners.add(listener);
    }

    void remove(GuardListener listener) {
        listeners.remove(listener);
    }

    /** Whether there is any listener. */
    boolean areHeard() {
        return !listeners.isEmpty();
    }

    /** The clock of events. */
    TimeSource time() {
        return time;
    }

    /** A part of a window was used up. */
    void near(Rule rule, Key key, NearLimit near, Duration left) {
        Optional<String> description = rule.basics().description();
        publish(new Event(
                Kind.NEAR_LIMIT,
                rule.name(),
                Optional.of(key),
                Optional.of(left),
                description,
                Optional.empty(),
                Optional.of(near)));
    }

    /** The store went away. */
    public void storeDegraded() {
        publish(new Event(Kind.STORE_DEGRADED, "", Optional.empty(), Optional.empty()));
    }

    /** The store is back. */
    public void storeRecovered() {
        publish(new Event(Kind.STORE_RECOVERED, "", Optional.empty(), Optional.empty()));
    }

    /**
     * A siege of a lockout has begun or ended.
     *
     * @param rule the lockout's name
     * @param measured whether this node has measured it first: no operator has said so, and no other node writes it down
     */
    public void besieged(String rule, boolean begun, boolean measured) {
        if (measured) {
            Deed deed = begun ? Deed.SIEGE_BEGAN : Deed.SIEGE_ENDED;
            Change change = change(new Operator("a siege", ""), "");
            auditor.add(new AuditEntry(deed, "lockout." + rule, "", "", Optional.empty(), change));
        }
        Kind kind = begun ? Kind.SIEGE_BEGAN : Kind.SIEGE_ENDED;
        publish(new Event(kind, rule, Optional.empty(), Optional.empty()));
    }

    /**
     * An operator has put a value in force, or the configured one back.
     *
     * @param rule which rule; empty for all
     * @param entry what was done
     */
    public void overridden(String rule, AuditEntry entry) {
        auditor.add(entry);
        Optional<Change> change = Optional.of(entry.change());
        publish(new Event(Kind.OVERRIDDEN, rule, Optional.empty(), entry.duration(), Optional.empty(), change));
    }

    /**
     * Rules were read again.
     *
     * @param entry what was done
     */
    public void reloaded(AuditEntry entry) {
        auditor.add(entry);
        if (entry.deed() == Deed.RELOADED) {
            Optional<Change> change = Optional.of(entry.change());
            publish(new Event(Kind.RELOADED, "", Optional.empty(), Optional.empty(), Optional.empty(), change));
        }
    }

    /** The operator of what Java does. */
    Operator acting() {
        return acting.get();
    }

    /** A change that is made now. */
    Change change(Operator by, String reason) {
        return new Change(
                by.name(), by.from(), OneLine.of(reason, OperatorApi.LONGEST_REASON), Durations.instant(time.micros()));
    }

    void unlocked(Rule rule, Optional<Key> key, LockId place, String label, Change change) {
        add(entry(Deed.UNLOCKED, rule, place.identity(), label, Optional.empty(), change));
        publish(Kind.UNLOCKED, rule, key, Optional.empty(), Optional.of(change));
    }

    void locked(Rule rule, Key key, LockId place, String label, Optional<Duration> duration, Change change) {
        boolean ends = duration.isPresent();
        add(entry(ends ? Deed.LOCKED : Deed.BLOCKED, rule, place.identity(), label, duration, change));
        publish(ends ? Kind.LOCKED : Kind.BLOCKED, rule, Optional.of(key), duration, Optional.of(change));
    }

    /** What Java does, a caller may have made it do. */
    private void add(AuditEntry entry) {
        String from = entry.change().from();
        if (!from.equals(JAVA) || auditor.takes(entry.subject(), JAVA, DEEDS_A_MINUTE)) {
            auditor.add(entry);
        }
    }

    private static AuditEntry entry(
            Deed deed, Rule rule, String identity, String label, Optional<Duration> duration, Change change) {
        return new AuditEntry(deed, rule.full(), identity, label, duration, change);
    }

    /** A decision; shadows raise no event. */
    void decided(List<Ask> asks, TierAnswer answer) {
        for (int i = 0; i < answer.size(); i++) {
            @Nullable Verdict said = answer.said(i);
            if (said != null && !asks.get(i).claim().shadow()) {
                if (said.fired()) {
                    fired(asks.get(i), said);
                }
                decided(asks.get(i), said);
            }
        }
    }

    /** A decision that can lock no caller; a shadow raises no event. */
    void decided(Ask ask, Verdict said) {
        if (listeners.isEmpty() || ask.claim().shadow()) {
            return;
        }
        Reason reason = said.reason();
        if (!said.passed() && (reason == Reason.RATE_LIMITED || reason == Reason.CONCURRENCY_LIMITED)) {
            limited(ask.rule(), ask.key());
        }
    }

    /** A caller is denied, or has waited in vain. */
    void limited(Rule rule, Key key) {
        publish(Kind.LIMITED, rule, Optional.of(key), Optional.empty(), Optional.empty());
    }

    /** What settling brought about. */
    void fired(Ask ask, Verdict said) {
        Kind kind =
                switch (said.reason()) {
                    case CHALLENGE_REQUIRED -> Kind.CHALLENGED;
                    case BLOCKED -> Kind.BLOCKED;
                    default -> Kind.LOCKED;
                };
        Optional<Duration> duration =
                kind == Kind.LOCKED ? Optional.of(Durations.ofMicros(said.retryMicros())) : Optional.empty();
        if (kind != Kind.CHALLENGED && auditor.takes(ask.rule().full(), STEP, STEPS_A_MINUTE)) {
            Deed deed = kind == Kind.BLOCKED ? Deed.BLOCKED : Deed.LOCKED;
            Change change = change(new Operator(STEP, ""), "");
            auditor.add(
                    entry(deed, ask.rule(), ask.claim().identity(), ask.claim().label(), duration, change));
        }
        publish(kind, ask.rule(), Optional.of(ask.key()), duration, Optional.empty());
    }

    private void publish(
            Kind kind, Rule rule, Optional<Key> key, Optional<Duration> duration, Optional<Change> change) {
        Counting.happened(kind, rule.basics().counts());
        publish(new Event(kind, rule.name(), key, duration, rule.basics().description(), change));
    }

    private void publish(Event event) {
        if (!listeners.isEmpty() && !notifier.isShutdown()) {
            notifier.execute(() -> listeners.forEach(listener -> call(listener, event)));
        }
    }

    /** Callers, who cause events, must not fill the log: a listener's first failure is a warning, the others are at level DEBUG. */
    private void call(GuardListener listener, Event event) {
        try {
            listener.on(event);
        } catch (Throwable e) {
            LOG.log(failed.add(listener) ? Level.WARNING : Level.DEBUG, "A listener failed on " + event, e);
        }
    }

    /** Delivers the events that wait, if listeners are quick, then stops. */
    @Override
    public void close() {
        long lost = dropped.addAndGet(DaemonThread.finish(notifier, CLOSE_MILLIS));
        if (lost > 0) {
            LOG.log(
                    Level.WARNING,
                    "GuardListeners missed {0} events, since they take longer than events come; have them hand their work to a thread",
                    lost);
        }
    }
}
