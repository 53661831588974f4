package io.github.ostiary.http;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Quota.QuotaUnit;
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
    private static final long SECOND = 1_000_000;
    private static final long MOST = 999_999_999_999_999L;

    private final HeaderStyle style;

    /** The last text of each policy, which changes with its rate only. */
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
        if (style == HeaderStyle.NONE) {
            return;
        }
        Quota only = style == HeaderStyle.DRAFT_11 ? decision.onlyQuota() : null;
        if (only == null) {
            write(answer, decision.quotas());
        } else {
            Policy policy = policy(only);
            draft(answer, policy.text, standing(policy, only));
        }
    }

    /** Sets those of a decision, and of earlier decisions; with no headers to write, it computes no figures. */
    void write(AnswerHeaders answer, Decision decision, List<Quota> earlier) {
        if (earlier.isEmpty()) {
            write(answer, decision);
        } else if (style != HeaderStyle.NONE) {
            write(answer, QuotaMerge.merged(decision.quotas(), earlier));
        }
    }

    /**
     * Sets the headers, over any set before.
     *
     * @param answer not committed, or nothing happens
     * @param quotas the deciding one first; nothing is set if there is none
     */
    void write(AnswerHeaders answer, List<Quota> quotas) {
        if (style == HeaderStyle.DRAFT_11 && !quotas.isEmpty()) {
            draft(answer, quotas);
        } else if (style == HeaderStyle.X_RATELIMIT) {
            classic(answer, quotas);
        }
    }

    private void draft(AnswerHeaders answer, List<Quota> quotas) {
        Policy first = policy(quotas.get(0));
        String policies = first.text;
        String standings = standing(first, quotas.get(0));
        for (int i = 1; i < quotas.size(); i++) {
            Policy next = policy(quotas.get(i));
            policies += ", " + next.text;
            standings += ", " + standing(next, quotas.get(i));
        }
        draft(answer, policies, standings);
    }

    private static void draft(AnswerHeaders answer, String policies, String standings) {
        answer.header("RateLimit-Policy", policies);
        answer.header("RateLimit", standings);
    }

    /** They can tell of one rate. */
    private static void classic(AnswerHeaders answer, List<Quota> quotas) {
        for (int i = 0; i < quotas.size(); i++) {
            Quota quota = quotas.get(i);
            if (quota.unit() != QuotaUnit.CONCURRENT_REQUESTS) {
                answer.header("X-RateLimit-Limit", Long.toString(quota.limit()));
                answer.header("X-RateLimit-Remaining", Long.toString(quota.remaining()));
                answer.header("X-RateLimit-Reset", Long.toString(seconds(quota)));
                return;
            }
        }
    }

    private Policy policy(Quota quota) {
        long windowMicros = quota.rate().windowMicros();
        Policy last = policies.get(quota.policy());
        if (last == null
                || last.limit != quota.limit()
                || last.windowMicros != windowMicros
                || last.unit != quota.unit()) {
            last = new Policy(quota, windowMicros);
            policies.put(quota.policy(), last);
        }
        return last;
    }

    private static String standing(Policy policy, Quota quota) {
        if (quota.unit() == QuotaUnit.CONCURRENT_REQUESTS) {
            return policy.standing + figure(quota.remaining());
        }
        long seconds = figure(seconds(quota));
        if (quota.remaining() > 0) {
            return policy.standing + figure(quota.remaining()) + ";t=" + seconds;
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

    /** A number that a structured field can hold: fifteen digits, not below 0. Applications may hand in others. */
    private static long figure(long permits) {
        return Math.max(0, Math.min(permits, MOST));
    }

    /** The parameters besides the quota. Callers do not know how long a permit is held, and the draft has no part of a second. */
    private static String terms(Quota quota) {
        long windowMicros = quota.rate().windowMicros();
        return switch (quota.unit()) {
            case CONCURRENT_REQUESTS -> ";qu=\"concurrent-requests\"";
            case CONTENT_BYTES -> ";qu=\"content-bytes\"" + window(windowMicros);
            case REQUESTS -> window(windowMicros);
        };
    }

    private static String window(long micros) {
        return micros < SECOND ? "" : ";w=" + Durations.ceilSeconds(micros);
    }

    /** A name as a structured field has it: in printable ASCII. An application may make up others. */
    private static String quoted(String name) {
        return '"' + name.replaceAll("[^ -~]", "?").replaceAll("[\"\\\\]", "\\\\$0") + '"';
    }

    /** A policy as it was last written. */
    private static final class Policy {

        final long limit;
        final long windowMicros;
        final QuotaUnit unit;
        final String text;

        /** How standings begin. */
        final String standing;

        /**
         * The headers of callers who have nothing left of it, most callers of a flood, by the seconds until it is there again;
         * written and read without care, since they are immutable.
         */
        final @Nullable Exhausted[] exhausted = new @Nullable Exhausted[PLACES];

        Policy(Quota quota, long windowMicros) {
            this.limit = quota.limit();
            this.windowMicros = windowMicros;
            this.unit = quota.unit();
            String name = quoted(quota.policy());
            this.text = name + ";q=" + figure(limit) + terms(quota);
            this.standing = name + ";r=";
        }
    }

    /** The header of a caller who has nothing left. */
    private record Exhausted(long seconds, String text) {}
}
