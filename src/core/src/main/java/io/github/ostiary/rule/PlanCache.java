package io.github.ostiary.rule;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.PlanResolver;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Pace;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The plans of callers, as a resolver has last said, which it is asked in the background. Thread-safe. */
public final class PlanCache {

    /*
     * Naive: ask on the request's thread, keep the answer for a time. Flaw: when the customer database is slow, so is every
     * request whose answer is just over; when it is away, plans are lost.
     *
     * Model: an answer never ends. When half of its time is over, the next request has it asked for again, and goes by the old
     * one. So a caller who comes more often than that follows a change within the time; one who comes seldom, with the
     * second request. Only who is not known yet waits, for a short time and together with all others of that key, and only
     * while the resolver answers faster than that.
     *
     * Bound: where there are too many, those without a plan go first, then those that were not asked for since the last
     * time. Who makes up keys asks about no more of them than the limits of its address admit, and takes no more than a
     * share of the places for questions: what is denied is not asked about, and customers' questions wait behind few.
     */
    private static final System.Logger LOG = Log.of(PlanCache.class);
    private static final long AGAIN_MICROS = 1_000_000;
    private static final long SILENCE_MICROS = 600_000_000;
    private static final int KEPT_OF_16 = 14;
    private static final int FULL_OF_16 = 15;

    /**
     * The times and bounds. Immutable.
     *
     * @param cacheMicros how long an answer is as good as new
     * @param waitMicros how long the first request of a key waits for it
     * @param most how many are kept
     */
    public record PlanTerms(long cacheMicros, long waitMicros, int most) {}

    private final String rule;
    private final PlanResolver resolver;
    private final PlanThreads threads;
    private final RuleCounts counts;
    private final Pace pace;
    private final TimeSource time;
    private final ConcurrentMap<Key, KnownPlan> entries = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    private final ConcurrentMap<Key, Asker> askers = new ConcurrentHashMap<>();

    /** Whether its last answer came, and soon enough to be waited for. */
    private volatile boolean quick = true;

    private volatile long silentUntil = Long.MIN_VALUE / 2;

    PlanCache(String rule, PlanResolver resolver, PlanThreads threads, RuleCounts counts) {
        this.rule = rule;
        this.resolver = resolver;
        this.threads = threads;
        this.counts = counts;
        this.pace = threads.pace();
        this.time = threads.time();
    }

    /** A caller. */
    private static final class KnownPlan {

        private volatile @Nullable Contract known;
        private volatile long dueMicros;
        private final AtomicReference<@Nullable Future<?>> asking = new AtomicReference<>();
        private volatile boolean used = true;

        /** A question about it has failed. */
        private volatile boolean failed;

        /** One about whom the first question goes on may have one. */
        boolean isWithoutPlan() {
            Contract last = known;
            return last == null ? failed : last.equals(Contract.NONE);
        }

        /** Whether it was not used since this was last asked. */
        boolean wasNotUsed() {
            boolean was = used;
            used = false;
            return !was;
        }
    }

    /**
     * The plan of a caller as it was last said; the standard's while that is not known.
     *
     * @param call whose address has it asked for
     * @param standard tells by which limits of an address
     */
    Contract of(Key key, PlanTerms terms, CallContext call, List<KeyedLimits> standard) {
        KnownPlan entry = entries.get(key);
        if (entry == null || (time.micros() >= entry.dueMicros && entry.asking.get() == null)) {
            entry = ask(key, entry, terms, call, standard);
            if (entry == null) {
                return Contract.NONE;
            }
        }
        if (!entry.used) {
            entry.used = true;
        }
        Contract known = entry.known;
        return known != null ? known : first(entry, terms.waitMicros());
    }

    /** Asks about a key, if whoever asks may; null if it goes on unknown. */
    private @Nullable KnownPlan ask(
            Key key, @Nullable KnownPlan known, PlanTerms terms, CallContext call, List<KeyedLimits> standard) {
        for (int i = 0; i < standard.size(); i++) {
            KeyedLimits keyed = standard.get(i);
            Optional<Key> address = keyed.optional() ? keyed.key().resolve(call) : Optional.empty();
            if (address.isPresent()) {
                Asker asker = asker(address.get(), terms);
                return asker.begin(keyed.limits(), time.micros()) ? ask(key, known, terms, asker) : known;
            }
        }
        return ask(key, known, terms, new Asker());
    }

    private Asker asker(Key address, PlanTerms terms) {
        Asker asker = askers.get(address);
        if (asker == null) {
            if (askers.size() >= terms.most()) {
                askers.clear();
            }
            asker = askers.computeIfAbsent(address, any -> new Asker());
        }
        return asker;
    }

    private @Nullable KnownPlan begin(Key key, PlanTerms terms) {
        if (size.get() >= terms.most() / 16 * FULL_OF_16) {
            threads.run(() -> thin(terms.most() / 16 * KEPT_OF_16));
        }
        if (size.get() >= terms.most()) {
            return null;
        }
        KnownPlan fresh = new KnownPlan();
        fresh.dueMicros = time.micros();
        KnownPlan before = entries.putIfAbsent(key, fresh);
        if (before == null) {
            size.incrementAndGet();
        }
        return before == null ? fresh : before;
    }

    private @Nullable KnownPlan ask(Key key, @Nullable KnownPlan known, PlanTerms terms, Asker asker) {
        KnownPlan entry = known == null ? begin(key, terms) : known;
        if (entry == null) {
            asker.end();
            return null;
        }
        FutureTask<Boolean> question = new FutureTask<>(() -> answer(key, entry, terms, asker), true);
        if (!entry.asking.compareAndSet(null, question)) {
            asker.end();
        } else if (!threads.ask(question)) {
            asker.end();
            entry.asking.set(null);
            fail(entry, terms, "too many questions are waiting for it");
        }
        return entry;
    }

    /** Waits for the first answer about a key, if that may come soon. */
    private Contract first(KnownPlan entry, long wait) {
        Future<?> asking = entry.asking.get();
        if (asking != null && quick && wait > 0) {
            try {
                pace.await(asking, wait);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            } catch (ExecutionException | TimeoutException e) {
                quick = false;
            }
        }
        Contract known = entry.known;
        return known == null ? Contract.NONE : known;
    }

    /** Asks for an answer, on a thread of the guard. */
    private void answer(Key key, KnownPlan entry, PlanTerms terms, Asker asker) {
        long begun = pace.micros();
        try {
            Optional<String> plan = resolver.planOf(key);
            List<Rate> rates = plan.isPresent() ? List.of() : resolver.ratesOf(key);
            entry.known = plan.isEmpty() && rates.isEmpty() ? Contract.NONE : new Contract(plan.orElse(""), rates);
            entry.dueMicros = time.micros() + terms.cacheMicros() / 2;
            quick = pace.micros() - begun <= terms.waitMicros();
        } catch (Throwable e) {
            fail(entry, terms, e.getClass().getName());
            LOG.log(Level.DEBUG, rule + ".rate.by: the plan resolver failed", e);
        } finally {
            asker.end();
            entry.asking.set(null);
        }
    }

    /** Keeps what was known; it is asked about again soon. */
    private void fail(KnownPlan entry, PlanTerms terms, String why) {
        quick = false;
        entry.failed = true;
        entry.dueMicros = time.micros() + Math.min(AGAIN_MICROS, terms.cacheMicros());
        reject(why);
    }

    /** The resolver failed, or has said what cannot be used. */
    void reject(String why) {
        counts.planFailed();
        long now = pace.micros();
        if (now - silentUntil >= 0) {
            silentUntil = now + SILENCE_MICROS;
            LOG.log(
                    Level.WARNING,
                    "{0}.rate.by: the plan resolver failed ({1}); callers keep their known plan, and all others have"
                            + " {0}.rate. Check what the resolver asks (logged at most once in ten minutes)",
                    rule,
                    why);
        }
    }

    /** Callers with a plan stay, and of these those that came since the last time, as far as there is room. */
    private void thin(int most) {
        if (!forget(most, KnownPlan::isWithoutPlan)) {
            forget(most, KnownPlan::wasNotUsed);
        }
    }

    /** Whether those that leave were enough; new ones that come meanwhile do not change that. */
    private boolean forget(int most, Predicate<KnownPlan> leaves) {
        Iterator<KnownPlan> all = entries.values().iterator();
        while (all.hasNext()) {
            if (leaves.test(all.next())) {
                all.remove();
                if (size.decrementAndGet() <= most) {
                    return true;
                }
            }
        }
        return false;
    }

    /** How many callers it knows. */
    int size() {
        return size.get();
    }
}
