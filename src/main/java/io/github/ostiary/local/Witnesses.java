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
 * Per counter a token bucket, debited with what the store is known to have admitted, and the store's last refusal. Both
 * only ever understate what is used, so a refusal here is a refusal there. Thread-safe; buckets and refusals live apart,
 * so that new callers cannot push refusals out. What was learned of other limits than those now in force says nothing.
 */
public final class Witnesses implements Front {

    /*
     * A bucket outlives the answers it rests on, so what it was debited with may be gone by now: reset or credited by
     * another node, flushed, failed over. Each answer tells: if the store counts less than the bucket, the bucket starts
     * afresh with that answer. (Answers that overtook each other look the same; the bucket then understates even more.)
     * Limits are part of what was learnt: by another plan, or after a change, the same permits prove something else.
     */
    private static final long MEMORY_MICROS = 2_000_000;

    /** A bucket, the limit it refills by, and the time of the newest answer it has taken note of, µs. */
    private record Bucket(Limit limit, long sentMicros, long fullAt) {

        static Bucket full(Limit limit, long sent) {
            return new Bucket(limit, sent, sent);
        }

        Bucket debited(long sent, long permits) {
            return new Bucket(limit, sent, permits == 0 ? fullAt : Debt.take(limit, fullAt, sent, permits));
        }

        boolean exceeds(long used) {
            return Debt.missing(limit, fullAt, sentMicros) > used;
        }
    }

    private final Cache<CounterId, Bucket> buckets;
    private final Cache<CounterId, Seen> refusals;
    private final KnownLocks locks;

    /**
     * Knows nothing yet.
     *
     * @param maxTrackedKeys how many buckets, how many refusals and how many locks it remembers
     * @param time the local monotonic clock
     */
    public Witnesses(long maxTrackedKeys, TimeSource time) {
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
        long wait = seen.changeMicros() == Verdict.NEVER ? 0 : seen.changeMicros() - seen.sentMicros();
        return Duration.of(Math.max(wait, 0) + MEMORY_MICROS, ChronoUnit.MICROS);
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
        Bucket bucket = buckets.getIfPresent(id);
        Optional<Verdict> shortage = bucket != null
                        && charge.waitMicros() == 0
                        && bucket.limit.equals(limit)
                        && Debt.proves(limit)
                        && now - bucket.sentMicros < maxAge
                ? shortage(bucket, charge, now)
                : Optional.empty();
        Seen seen = refusals.getIfPresent(id);
        return seen != null
                        && now - seen.sentMicros() < maxAge
                        && seen.refuses(charge)
                        && now < seen.refusesUntil(charge)
                ? Optional.of(verdict(
                        seen, charge, now, shortage.map(Verdict::retryMicros).orElse(1L)))
                : shortage;
    }

    /** What the store said then, as it stands now. */
    private static Verdict verdict(Seen seen, Charge charge, long now, long shortage) {
        long retryAt = seen.retryMicros(charge);
        return new Verdict(
                false,
                seen.remaining(),
                retryAt == Verdict.NEVER ? Verdict.NEVER : Math.max(shortage, retryAt - now),
                Math.max(0, seen.resetMicros() - now),
                seen.admissible(),
                seen.changeMicros() == Verdict.NEVER ? Verdict.NEVER : seen.changeMicros() - now);
    }

    private static Optional<Verdict> shortage(Bucket bucket, Charge charge, long now) {
        Limit limit = charge.limit();
        if (charge.permits() > limit.capacity()) {
            return Optional.empty();
        }
        long wait = Debt.wait(limit, bucket.fullAt, now, charge.permits());
        if (wait == 0) {
            return Optional.empty();
        }
        long remaining = limit.capacity() - Debt.missing(limit, bucket.fullAt, now);
        long admissible = Math.min(remaining, charge.permits() - 1);
        return Optional.of(new Verdict(false, admissible, wait, bucket.fullAt - now, admissible, wait));
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
        boolean[] newest = {false};
        buckets.asMap().compute(id, (any, bucket) -> {
            if (bucket != null && sent < bucket.sentMicros) {
                return bucket;
            }
            newest[0] = true;
            return debited(bucket, charge, verdict, committed, sent);
        });
        if (newest[0]) {
            note(id, charge, verdict, sent);
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

    private void note(CounterId id, Charge charge, Verdict verdict, long sent) {
        if (verdict.admissible() >= charge.permits()) {
            refusals.invalidate(id);
            return;
        }
        long change = after(sent, verdict.changeMicros());
        refusals.put(
                id,
                new Seen(
                        charge.limit(),
                        sent,
                        verdict.admissible(),
                        change,
                        verdict.remaining(),
                        charge.permits(),
                        verdict.passed() ? -1 : charge.waitMicros(),
                        verdict.passed() ? change : after(sent, verdict.retryMicros()),
                        sent + verdict.resetMicros()));
    }

    private static long after(long sent, long micros) {
        return micros == Verdict.NEVER ? Verdict.NEVER : sent + micros;
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
