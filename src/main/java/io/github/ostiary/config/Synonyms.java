package io.github.ostiary.config;

import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The names of keys elsewhere, where the nearest spelling would mislead. */
final class Synonyms {

    private static final Set<String> OF_STEPS = Set.of(
            "attempts",
            "maxAttempts",
            "threshold",
            "failures",
            "maxFailures",
            "lock",
            "lockDuration",
            "duration",
            "window",
            "rate",
            "limit");
    private static final Map<String, String> OF_CONCURRENCY = Map.of(
            "limit",
            "permits",
            "max",
            "permits",
            "maxConcurrent",
            "permits",
            "rate",
            "permits",
            "timeout",
            "lease",
            "ttl",
            "lease");

    private Synonyms() {}

    /**
     * What to write in a key's place.
     *
     * @param rule the rule's prefix, with its dot
     * @param key its last part
     */
    static Optional<String> remedy(RuleVocabulary kind, String rule, String key) {
        if (kind == RuleVocabulary.LOCKOUT && OF_STEPS.contains(key)) {
            return Optional.of(
                    "how many, how fast and for how long is said in one key, such as " + rule + "steps=3/1m lock 5m");
        }
        return kind == RuleVocabulary.CONCURRENCY
                ? Optional.ofNullable(OF_CONCURRENCY.get(key)).map(meant -> "here it is called " + rule + meant)
                : Optional.empty();
    }
}
