package io.github.ostiary.config;

import java.time.Duration;
import java.util.Optional;

/**
 * The settings for changes while the application runs. Immutable.
 *
 * @param auditKeep how long the audit trail is kept in the store, 1 hour to 10 years
 * @param reload how often the file is looked at, 1 s to 1 hour; empty for not at all
 */
public record ChangeConfig(Duration auditKeep, Optional<Duration> reload) {

    private static final Duration KEEP = Duration.ofDays(30);

    static ChangeConfig read(Section section) {
        return new ChangeConfig(
                section.duration("audit.keep", Duration.ofHours(1), Duration.ofDays(3_653), KEEP), Optional.empty());
    }
}
