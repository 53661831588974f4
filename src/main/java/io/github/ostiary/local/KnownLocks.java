package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Front.KnownLock;
import io.github.ostiary.Reservation;
import io.github.ostiary.Reservation.Purpose;
import io.github.ostiary.Verdict;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The locks, blocks and pending challenges that a store has told of, apart from all else, so that no number of new
 * callers can push one out. A rule that exempts networks answers each differently: what it said to one is known of that
 * one only. Thread-safe.
 */
final class KnownLocks {

    private static final long MEMORY_MICROS = 2_000_000;
    private static final Duration LONGEST = Duration.ofDays(36_600);

    private record Who(CounterId id, String network) {

        static Who of(Reservation reservation) {
            return new Who(CounterId.of(reservation), exempts(reservation) ? reservation.network() : "");
        }
    }

    private record Known(Reservation claim, long sentMicros, long endMicros, Reason reason) {

        boolean refuses(Reservation reservation) {
            return reason != Reason.CHALLENGE_REQUIRED || reservation.purpose() == Purpose.ATTEMPT;
        }
    }

    private final Cache<Who, Known> locks;

    KnownLocks(long maximum, Ticker ticker) {
        this.locks = Caffeine.newBuilder()
                .maximumSize(maximum)
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfter(Expiry.<Who, Known>writing((id, known) -> lifetime(known)))
                .build();
    }

    /** Past its end a lock still tells that one probe is enough, for two seconds. */
    private static Duration lifetime(Known known) {
        return known.endMicros == Verdict.NEVER
                ? LONGEST
                : Duration.of(known.endMicros - known.sentMicros + MEMORY_MICROS, ChronoUnit.MICROS);
    }

    Optional<Verdict> refusal(Reservation reservation, long now, long maxAge) {
        Known known = find(reservation);
        if (known == null
                || now - known.sentMicros >= maxAge
                || now >= known.endMicros
                || !known.refuses(reservation)) {
            return Optional.empty();
        }
        long left = known.endMicros == Verdict.NEVER ? Verdict.NEVER : known.endMicros - now;
        return Optional.of(new Verdict(false, 0, left, 0, 0, left, known.reason, false));
    }

    boolean knows(Reservation reservation) {
        Known known = find(reservation);
        return known != null && known.refuses(reservation);
    }

    private @Nullable Known find(Reservation reservation) {
        return reservation.shadow() ? null : locks.getIfPresent(Who.of(reservation));
    }

    /** A busy key is no lock. Answers that overtook a newer one say nothing. */
    void learn(Reservation reservation, Verdict verdict, long sent) {
        boolean open = verdict.passed() || verdict.reason() == Reason.BUSY;
        long end = verdict.retryMicros() == Verdict.NEVER ? Verdict.NEVER : sent + verdict.retryMicros();
        Known news = new Known(reservation, sent, end, verdict.reason());
        locks.asMap()
                .compute(
                        Who.of(reservation),
                        (id, known) -> known != null && sent < known.sentMicros ? known : open ? null : news);
    }

    /** What would be lost with the store's data; challenges are asked for again soon enough. */
    List<KnownLock> live(long now) {
        return locks.asMap().values().stream()
                .filter(known -> known.reason != Reason.CHALLENGE_REQUIRED && now < known.endMicros)
                .map(known -> new KnownLock(
                        known.claim, known.endMicros == Verdict.NEVER ? Verdict.NEVER : known.endMicros - now))
                .toList();
    }

    void forget(Reservation reservation) {
        if (exempts(reservation)) {
            locks.asMap().keySet().removeIf(who -> who.id.equals(CounterId.of(reservation)));
        } else {
            locks.invalidate(Who.of(reservation));
        }
    }

    private static boolean exempts(Reservation reservation) {
        return reservation.ladder().exemptMicros() > 0;
    }
}
