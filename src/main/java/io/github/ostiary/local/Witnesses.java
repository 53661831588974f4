package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Charge;
import io.github.ostiary.Claim;
import io.github.ostiary.Front;
import io.github.ostiary.Limit;
import io.github.ostiary.LockBook.Kept;
import io.github.ostiary.LockBook.Look;
import io.github.ostiary.LockBook.Place;
import io.github.ostiary.Reservation;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import io.github.ostiary.algorithm.Debt;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Per counter the store's last refusal, and a token bucket debited with what the store is known to have admitted. A
 * refusal here is one there, and its figures are the store's: a caller is never told to come too early. Buckets only
 * understate what is used; they seed what stands in for the store. Thread-safe; buckets and refusals live apart, so that
 * new callers cannot push refusals out. What was learned of other limits than those now in force says nothing.
 */
public final class Witnesses implements Front {

    /*
     * A refusal follows from the last answer for every charge above what that had room for; its figures do not: how long
     * until 70 are free is not how long until 30 are, and what is left may be gone by another node. Where they do not
     * follow, the store is asked, as often as the bound of a flood leaves room: that counts permits, so whoever takes 30
     * in one call leaves 29 to ask with, and one question per second is free. Beyond that the promise is the latest it
     * can be. Worked: 100/1h, 30 taken, 30 taken, 70 asked: the store is asked, since 58 questions are left.
     *
     * A bucket outlives the answers it rests on, so what it was debited with may be gone by now: reset or credited by
     * another node, flushed, failed over. Each answer tells: if the store counts less than the bucket, the bucket starts
     * afresh with that answer. (Answers that overtook each other look the same; the bucket then understates even more.)
     * Limits are part of what was learnt: by another plan, or after a change, the same permits prove something else.
     */
    private static final long MEMORY_MICROS = 2_000_000;
    private static final long QUESTION_MICROS = 1_000_000;

    /**
     * What is known to be used.
     *
     * @param limit it refills by
     * @param sentMicros of the newest answer it has taken note of
     * @param fullAt when it is full
     * @param spare questions that may be asked for figures alone
     * @param askedMicros when the last was asked that was not spared
     */
    private record Bucket(Limit limit, long sentMicros, long fullAt, long spare, long askedMicros) {

        static Bucket full(Limit limit, long sent) {
            return new Bucket(limit, sent, sent, 0, sent - QUESTION_MICROS);
        }

        Bucket debited(long sent, long permits) {
            if (permits == 0) {
                return new Bucket(limit, sent, fullAt, spare, askedMicros);
            }
            long saved = Math.min(limit.capacity(), spare + permits - 1);
            return new Bucket(limit, sent, Debt.take(limit, fullAt, sent, permits), saved, askedMicros);
        }

        Bucket asked(long sent) {
            return mayAsk(sent) && spare(sent) > 0
                    ? new Bucket(limit, sentMicros, fullAt, spare(sent) - 1, askedMicros)
                    : new Bucket(limit, sentMicros, fullAt, 0, sent);
        }

        /** No more than is in use: what was spared long ago was spared of another window's bound. */
        private long spare(long now) {
            return Math.min(spare, Debt.missing(limit, fullAt, now));
        }

        boolean mayAsk(long now) {
            return spare(now) > 0 || now - askedMicros >= QUESTION_MICROS;
        }

        boolean exceeds(long used) {
            return Debt.missing(limit, fullAt, sentMicros) > used;
        }
    }

    private final Cache<CounterId, Bucket> buckets;
    private final Cache<CounterId, Seen> refusals;
    private final KnownLocks locks;
    private final TimeSource time;

    /**
     * Knows nothing yet.
     *
     * @param maxTrackedKeys how many buckets, how many refusals and how many locks it remembers
     * @param time the local monotonic clock
     */
    public Witnesses(long maxTrackedKeys, TimeSource time) {
        this.time = time;
        Ticker ticker = () -> TimeUnit.MICROSECONDS.toNanos(time.micros());
        this.locks = new KnownLocks(maxTrackedKeys, ticker);
        this.buckets = Caffeine.newBuilder()
                .maximumSize(maxTrackedKeys)
                .executor(Runnable::run)
                .build();
        this.refusals = Caffeine.newBuilder()
                .maximumSize(maxTrackedKeys)
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfter(Expiry.<CounterId, Seen>writing((id, seen) -> lifetime(seen)))
                .build();
    }

    /** Past its end a refusal still tells that one probe is enough, for two seconds. */
    private static Duration lifetime(Seen seen) {
        long wait =
                seen.said().changeMicros() == Verdict.NEVER ? 0 : seen.said().changeMicros();
        return Duration.of(wait + MEMORY_MICROS, ChronoUnit.MICROS);
    }

    @Override
    public Optional<Verdict> refusal(Claim claim, long now, long maxAge) {
        if (claim instanceof Reservation reservation) {
            return locks.refusal(reservation, now, maxAge);
        }
        return claim instanceof Charge charge ? refusal(charge, now, maxAge) : Optional.empty();
    }

    private Optional<Verdict> refusal(Charge charge, long now, long maxAge) {
        Limit limit = charge.limit();
        if (limit.countDenied() || limit.shadow()) {
            return Optional.empty();
        }
        CounterId id = CounterId.of(limit, charge.identity());
        Seen seen = refusals.getIfPresent(id);
        if (seen == null
                || now - seen.sentMicros() >= maxAge
                || !seen.refuses(charge)
                || now >= seen.refusesUntil(charge)) {
            return Optional.empty();
        }
        boolean ask = maxAge != Long.MAX_VALUE && !seen.isExact(charge) && mayAsk(id, now);
        return ask ? Optional.empty() : Optional.of(seen.verdict(charge, now));
    }

    private boolean mayAsk(CounterId id, long now) {
        Bucket bucket = buckets.getIfPresent(id);
        return bucket == null || bucket.mayAsk(now);
    }

    @Override
    public boolean exhausted(Claim claim) {
        if (claim instanceof Reservation reservation) {
            return locks.knows(reservation);
        }
        return claim instanceof Charge charge && exhausted(charge);
    }

    private boolean exhausted(Charge charge) {
        Seen seen = refusals.getIfPresent(CounterId.of(charge.limit(), charge.identity()));
        return seen != null && seen.refuses(charge);
    }

    @Override
    public void learn(Claim claim, Verdict verdict, boolean committed, long sent) {
        if (claim instanceof Reservation reservation) {
            locks.learn(reservation, verdict, sent);
        } else if (claim instanceof Charge charge) {
            learn(charge, verdict, committed, sent);
        }
    }

    private void learn(Charge charge, Verdict verdict, boolean committed, long sent) {
        CounterId id = CounterId.of(charge.limit(), charge.identity());
        long heard = Math.max(sent, time.micros());
        Seen before = refusals.getIfPresent(id);
        boolean asked = before != null && before.refuses(charge) && sent < before.refusesUntil(charge);
        boolean[] newest = {false};
        buckets.asMap().compute(id, (any, bucket) -> {
            if (bucket != null && sent < bucket.sentMicros) {
                return bucket;
            }
            newest[0] = true;
            Bucket next = debited(bucket, charge, verdict, committed, sent);
            boolean nothing = bucket == null && next.fullAt <= sent && verdict.passed();
            return asked ? next.asked(sent) : nothing ? null : next;
        });
        if (newest[0]) {
            note(id, Seen.of(charge, verdict, sent, heard));
        }
    }

    private static Bucket debited(
            @Nullable Bucket bucket, Charge charge, Verdict verdict, boolean committed, long sent) {
        Limit limit = charge.limit();
        long permits = committed ? charge.permits() : 0;
        if (bucket != null && bucket.limit.equals(limit)) {
            Bucket debited = bucket.debited(sent, permits);
            if (!debited.exceeds(limit.capacity() - verdict.remaining())) {
                return debited;
            }
        }
        return Bucket.full(limit, sent).debited(sent, permits);
    }

    private void note(CounterId id, Seen seen) {
        if (seen.said().admissible() >= seen.permits()) {
            refusals.invalidate(id);
        } else {
            refusals.put(id, seen);
        }
    }

    @Override
    public long known(Limit limit, String identity, long now) {
        Bucket bucket = buckets.getIfPresent(CounterId.of(limit, identity));
        return bucket == null ? 0 : Debt.missing(bucket.limit, bucket.fullAt, now);
    }

    @Override
    public List<Kept> locks(long now, long since) {
        return locks.live(now, since);
    }

    @Override
    public Optional<Kept> lock(Reservation reservation, long now) {
        return locks.lock(reservation, now);
    }

    @Override
    public void confirm(List<Place> places, List<Optional<Look>> seen, long sent, long now) {
        locks.confirm(places, seen, sent, now);
    }

    @Override
    public void opened(Reservation reservation) {
        locks.opened(reservation);
    }

    @Override
    public void forget(Claim claim) {
        CounterId id = CounterId.of(claim);
        if (claim instanceof Reservation reservation) {
            locks.forget(reservation);
        }
        buckets.invalidate(id);
        refusals.invalidate(id);
    }
}
