package io.github.ostiary.local;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Ticker;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.store.Verdict.Consequence;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BinaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The locks, blocks and pending challenges that a store has reported, apart from all else, so that no number of new
 * callers can push one out. A rule that exempts networks answers each differently: what it said to one is known of that
 * one only. Thread-safe.
 */
final class KnownLocks implements KnownDenials<AttemptClaim> {

    /** The caller that an entry is about, of a rule that exempts networks; those of others are found by their counter. */
    private record Who(CounterId id, String network) {}

    private record Known(
            AttemptClaim claim, long sentMicros, long endMicros, Reason reason, String levels, String why) {

        boolean holds(long now) {
            return reason != Reason.CHALLENGE_REQUIRED && now < endMicros;
        }

        KeptLock kept(long now) {
            long left = endMicros == Verdict.NEVER ? Verdict.NEVER : endMicros - now;
            return new KeptLock(
                    new LockId(claim.policy(), claim.identity()),
                    claim.label(),
                    left,
                    new KeptLock.Age(now - sentMicros, false),
                    levels,
                    why);
        }

        boolean denies(AttemptClaim reservation) {
            return reason != Reason.CHALLENGE_REQUIRED || reservation.isAttempt();
        }
    }

    private final Cache<Object, Known> locks;

    /** The entries of rules that exempt networks, by counter: none looks for them among those of others. */
    private final ConcurrentMap<CounterId, Set<Who>> apart = new ConcurrentHashMap<>();

    KnownLocks(long maximum, Ticker ticker) {
        this.locks = Caffeine.newBuilder()
                .maximumSize(maximum)
                .ticker(ticker)
                .executor(Runnable::run)
                .expireAfter(new Lifetime<Object, Known>(KnownLocks::lifetime, false))
                .evictionListener((who, known, cause) -> gone(who))
                .build();
    }

    private static long lifetime(Known known) {
        return known.endMicros == Verdict.NEVER ? Long.MAX_VALUE : known.endMicros - known.sentMicros + MEMORY_MICROS;
    }

    /** Called while the entry is held. */
    private @Nullable Known gone(@Nullable Object place) {
        if (place instanceof Who who) {
            apart.computeIfPresent(who.id, (id, all) -> all.remove(who) && all.isEmpty() ? null : all);
        }
        return null;
    }

    /** Called while the entry is held. */
    private Known there(Object place, Known known) {
        if (place instanceof Who who) {
            apart.compute(who.id, (id, all) -> {
                Set<Who> some = all == null ? ConcurrentHashMap.newKeySet(2) : all;
                some.add(who);
                return some;
            });
        }
        return known;
    }

    /** How many counters have several entries. */
    int apart() {
        return apart.size();
    }

    @Override
    public Optional<Verdict> denial(AttemptClaim reservation, long now, long maxAge) {
        Known known = find(reservation);
        if (known == null || now - known.sentMicros >= maxAge || now >= known.endMicros || !known.denies(reservation)) {
            return Optional.empty();
        }
        long left = known.endMicros == Verdict.NEVER ? Verdict.NEVER : known.endMicros - now;
        return Optional.of(new Verdict(false, 0, left, 0, 0, left, new Consequence(known.reason, false)));
    }

    @Override
    public boolean knows(AttemptClaim reservation) {
        Known known = find(reservation);
        return known != null && known.denies(reservation);
    }

    Optional<KeptLock> lock(AttemptClaim reservation, long now) {
        Known known = find(reservation);
        return known != null && known.holds(now) ? Optional.of(known.kept(now)) : Optional.empty();
    }

    private @Nullable Known find(AttemptClaim reservation) {
        return locks.asMap().isEmpty() || reservation.shadow() ? null : locks.getIfPresent(place(reservation));
    }

    private static Object place(AttemptClaim reservation) {
        CounterId id = reservation.counterId();
        return exempts(reservation) ? new Who(id, reservation.network()) : id;
    }

    /** A busy key is no lock. Answers that overtook a newer one say nothing; none that lets in ends a lock. */
    @Override
    public void learn(AttemptClaim reservation, Verdict verdict, boolean committed, long sent, long heard) {
        if (reservation.inSiege() && verdict.reason() == Reason.CHALLENGE_REQUIRED) {
            return; // a challenge of the siege's is over as soon as it is passed, and nothing here would tell
        }
        if (verdict.passed() || verdict.reason() == Reason.BUSY) {
            letIn(reservation, sent);
            return;
        }
        long end = verdict.retryMicros() == Verdict.NEVER ? Verdict.NEVER : sent + verdict.retryMicros();
        locks.asMap().compute(place(reservation), (place, known) -> {
            if (known != null && sent < known.sentMicros) {
                return known;
            }
            String levels = known == null ? "" : known.levels;
            String why = known == null ? "" : known.why;
            return there(place, new Known(reservation, sent, end, verdict.reason(), levels, why));
        });
    }

    private void letIn(AttemptClaim reservation, long sent) {
        if (!locks.asMap().isEmpty()) {
            locks.asMap()
                    .computeIfPresent(
                            place(reservation),
                            (place, known) -> sent < known.sentMicros || known.holds(sent) ? known : gone(place));
        }
    }

    void opened(AttemptClaim reservation) {
        forget(place(reservation));
    }

    private void forget(Object place) {
        locks.asMap().computeIfPresent(place, (any, known) -> gone(place));
    }

    /** The locks that would be lost with the store's data; challenges are asked for again soon enough. */
    List<KeptLock> live(long now, long since) {
        Map<LockId, KeptLock> live = new HashMap<>();
        for (Known known : locks.asMap().values()) {
            if (known.holds(now) && known.sentMicros >= since) {
                KeptLock kept = known.kept(now);
                live.merge(kept.place(), kept, BinaryOperator.maxBy(Comparator.comparing(KeptLock::leftMicros)));
            }
        }
        return List.copyOf(live.values());
    }

    /** An exempt caller hears so when it asks; what is known of all others of a key ends together. */
    void confirm(List<LockId> places, List<Optional<LockDetail>> seen, long sent, long now) {
        for (int i = 0; i < places.size(); i++) {
            LockDetail one = seen.get(i).orElse(null);
            if (one != null) {
                all(places.get(i).claim()).forEach(place -> confirm(place, one, sent, now));
            }
        }
    }

    private Set<? extends Object> all(AttemptClaim key) {
        return exempts(key) ? apart.getOrDefault(key.counterId(), Set.of()) : Set.of(key.counterId());
    }

    private void confirm(Object place, LockDetail seen, long sent, long now) {
        locks.asMap().computeIfPresent(place, (any, known) -> {
            if (sent < known.sentMicros || !known.holds(now)) {
                return known;
            }
            boolean block = seen.state().phase() == Phase.BLOCKED;
            long end = block
                    ? Verdict.NEVER
                    : sent + Durations.toMicros(seen.state().remaining().orElse(Duration.ZERO));
            Reason reason = block ? Reason.BLOCKED : Reason.LOCKED;
            return seen.locked()
                    ? new Known(
                            known.claim,
                            sent,
                            end,
                            reason,
                            seen.levels(),
                            seen.state().reason())
                    : gone(place);
        });
    }

    @Override
    public void forget(AttemptClaim reservation) {
        all(reservation).forEach(this::forget);
    }

    private static boolean exempts(AttemptClaim reservation) {
        return reservation.policy().aftermath().exempts();
    }
}
