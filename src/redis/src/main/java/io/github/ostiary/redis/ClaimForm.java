package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import org.jspecify.annotations.Nullable;

/**
 * The words that all claims of one limit or policy have in common: put together once, and kept while there are few. Immutable.
 *
 * @param terms the limit or policy
 * @param words how the script reads it
 * @param place how its counters' keys end, behind the identity
 * @param windows how the script reads it where the calendar says its windows; null for all others, which have {@code words}
 */
record ClaimForm(Object terms, String words, String place, @Nullable WindowWords windows) {

    /** A power of 2. Rules rarely change: nearly all that are asked for are there. */
    private static final int MOST = 256;

    private static final String[] FLAGS = {"-", "c", "s", "cs", "i", "ci", "si", "csi"};

    /** Each where its terms' identity says; a thread that finds others there replaces them. */
    private static final @Nullable ClaimForm[] KNOWN = new ClaimForm[MOST];

    static ClaimForm of(Claim claim) {
        Object terms = claim.terms();
        int index = System.identityHashCode(terms) & (MOST - 1);
        ClaimForm known = KNOWN[index];
        if (known == null || known.terms != terms) {
            String place = claim.rule() + ":" + claim.letter() + claim.counter();
            WindowWords windows = windows(claim);
            known = new ClaimForm(terms, windows == null ? words(claim) : "", place, windows);
            KNOWN[index] = known;
        }
        return known;
    }

    private static @Nullable WindowWords windows(Claim claim) {
        if (!(claim instanceof Charge charge) || charge.limit().algorithm() != Algorithm.CALENDAR) {
            return null;
        }
        Limit limit = charge.limit();
        String head = "," + claim.letter() + ' ' + limit.rate().permits() + ' ' + limit.minIntervalMicros();
        return new WindowWords(limit, head, ' ' + flags(limit));
    }

    private static String words(Claim claim) {
        StringBuilder words = new StringBuilder(",").append(claim.letter());
        if (claim instanceof Charge charge) {
            add(charge.limit(), words);
        } else if (claim instanceof LeaseClaim entry) {
            add(entry.concurrency(), words);
        } else if (claim instanceof AttemptClaim reservation) {
            LockoutCodec.add(reservation.policy(), words);
        }
        return words.toString();
    }

    private static void add(Limit limit, StringBuilder words) {
        words.append(' ').append(limit.rate().permits());
        words.append(' ').append(limit.rate().windowMicros());
        words.append(' ').append(limit.minIntervalMicros());
        words.append(' ').append(limit.capacity());
        words.append(' ')
                .append(
                        limit.tuning().precisionMicros() > 0
                                ? limit.tuning().precisionMicros()
                                : limit.tuning().initial());
        words.append(' ').append(flags(limit));
    }

    private static String flags(Limit limit) {
        return FLAGS[
                (limit.countDenied() ? 1 : 0)
                        + (limit.shadow() ? 2 : 0)
                        + (limit.tuning().byInterval() ? 4 : 0)];
    }

    private static void add(ConcurrencyPolicy concurrency, StringBuilder words) {
        words.append(' ').append(concurrency.permits());
        words.append(' ').append(concurrency.leaseMicros());
        words.append(' ').append(FLAGS[concurrency.shadow() ? 2 : 0]);
    }
}
