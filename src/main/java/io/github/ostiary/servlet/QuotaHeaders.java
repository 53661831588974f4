package io.github.ostiary.servlet;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.SoleQuota;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.text.Durations;
import jakarta.servlet.http.HttpServletResponse;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import org.jspecify.annotations.Nullable;

/** The headers that state the quota of a caller. Thread-safe. */
final class QuotaHeaders implements SoleQuota.Reader<HttpServletResponse> {

    private static final int PLACES = 1 << 6;

    private final HeaderStyle style;

    /** What was last written of each policy, which changes with its rate only. */
    private final ConcurrentMap<String, Told> policies = new ConcurrentHashMap<>();

    /** Headers of this style. */
    QuotaHeaders(HeaderStyle style) {
        this.style = style;
    }

    /** Sets those of a decision, over any set before; with no headers to write, it computes no figures. */
    void write(HttpServletResponse response, Decision decision) {
        if (style != HeaderStyle.NONE) {
            write(response, decision.quotas());
        }
    }

    /** Sets those of a decision, and of earlier decisions; with no headers to write, it computes no figures. */
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
        if (style == HeaderStyle.NONE) {
            return;
        }
        if (quotas instanceof SoleQuota sole) {
            sole.tell(this, response);
        } else if (quotas.size() == 1) {
            Quota one = quotas.get(0);
            write(response, one.policy(), one.limit(), window(one), one.remaining(), seconds(one));
        } else if (!quotas.isEmpty() && style == HeaderStyle.DRAFT) {
            draft(response, policies(quotas), standings(quotas));
        } else if (!quotas.isEmpty()) {
            Quota deciding = quotas.get(0);
            legacy(response, deciding.limit(), deciding.remaining(), seconds(deciding));
        }
    }

    @Override
    public void read(
            HttpServletResponse to, String policy, long limit, long windowMicros, long remaining, long resetMicros) {
        write(to, policy, limit, windowMicros, remaining, Durations.ceilSeconds(resetMicros));
    }

    private void write(
            HttpServletResponse to, String policy, long limit, long windowMicros, long remaining, long seconds) {
        if (style == HeaderStyle.DRAFT) {
            Told told = told(policy, limit, windowMicros);
            draft(to, told.text, remaining == 0 ? exhausted(told, seconds) : standing(told, remaining, seconds));
        } else {
            legacy(to, limit, remaining, seconds);
        }
    }

    private static void draft(HttpServletResponse response, String policies, String standings) {
        response.setHeader("RateLimit-Policy", policies);
        response.setHeader("RateLimit", standings);
    }

    private static void legacy(HttpServletResponse response, long limit, long remaining, long seconds) {
        response.setHeader("X-RateLimit-Limit", Long.toString(limit));
        response.setHeader("X-RateLimit-Remaining", Long.toString(remaining));
        response.setHeader("X-RateLimit-Reset", Long.toString(seconds));
    }

    private String policies(List<Quota> quotas) {
        String listed = told(quotas.get(0)).text;
        for (int i = 1; i < quotas.size(); i++) {
            listed += ", " + told(quotas.get(i)).text;
        }
        return listed;
    }

    private String standings(List<Quota> quotas) {
        String listed = standing(quotas.get(0));
        for (int i = 1; i < quotas.size(); i++) {
            listed += ", " + standing(quotas.get(i));
        }
        return listed;
    }

    private Told told(Quota quota) {
        return told(quota.policy(), quota.limit(), window(quota));
    }

    private Told told(String policy, long limit, long windowMicros) {
        Told last = policies.get(policy);
        if (last == null || last.limit != limit || last.windowMicros != windowMicros) {
            last = new Told(policy, limit, windowMicros);
            policies.put(policy, last);
        }
        return last;
    }

    private String standing(Quota quota) {
        return standing(told(quota), quota.remaining(), seconds(quota));
    }

    private static String standing(Told told, long remaining, long seconds) {
        return told.standing + remaining + ";t=" + seconds;
    }

    private static String exhausted(Told told, long seconds) {
        @Nullable Exhausted[] places = told.exhausted;
        if (places == null) {
            places = new @Nullable Exhausted[PLACES];
            told.exhausted = places;
        }
        int place = (int) seconds & PLACES - 1;
        Exhausted known = places[place];
        if (known == null || known.seconds != seconds) {
            known = new Exhausted(seconds, standing(told, 0, seconds));
            places[place] = known;
        }
        return known.text;
    }

    /** Rounded up, by hand: a call of {@link Durations} would be one class too many for a sign-in. */
    private static long seconds(Quota quota) {
        Duration reset = quota.resetAfter();
        return reset.getSeconds() + (reset.getNano() > 0 ? 1 : 0);
    }

    private static long window(Quota quota) {
        return quota.rate().windowMicros();
    }

    /** A policy as it was last written, and the headers of callers who have nothing left of it: most callers of a flood. */
    private static final class Told {

        final long limit;
        final long windowMicros;
        final String text;

        /** How standings begin. */
        final String standing;

        /** By the seconds until it is there again; written and read without care, since standings are immutable. */
        @Nullable
        Exhausted @Nullable [] exhausted;

        Told(String policy, long limit, long windowMicros) {
            this.limit = limit;
            this.windowMicros = windowMicros;
            this.text = '"' + policy + "\";q=" + limit + ";w=" + Durations.ceilSeconds(windowMicros);
            this.standing = '"' + policy + "\";r=";
        }
    }

    /** The header of a caller who has nothing left. */
    private record Exhausted(long seconds, String text) {}
}
