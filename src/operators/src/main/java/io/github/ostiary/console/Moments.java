package io.github.ostiary.console;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Times and durations as people read them. */
final class Moments {

    private static final DateTimeFormatter DAY =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss").withZone(ZoneOffset.UTC);

    private Moments() {}

    /** The time when something happened, and with a script how long ago. */
    static Html since(long micros) {
        return at(Instant.ofEpochMilli(micros / 1_000));
    }

    /** The same. */
    static Html at(Instant at) {
        return Html.of(
                "<time datetime=\"{}\">{}</time> <small><time datetime=\"{}\" data-ago></time></small>",
                at,
                DAY.format(at),
                at);
    }

    /** A moment that is to come. */
    static Html on(Instant at) {
        return Html.of("<time datetime=\"{}\">{}</time>", at, DAY.format(at));
    }

    /** Two units at most: {@code 14 min 3 s}. */
    static String of(Duration duration) {
        long s = duration.toSeconds() + (duration.toNanosPart() > 0 ? 1 : 0);
        if (s < 60) {
            return s + " s";
        }
        if (s < 3_600) {
            return s / 60 + " min" + rest(s % 60, "s");
        }
        return s < 86_400
                ? s / 3_600 + " h" + rest(s % 3_600 / 60, "min")
                : s / 86_400 + " d" + rest(s % 86_400 / 3_600, "h");
    }

    private static String rest(long count, String unit) {
        return count == 0 ? "" : " " + count + " " + unit;
    }
}
