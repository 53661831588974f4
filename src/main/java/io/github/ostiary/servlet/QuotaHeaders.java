package io.github.ostiary.servlet;

import io.github.ostiary.Quota;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.text.Durations;
import jakarta.servlet.http.HttpServletResponse;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Tells a caller where it stands. */
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
                response.setHeader("RateLimit-Policy", list(quotas, QuotaHeaders::policy));
                response.setHeader("RateLimit", list(quotas, QuotaHeaders::standing));
            }
            case X_RATELIMIT -> {
                response.setHeader("X-RateLimit-Limit", Long.toString(deciding.limit()));
                response.setHeader("X-RateLimit-Remaining", Long.toString(deciding.remaining()));
                response.setHeader("X-RateLimit-Reset", Long.toString(Durations.ceilSeconds(deciding.resetAfter())));
            }
            case NONE -> {}
        }
    }

    private static String list(List<Quota> quotas, Function<Quota, String> item) {
        return quotas.stream().map(item).collect(Collectors.joining(", "));
    }

    static String policy(Quota quota) {
        return '"' + quota.policy() + "\";q=" + quota.limit() + ";w="
                + Durations.ceilSeconds(quota.rate().window());
    }

    static String standing(Quota quota) {
        return '"' + quota.policy() + "\";r=" + quota.remaining() + ";t=" + Durations.ceilSeconds(quota.resetAfter());
    }
}
