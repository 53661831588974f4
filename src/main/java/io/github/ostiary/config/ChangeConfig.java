package io.github.ostiary.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings for changes while the application runs. Immutable.
 *
 * @param auditKeep how long the audit trail is kept in the store, 1 hour to 10 years
 * @param reload how often the file is looked at, 1 s to 1 hour; zero for not at all, empty if it is not stated
 * @param jmx whether the desk is shown to tools that speak JMX
 */
public record ChangeConfig(Duration auditKeep, Optional<Duration> reload, boolean jmx) {

    /** How often a file is looked at where nothing is stated. */
    public static final Duration USUAL_RELOAD = Duration.ofSeconds(10);

    private static final Duration KEEP = Duration.ofDays(30);

    static ChangeConfig read(Section section) {
        return new ChangeConfig(
                section.duration("audit.keep", Duration.ofHours(1), Duration.ofDays(3_653), KEEP),
                section.read("reload", ChangeConfig::reload),
                section.flag("desk.jmx", false));
    }

    private static Duration reload(String text) {
        return text.equalsIgnoreCase("off")
                ? Duration.ZERO
                : Values.duration(text, Duration.ofSeconds(1), Duration.ofHours(1));
    }
}
