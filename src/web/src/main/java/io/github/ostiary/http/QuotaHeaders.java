package io.github.ostiary.http;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The headers that state the quota of a caller. Thread-safe. */
public final class QuotaHeaders {

    private static final int PLACES = 1 << 6;

    private final HeaderStyle style;

    /** What was last written of each policy, which changes with its rate only. */
    private final ConcurrentMap<String, Policy> policies = new ConcurrentHashMap<>();

    /**
     * Headers.
     *
     * @param style of all of them
     */
    public QuotaHeaders(HeaderStyle style) {
        this.style = style;
    }

    /**
     * Sets those of a decision, over any set before; with no headers to write, it computes no figures.
     *
     * @param answer not committed, or nothing happens
     * @param decision with its quotas
     */
    public void write(AnswerHeaders answer, Decision decision) {
        if (style != HeaderStyle.NONE) {
            write(answer, decision.quotas());
        }
    }

    /** Sets those of a decision, and of earlier decisions; with no headers to write, it computes no figures. */
    void write(AnswerHeaders answer, Decision decision, List<Quota> earlier) {
        if (style != HeaderStyle.NONE) {
            write(answer, earlier.isEmpty() ? decision.quotas() : QuotaMerge.merged(decision.quotas(), earlier));
        }
    }

    /**
     * Sets the headers, over any set before.
     *
     * @param answer not committed, or nothing happens
     * @param quotas the deciding one first; nothing is set if there is none
     */
    void write(AnswerHeaders answer, List<Quota> quotas) {
        if (style == HeaderStyle.NONE || quotas.isEmpty()) {
            return;
        }
        Quota deciding = quotas.get(0);
        if (style == HeaderStyle.DRAFT) {
            Policy first = policy(deciding);
            String policies = first.text;
            String standings = standing(first, deciding);
            for (int i = 1; i < quotas.size(); i++) {
                Policy next = policy(quotas.get(i));
                policies += ", " + next.text;
                standings += ", " + standing(next, quotas.get(i));
            }
            answer.header("RateLimit-Policy", policies);
            answer.header("RateLimit", standings);
        } else {
            answer.header("X-RateLimit-Limit", Long.toString(deciding.limit()));
            answer.header("X-RateLimit-Remaining", Long.toString(deciding.remaining()));
            answer.header("X-RateLimit-Reset", Long.toString(seconds(deciding)));
        }
    }

    private Policy policy(Quota quota) {
        long windowMicros = quota.rate().windowMicros();
        Policy last = policies.get(quota.policy());
        if (last == null || last.limit != quota.limit() || last.windowMicros != windowMicros) {
            last = new Policy(quota.policy(), quota.limit(), windowMicros);
            policies.put(quota.policy(), last);
        }
        return last;
    }

    private static String standing(Policy policy, Quota quota) {
        long seconds = seconds(quota);
        if (quota.remaining() > 0) {
            return policy.standing + quota.remaining() + ";t=" + seconds;
        }
        int place = (int) seconds & PLACES - 1;
        Exhausted known = policy.exhausted[place];
        if (known == null || known.seconds != seconds) {
            known = new Exhausted(seconds, policy.standing + "0;t=" + seconds);
            policy.exhausted[place] = known;
        }
        return known.text;
    }

    /** Rounded up, by hand: a call of {@link Durations} would be one class too many for a sign-in. */
    private static long seconds(Quota quota) {
        Duration reset = quota.resetAfter();
        return reset.getSeconds() + (reset.getNano() > 0 ? 1 : 0);
    }

    /** A policy as it was last written. */
    private static final class Policy {

        final long limit;
        final long windowMicros;
        final String text;

        /** How standings begin. */
        final String standing;

        /**
         * The headers of callers who have nothing left of it, most callers of a flood, by the seconds until it is there again;
         * written and read without care, since they are immutable.
         */
        final @Nullable Exhausted[] exhausted = new @Nullable Exhausted[PLACES];

        Policy(String name, long limit, long windowMicros) {
            this.limit = limit;
            this.windowMicros = windowMicros;
            this.text = '"' + name + "\";q=" + limit + ";w=" + Durations.ceilSeconds(windowMicros);
            this.standing = '"' + name + "\";r=";
        }
    }

    /** The header of a caller who has nothing left. */
    private record Exhausted(long seconds, String text) {}
}
