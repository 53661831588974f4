package com.example.forum;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** Points in time as people say them. */
final class Ago {

    private Ago() {}

    /** A {@code <time>} element such as "5 minutes ago". */
    static Html html(Instant then) {
        return Html.html(
                "<time datetime=\"{}\">{}</time>",
                then.truncatedTo(ChronoUnit.SECONDS),
                say(Duration.between(then, Instant.now())));
    }

    private static String say(Duration age) {
        if (age.toMinutes() < 1) {
            return "just now";
        } else if (age.toHours() < 1) {
            return count(age.toMinutes(), "minute") + " ago";
        } else if (age.toDays() < 1) {
            return count(age.toHours(), "hour") + " ago";
        }
        return count(age.toDays(), "day") + " ago";
    }

    /** A number and its noun: "1 reply", "2 replies". */
    static String count(long number, String noun) {
        String plural =
                noun.endsWith("y") && !noun.endsWith("ay") ? noun.substring(0, noun.length() - 1) + "ies" : noun + "s";
        return number + " " + (number == 1 ? noun : plural);
    }
}
