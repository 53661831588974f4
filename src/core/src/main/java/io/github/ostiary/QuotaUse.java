package io.github.ostiary;

import java.time.Instant;

/**
 * The use of one limit by one caller, and when the limit starts again. Immutable.
 *
 * @param rule the rule's name
 * @param policy the rule's name, with a suffix where it has several limits: {@code api-month}
 * @param rate what is granted, with the length of the present window
 * @param limit the most permits at once
 * @param used permits that count now, 0 to the limit; a debt does not show
 * @param remaining permits left, 0 to the limit
 * @param resetsAt when the full limit is there again, if nothing else is used: of the calendar exactly where the window
 *     ends, used or not; of all others to the clock of this node, and in the past where nothing is used
 */
public record QuotaUse(
        String rule, String policy, Rate rate, long limit, long used, long remaining, Instant resetsAt) {}
