package io.github.ostiary.servlet;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.text.Durations;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The headers that tell a caller where it stands. Thread-safe. */
final class QuotaHeaders {

    private static final int PLACES = 1 << 6;

    private final HeaderStyle style;

    /** What was last told of each policy, which changes with its rate only. */
    private final ConcurrentMap<String, Told> policies = new ConcurrentHashMap<>();

    /** Headers of this style. */
    QuotaHeaders(HeaderStyle style) {
        this.style = style;
    }

    /** Sets those of a decision, over any set before; if nothing is told, its figures are not asked for. */
    void write(HttpServletResponse response, Decision decision) {
        if (style != HeaderStyle.NONE) {
            write(response, decision.quotas());
        }
    }

    /** Sets those of a decision, and of what was told before; if nothing is told, no figures are asked for. */
    void write(HttpServletResponse response, Decision decision, List<Quota> earlier) {
        if (style != HeaderStyle.NONE) {
            write(response, QuotaMerge.merged(decision.quotas(), earlier));
        }
    }

    /**
     * Sets the headers, over any set before.
     *
     * @param response not committed, or nothing happens
     * @param quotas the deciding one first; nothing is set if there is none
     */
    void write(HttpServletResponse response, List<Quota> quotas) {
        if (quotas.isEmpty() || style == HeaderStyle.NONE) {
            return;
        }
        Quota deciding = quotas.get(0);
        if (style == HeaderStyle.DRAFT) {
            Told told = told(deciding);
            response.setHeader("RateLimit-Policy", quotas.size() == 1 ? told.text : policies(quotas));
            response.setHeader("RateLimit", quotas.size() == 1 ? standing(deciding, told) : standings(quotas));
        } else {
            response.setHeader("X-RateLimit-Limit", Long.toString(deciding.limit()));
            response.setHeader("X-RateLimit-Remaining", Long.toString(deciding.remaining()));
            response.setHeader("X-RateLimit-Reset", Long.toString(seconds(deciding.resetAfter())));
        }
    }

    private String policies(List<Quota> quotas) {
        String listed = told(quotas.get(0)).text;
        for (int i = 1; i < quotas.size(); i++) {
            listed += ", " + told(quotas.get(i)).text;
        }
        return listed;
    }

    private Told told(Quota quota) {
        Told last = policies.get(quota.policy());
        if (last == null || last.limit != quota.limit() || last.windowMicros != window(quota)) {
            last = new Told(quota);
            policies.put(quota.policy(), last);
        }
        return last;
    }

    private static String standings(List<Quota> quotas) {
        String listed = standing(quotas.get(0));
        for (int i = 1; i < quotas.size(); i++) {
            listed += ", " + standing(quotas.get(i));
        }
        return listed;
    }

    static String policy(Quota quota) {
        return '"' + quota.policy() + "\";q=" + quota.limit() + ";w=" + Durations.ceilSeconds(window(quota));
    }

    static String standing(Quota quota) {
        return '"' + quota.policy() + "\";r=" + quota.remaining() + ";t=" + seconds(quota.resetAfter());
    }

    private static String standing(Quota quota, Told told) {
        if (quota.remaining() > 0) {
            return standing(quota);
        }
        @Nullable Exhausted[] places = told.exhausted;
        if (places == null) {
            places = new @Nullable Exhausted[PLACES];
            told.exhausted = places;
        }
        long seconds = seconds(quota.resetAfter());
        int place = (int) seconds & PLACES - 1;
        Exhausted known = places[place];
        if (known == null || known.seconds != seconds) {
            known = new Exhausted(seconds, standing(quota));
            places[place] = known;
        }
        return known.text;
    }

    /** Rounded up. */
    private static long seconds(Duration reset) {
        return reset.getSeconds() + (reset.getNano() > 0 ? 1 : 0);
    }

    private static long window(Quota quota) {
        return quota.rate().windowMicros();
    }

    /** A policy as it was last told, and the standings of those who have nothing left of it: most of a flood's. */
    private static final class Told {

        final long limit;
        final long windowMicros;
        final String text;

        /** By the seconds until it is there again; written and read without care, since standings are immutable. */
        @Nullable
        Exhausted @Nullable [] exhausted;

        Told(Quota quota) {
            this.limit = quota.limit();
            this.windowMicros = window(quota);
            this.text = policy(quota);
        }
    }

    /** The standing of somebody who has nothing left. */
    private record Exhausted(long seconds, String text) {}
}
