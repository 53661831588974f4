package io.github.ostiary.servlet;

import io.github.ostiary.Quota;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.text.Durations;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;

/** The headers that tell a caller where it stands. */
final class QuotaHeaders {

    private QuotaHeaders() {}

    /**
     * Sets the headers, over any set before.
     *
     * @param response not committed, or nothing happens
     * @param style which headers
     * @param quotas the deciding one first; nothing is set if there is none
     */
    static void write(HttpServletResponse response, HeaderStyle style, List<Quota> quotas) {
        if (quotas.isEmpty()) {
            return;
        }
        Quota deciding = quotas.get(0);
        switch (style) {
            case DRAFT -> {
                response.setHeader("RateLimit-Policy", policies(quotas));
                response.setHeader("RateLimit", standings(quotas));
            }
            case X_RATELIMIT -> {
                response.setHeader("X-RateLimit-Limit", Long.toString(deciding.limit()));
                response.setHeader("X-RateLimit-Remaining", Long.toString(deciding.remaining()));
                response.setHeader("X-RateLimit-Reset", Long.toString(Durations.ceilSeconds(deciding.resetAfter())));
            }
            case NONE -> {}
        }
    }

    private static String policies(List<Quota> quotas) {
        String listed = policy(quotas.get(0));
        for (int i = 1; i < quotas.size(); i++) {
            listed += ", " + policy(quotas.get(i));
        }
        return listed;
    }

    private static String standings(List<Quota> quotas) {
        String listed = standing(quotas.get(0));
        for (int i = 1; i < quotas.size(); i++) {
            listed += ", " + standing(quotas.get(i));
        }
        return listed;
    }

    static String policy(Quota quota) {
        return '"' + quota.policy() + "\";q=" + quota.limit() + ";w="
                + Durations.ceilSeconds(quota.rate().windowMicros());
    }

    static String standing(Quota quota) {
        return '"' + quota.policy() + "\";r=" + quota.remaining() + ";t=" + Durations.ceilSeconds(quota.resetAfter());
    }
}
