package io.github.ostiary.http;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * A denial in words, the same for everybody: it names no caller.
 *
 * @param status of the answer
 * @param type RFC 9457's problem type: of the draft where it has one
 * @param reason the same in Ostiary's words, in lower case with hyphens
 * @param title what kind of denial
 * @param detail what to do
 * @param retryAfterSeconds at least 1; empty if waiting does not help
 * @param violatedPolicies of a used-up limit, or of too many at a time
 * @param reference by which operators find it; null if it was not noted
 */
public record Denial(
        int status,
        String type,
        String reason,
        String title,
        String detail,
        OptionalLong retryAfterSeconds,
        List<String> violatedPolicies,
        @Nullable String reference) {

    /** The registry of the problem types of draft-ietf-httpapi-ratelimit-headers-11. */
    private static final String IANA = "https://iana.org/assignments/http-problem-types#";

    static Denial of(Decision.Denied denied, int status, @Nullable String reference) {
        return of(denied, status, seconds(denied), reference);
    }

    /** The same denial, with so many seconds to wait; for none if waiting does not help. */
    static Denial of(Decision.Denied denied, int status, long seconds, @Nullable String reference) {
        boolean challenged = denied.reason() == Decision.Reason.CHALLENGE_REQUIRED;
        return new Denial(
                status,
                type(denied.reason()),
                word(denied.reason()),
                challenged ? "Challenge Required" : title(status),
                detail(denied) + advice(seconds),
                seconds == 0 ? OptionalLong.empty() : OptionalLong.of(seconds),
                isLimit(denied) ? List.of(policy(denied)) : List.of(),
                reference);
    }

    /** Whether its body names the policy. */
    static boolean isLimit(Decision.Denied denied) {
        return denied.reason() == Decision.Reason.RATE_LIMITED
                || denied.reason() == Decision.Reason.CONCURRENCY_LIMITED;
    }

    private static String type(Decision.Reason reason) {
        return switch (reason) {
            case RATE_LIMITED, CONCURRENCY_LIMITED -> IANA + "quota-exceeded";
            case STORE_UNAVAILABLE -> IANA + "temporary-reduced-capacity";
            case LOCKED -> IANA + "abnormal-usage-detected";
            case CHALLENGE_REQUIRED, BUSY -> "urn:ostiary:" + word(reason);
            default -> "about:blank";
        };
    }

    private static String word(Decision.Reason reason) {
        return reason.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The seconds to wait, at least 1; 0 if waiting does not help. */
    static long seconds(Decision.Denied denied) {
        if (denied.reason() == Decision.Reason.CHALLENGE_REQUIRED) {
            return 0;
        }
        Duration wait = denied.retryAfter().orElse(null);
        if (wait == null) {
            return denied.reason() == Decision.Reason.BUSY ? 1 : 0;
        }
        return Math.max(1, Durations.ceilSeconds(wait));
    }

    private static String title(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 403 -> "Forbidden";
            case 429 -> "Too Many Requests";
            case 503 -> "Service Unavailable";
            default -> "Refused";
        };
    }

    private static String detail(Decision.Denied denied) {
        return switch (denied.reason()) {
            case RATE_LIMITED -> denied.permanent()
                    ? "This request asks for more than can ever be granted at once."
                    : "Too many requests.";
            case LOCKED -> "Too many failed attempts.";
            case CHALLENGE_REQUIRED -> "Too many failed attempts; a challenge must be passed first.";
            case CONCURRENCY_LIMITED -> "Too many requests at the same time.";
            case BLOCKED -> "This is not permitted from here.";
            case BUSY -> "Another attempt is still in progress.";
            case STORE_UNAVAILABLE -> "The server cannot check its limits at the moment.";
            case MALFORMED -> "The request cannot be read.";
        };
    }

    private static String advice(long seconds) {
        return seconds == 0 ? "" : " Try again in " + Durations.inWords(seconds) + ".";
    }

    /** The name under which callers know the limit that is used up. */
    static String policy(Decision.Denied denied) {
        List<Quota> quotas = denied.quotas();
        for (int i = 0; i < quotas.size(); i++) {
            if (quotas.get(i).rule().equals(denied.rule())) {
                return quotas.get(i).policy();
            }
        }
        return denied.rule();
    }
}
