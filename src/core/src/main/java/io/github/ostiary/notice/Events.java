package io.github.ostiary.notice;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.GuardListener;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.GuardListener.NearLimit;
import io.github.ostiary.GuardListener.Network;
import io.github.ostiary.GuardListener.Prior;
import io.github.ostiary.Key;
import io.github.ostiary.engine.DecisionListener;
import io.github.ostiary.engine.GuardChange;
import io.github.ostiary.engine.TierAnswer;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Rule;
import io.github.ostiary.rule.RuleKind;
import io.github.ostiary.rule.RuleSet;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.FoundBefore;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.text.DaemonThread;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
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
import org.jspecify.annotations.Nullable;

/**
 * Tells listeners what happens, on a separate thread: no request waits for them, none fails because of them, and what
 * comes faster than they take it is dropped and counted. Thread-safe.
 */
public final class Events implements DecisionListener {

    private static final System.Logger LOG = Log.of(Events.class);
    private static final int CAPACITY = 1_000;
    private static final long CLOSE_MILLIS = 1_000;

    private final List<GuardListener> listeners = new CopyOnWriteArrayList<>();
    private final ThreadPoolExecutor notifier;
    private final AtomicLong dropped = new AtomicLong();

    /** The listeners that failed; touched by the notifier alone. */
    private final Set<GuardListener> failed = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Events for listeners; without any they cost nothing.
     *
     * @param listeners called in this order
     */
    public Events(List<GuardListener> listeners) {
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
                    "A GuardListener is too slow, and misses events; let it hand its work to a thread of its own");
        }
    }

    /** How many events never reached the listeners. */
    public long dropped() {
        return dropped.get();
    }

    /** Tells one more listener, after those that are there already. */
    public void add(GuardListener listener) {
        listeners.add(listener);
    }

    /** Ends {@link #add}. */
    public void remove(GuardListener listener) {
        listeners.remove(listener);
    }

    /** Whether there is any listener. */
    boolean areHeard() {
        return !listeners.isEmpty();
    }

    @Override
    public Ear ear(RuleSet rules) {
        return Ear.DENIALS;
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

    @Override
    public void changed(GuardChange made) {
        @Nullable
        Kind kind =
                switch (made.act()) {
                    case LOCKED -> Kind.LOCKED;
                    case BLOCKED -> Kind.BLOCKED;
                    case UNLOCKED -> Kind.UNLOCKED;
                    case OVERRIDDEN, RESTORED -> Kind.OVERRIDDEN;
                    case RELOADED -> Kind.RELOADED;
                    case SIEGE_BEGAN -> Kind.SIEGE_BEGAN;
                    case SIEGE_ENDED -> Kind.SIEGE_ENDED;
                    case RESET, CREDITED, REFUSED, LEFT_OUT -> null;
                };
        if (kind != null) {
            boolean bySiege = kind == Kind.SIEGE_BEGAN || kind == Kind.SIEGE_ENDED;
            @Nullable Rule rule = made.rule();
            publish(new Event(
                    kind,
                    made.name(),
                    made.key(),
                    made.duration(),
                    rule == null ? Optional.empty() : rule.basics().description(),
                    bySiege ? Optional.empty() : made.change()));
        }
    }

    /** Each limit that denies is told; of a wait in vain, the one it was for. */
    @Override
    public void decided(Door door, List<Ask> asks, TierAnswer answer, Decision decision) {
        boolean inVain = decision.reason() == Reason.BUSY;
        for (int i = 0; i < answer.size() && !decision.allowed(); i++) {
            Ask ask = asks.get(i);
            @Nullable Verdict said = answer.said(i);
            if (!inVain && said != null) {
                limited(ask.rule(), ask.key(), ask.claim(), said);
            } else if (inVain
                    && ask.rule().kind() != RuleKind.LOCKOUT
                    && ask.rule().name().equals(decision.rule())) {
                publish(Kind.LIMITED, ask.rule(), ask.key(), Optional.empty(), FoundBefore.NOTHING);
                return;
            }
        }
    }

    @Override
    public void decidedAlone(Door door, Rule rule, Key key, Claim claim, Verdict said, Decision decision) {
        limited(rule, key, claim, said);
    }

    private void limited(Rule rule, Key key, Claim claim, Verdict said) {
        Reason reason = said.reason();
        if (!said.passed()
                && !claim.shadow()
                && (reason == Reason.RATE_LIMITED || reason == Reason.CONCURRENCY_LIMITED)) {
            publish(Kind.LIMITED, rule, key, Optional.empty(), FoundBefore.NOTHING);
        }
    }

    @Override
    public void begun(Ask ask, Verdict said) {
        Kind kind =
                switch (said.reason()) {
                    case CHALLENGE_REQUIRED -> Kind.CHALLENGED;
                    case BLOCKED -> Kind.BLOCKED;
                    default -> Kind.LOCKED;
                };
        Optional<Duration> duration =
                kind == Kind.LOCKED ? Optional.of(Durations.ofMicros(said.retryMicros())) : Optional.empty();
        int found = said.consequence().found();
        publish(kind, ask.rule(), ask.key(), duration, FoundBefore.isOfSuccess(found) ? FoundBefore.NOTHING : found);
    }

    @Override
    public void signedIn(Ask ask, Verdict said) {
        if (isOfNames(ask.claim())) {
            publish(
                    Kind.SIGNED_IN,
                    ask.rule(),
                    ask.key(),
                    Optional.empty(),
                    said.consequence().found());
        }
    }

    /** Whether its failures are those of somebody, whom a success acquits: callers of a network are many. */
    private static boolean isOfNames(Claim claim) {
        return claim instanceof AttemptClaim attempt
                && attempt.policy().aftermath().consecutive();
    }

    private static Optional<Prior> prior(int found) {
        return switch (FoundBefore.network(found)) {
            case FoundBefore.KNOWN -> Optional.of(new Prior(FoundBefore.failures(found), Network.KNOWN));
            case FoundBefore.NEW -> Optional.of(new Prior(FoundBefore.failures(found), Network.NEW));
            case FoundBefore.UNKNOWN -> Optional.of(new Prior(FoundBefore.failures(found), Network.UNKNOWN));
            default -> Optional.empty();
        };
    }

    private void publish(Kind kind, Rule rule, Key key, Optional<Duration> duration, int found) {
        if (areHeard()) {
            publish(new Event(
                    kind,
                    rule.name(),
                    Optional.of(key),
                    duration,
                    rule.basics().description(),
                    Optional.empty(),
                    Optional.empty(),
                    prior(found)));
        }
    }

    private void publish(Event event) {
        if (areHeard() && !notifier.isShutdown()) {
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
                    "GuardListeners missed {0} events, since they are too slow; let them hand their work to a thread"
                            + " of their own",
                    lost);
        }
    }
}
