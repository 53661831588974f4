package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.github.ostiary.Algorithm;
import io.github.ostiary.algorithm.KnownUse;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Verdict;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Per counter of a limit the store's last denial, and a token bucket debited with what the store is known to have admitted.
 * Buckets and denials live apart, so that new callers cannot push denials out. What was learned of other limits than those
 * now in force says nothing. Thread-safe.
 */
final class KnownCharges implements KnownDenials<Charge> {

    /*
     * A denial follows from the last answer for every charge above what that had room for; its figures do not: how long
     * until 70 are free is not how long until 30 are, and what is left may be gone by another node. Where they do not
     * follow, the store is asked, as often as the bound of a flood leaves room: that counts permits, so a caller who takes 30
     * in one call leaves 29 to ask with, and one question per second is free. Beyond that the promise is the latest it
     * can be. Worked: 100/1h, 30 taken, 30 taken, 70 asked: the store is asked, since 58 questions are left.
     *
     * A bucket outlives the answers it rests on, so what it was debited with may be gone by now: reset or credited by
     * another node, flushed, failed over. Each answer tells: if the store counts less than the bucket, the bucket starts
     * afresh with that answer. (Answers that overtook each other look the same; the bucket then understates even more.)
     * Limits are part of what was learnt: by another plan, or after a change, the same permits prove something else.
     *
     * Answers are heard out of order, and by several threads. A bucket says when the newest was asked for, and so does one
     * that was forgotten: who heard an older answer writes nothing, or takes back what it has written.
     */
    private final Cache<CounterId, KnownUse> buckets;
    private final Cache<CounterId, CachedDenial> denials;
    private final CoarseClock clock;
    private final LocalPermits permits;

    KnownCharges(long maximum, CoarseClock clock, LocalPermits permits) {
        this.clock = clock;
        this.permits = permits;
        this.buckets = Caffeine.newBuilder()
                .maximumSize(maximum)
                .executor(Runnable::run)
                .build();
        this.denials = Caffeine.newBuilder()
                .maximumSize(maximum)
                .ticker(clock)
                .executor(Runnable::run)
                .expireAfter(new Lifetime<CounterId, CachedDenial>(KnownCharges::lifetime, false))
                .build();
    }

    /** Figures that deny nothing are of use as long as they are fresh. */
    private static long lifetime(CachedDenial seen) {
        Verdict said = seen.said();
        boolean figures = said.passed() && said.admissible() > 0;
        return (figures || said.changeMicros() == Verdict.NEVER ? 0 : said.changeMicros()) + MEMORY_MICROS;
    }

    @Override
    public Optional<Verdict> denial(Charge charge, long now, long maxAge) {
        Limit limit = charge.limit();
        if (limit.countDenied() || limit.shadow()) {
            return Optional.empty();
        }
        CounterId id = charge.counterId();
        CachedDenial seen = denials.getIfPresent(id);
        if (seen == null
                || now - seen.sentMicros() >= maxAge
                || !seen.denies(charge)
                || now >= seen.deniesUntil(charge)) {
            return Optional.empty();
        }
        boolean ask = maxAge != Long.MAX_VALUE && !seen.isExact(charge) && mayAsk(id, now);
        return ask ? Optional.empty() : Optional.of(seen.verdict(charge, now));
    }

    private boolean mayAsk(CounterId id, long now) {
        KnownUse bucket = buckets.getIfPresent(id);
        return bucket == null || bucket.mayAsk(now);
    }

    @Override
    public boolean knows(Charge charge) {
        CachedDenial seen = denials.getIfPresent(charge.counterId());
        return seen != null && seen.denies(charge);
    }

    @Override
    public void learn(Charge charge, Verdict verdict, boolean committed, long sent, long heard) {
        CounterId id = charge.counterId();
        CachedDenial before = denials.getIfPresent(id);
        boolean asked = before != null && before.denies(charge) && sent < before.deniesUntil(charge);
        if (debit(id, charge, verdict, committed, asked, sent)) {
            note(id, charge, verdict, sent, Math.max(sent, heard));
        }
    }

    /** False if a newer answer was applied already. */
    private boolean debit(CounterId id, Charge charge, Verdict verdict, boolean committed, boolean asked, long sent) {
        while (true) {
            KnownUse bucket = buckets.getIfPresent(id);
            if (bucket != null && sent < bucket.sentMicros()) {
                return false;
            }
            long used = committed && !charge.onlyLooks() ? charge.permits() + usedAhead(charge) : 0;
            KnownUse debited = charge.limit().algorithm() == Algorithm.CALENDAR
                    ? KnownUse.ofWindow(bucket, charge.limit(), sent, used, verdict)
                    : KnownUse.after(bucket, charge.limit(), sent, used, verdict.remaining());
            KnownUse next = asked ? debited.asked(sent) : debited;
            if (bucket != null
                    ? buckets.asMap().replace(id, bucket, next)
                    : isNothing(next, verdict, asked) || buckets.asMap().putIfAbsent(id, next) == null) {
                return true;
            }
        }
    }

    private static long usedAhead(Charge charge) {
        Ahead ahead = charge.ahead();
        return ahead == null ? 0 : ahead.unheard();
    }

    private static boolean isNothing(KnownUse first, Verdict verdict, boolean asked) {
        return !asked && first.fullAt() <= first.sentMicros() && verdict.passed();
    }

    /**
     * Takes note of an answer; what this node has taken ahead is no proof against itself: it may come back at any time.
     */
    private void note(CounterId id, Charge charge, Verdict verdict, long sent, long heard) {
        if (permits.isOut(id, heard)) {
            return;
        }
        CachedDenial fresh = CachedDenial.of(charge, verdict, sent, heard);
        if (verdict.admissible() < charge.permits()) {
            note(id, fresh);
            return;
        }
        CachedDenial seen = denials.getIfPresent(id);
        if (seen == null || seen.sentMicros() > sent) {
            return;
        }
        if (seen.denies(charge)) {
            denials.asMap().remove(id, seen);
        } else {
            denials.asMap().replace(id, seen, fresh);
        }
    }

    /** Its figures are named by the next denials; a live denial of its own stays. */
    void beside(Charge charge, Verdict verdict, long sent, long heard) {
        if (!charge.limit().countDenied() && !charge.limit().shadow()) {
            note(charge.counterId(), CachedDenial.of(charge, verdict, sent, heard));
        }
    }

    @Nullable
    Verdict figures(Charge charge, long now, long maxAge) {
        CachedDenial seen = denials.getIfPresent(charge.counterId());
        if (seen == null || now - seen.sentMicros() >= maxAge || !seen.limit().equals(charge.limit())) {
            return null;
        }
        return seen.figures(now);
    }

    private void note(CounterId id, CachedDenial fresh) {
        denials.asMap().merge(id, fresh, (one, other) -> one.sentMicros() > other.sentMicros() ? one : other);
        KnownUse newest = buckets.getIfPresent(id);
        if (newest != null && newest.sentMicros() > fresh.sentMicros()) {
            denials.asMap().remove(id, fresh);
        }
    }

    /** How many permits are known to be used. */
    long used(Charge charge, long now) {
        KnownUse bucket = buckets.getIfPresent(charge);
        return bucket == null ? 0 : bucket.missing(charge.limit(), now);
    }

    @Override
    public void forget(Charge charge) {
        CounterId id = charge.counterId();
        buckets.put(id, KnownUse.full(charge.limit(), clock.micros()));
        denials.invalidate(id);
    }

    /** How many counters it knows, at most twice each. */
    long size() {
        return buckets.estimatedSize() + denials.estimatedSize();
    }
}
