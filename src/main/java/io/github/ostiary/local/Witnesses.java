package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Charge;
import io.github.ostiary.Front;
import io.github.ostiary.Limit;
import io.github.ostiary.TimeSource;
import io.github.ostiary.Verdict;
import io.github.ostiary.algorithm.Debt;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Per counter a token bucket, debited with what the store is known to have admitted, and the store's last refusal. Both
 * only ever understate what is used, so a refusal here is a refusal there. Thread-safe; buckets and refusals live apart,
 * so that new callers cannot push refusals out. What was learned of other rates than those now in force says nothing.
 */
public final class Witnesses implements Front {

    private static final long MEMORY_MICROS = 2_000_000;

    /** A bucket and the time of the newest answer it has taken note of, µs. */
    private record Bucket(Limit limit, long sentMicros, long fullAt) {}

    private final Cache<CounterId, Bucket> buckets;
    private final Cache<CounterId, Seen> refusals;

    /**
     * Knows nothing yet.
     *
     * @param maxTrackedKeys how many buckets, and how many refusals, it remembers
     * @param time the local monotonic clock
     */
    public Witnesses(long maxTrackedKeys, TimeSource time) {
        Ticker ticker = () -> TimeUnit.MICROSECONDS.toNanos(time.micros());
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
        return Duration.of(Math.max(seen.changeMicros() - seen.sentMicros(), 0) + MEMORY_MICROS, ChronoUnit.MICROS);
    }

    @Override
    public Optional<Verdict> refusal(Charge charge, long now, long maxAge) {
        Limit limit = charge.limit();
        if (limit.countDenied() || limit.shadow()) {
            return Optional.empty();
        }
        CounterId id = CounterId.of(limit, charge.identity());
        Bucket bucket = buckets.getIfPresent(id);
        Optional<Verdict> shortage =
                bucket != null && bucket.limit.equals(limit) && Debt.proves(limit) && now - bucket.sentMicros < maxAge
                        ? shortage(bucket, charge, now)
                        : Optional.empty();
        Seen seen = refusals.getIfPresent(id);
        return seen != null
                        && seen.limit().equals(limit)
                        && now - seen.sentMicros() < maxAge
                        && now < seen.changeMicros()
                        && charge.permits() > seen.admissible()
                ? Optional.of(verdict(
                        seen, charge, now, shortage.map(Verdict::retryMicros).orElse(1L)))
                : shortage;
    }

    /** What the store said then, as it stands now. */
    private static Verdict verdict(Seen seen, Charge charge, long now, long shortage) {
        long retryAt = charge.permits() > charge.limit().capacity()
                ? Verdict.NEVER
                : charge.permits() == seen.permits() ? seen.retryMicros() : seen.changeMicros();
        return new Verdict(
                false,
                seen.remaining(),
                retryAt == Verdict.NEVER ? Verdict.NEVER : Math.max(shortage, retryAt - now),
                Math.max(0, seen.resetMicros() - now),
                seen.admissible(),
                seen.changeMicros() - now);
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
    public boolean exhausted(Charge charge) {
        Seen seen = refusals.getIfPresent(CounterId.of(charge.limit(), charge.identity()));
        return seen != null && charge.permits() > seen.admissible();
    }

    @Override
    public void learn(Charge charge, Verdict verdict, boolean committed, long sent) {
        CounterId id = CounterId.of(charge.limit(), charge.identity());
        boolean[] newest = {false};
        buckets.asMap().compute(id, (any, bucket) -> {
            if (bucket != null && sent < bucket.sentMicros) {
                return bucket;
            }
            newest[0] = true;
            long fullAt = bucket == null || !bucket.limit.equals(charge.limit()) ? sent : bucket.fullAt;
            long debited = committed ? Debt.take(charge.limit(), fullAt, sent, charge.permits()) : fullAt;
            return new Bucket(charge.limit(), sent, Math.min(debited, Debt.fullAt(charge.limit(), verdict, sent)));
        });
        if (newest[0]) {
            note(id, charge, verdict, sent);
        }
    }

    private void note(CounterId id, Charge charge, Verdict verdict, long sent) {
        if (verdict.changeMicros() == Verdict.NEVER || verdict.admissible() >= charge.permits()) {
            refusals.invalidate(id);
            return;
        }
        long change = sent + verdict.changeMicros();
        refusals.put(
                id,
                new Seen(
                        charge.limit(),
                        sent,
                        verdict.admissible(),
                        change,
                        verdict.remaining(),
                        charge.permits(),
                        verdict.passed()
                                ? change
                                : verdict.retryMicros() == Verdict.NEVER ? Verdict.NEVER : sent + verdict.retryMicros(),
                        sent + verdict.resetMicros()));
    }

    @Override
    public long known(Limit limit, String identity, long now) {
        Bucket bucket = buckets.getIfPresent(CounterId.of(limit, identity));
        return bucket == null ? 0 : Debt.missing(bucket.limit, bucket.fullAt, now);
    }

    @Override
    public void forget(Charge charge) {
        CounterId id = CounterId.of(charge.limit(), charge.identity());
        buckets.invalidate(id);
        refusals.invalidate(id);
    }
}
