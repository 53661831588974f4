package io.github.ostiary.book;

import io.github.ostiary.Change;
import io.github.ostiary.RuleOverride;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.store.RecordText;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * An operator's word about a key, as nodes pass it on. Immutable.
 *
 * @param key in full
 * @param value a line
 * @param change who said so
 * @param endMicros by this node's clock
 */
record KeptOverride(String key, String value, Change change, long endMicros) {

    static final int LONGEST_VALUE = 4_000;

    private static final Duration SHORTEST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofDays(30);
    private static final long LONGEST_MICROS = TimeUnit.DAYS.toMicros(31);

    private static final int LONGEST_NAME = 64;
    private static final String LEGIBLE = "[A-Za-z0-9._-]{1,64}";
    private static final RecordText<WrittenOverride> TEXT = new RecordText<>(WrittenOverride.class, 1, LONGEST_VALUE);

    /** The word without its end, which the store knows. */
    private record WrittenOverride(String key, String value, Change change) {}

    /** The name of an entry about a key. */
    static String name(String key) {
        return key.length() <= LONGEST_NAME && key.matches(LEGIBLE) ? key : "key-" + Digest.of(key);
    }

    Entry entry(long nowMicros) {
        return new Entry(
                name(key), TEXT.write(new WrittenOverride(key, value, change)), Math.max(1, endMicros - nowMicros));
    }

    /**
     * The override that an entry says; others may have written it.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    static KeptOverride of(Entry entry, long nowMicros) {
        WrittenOverride said = TEXT.read(entry.text());
        if (!entry.name().equals(name(said.key)) || entry.leftMicros() > LONGEST_MICROS) {
            throw new IllegalArgumentException("it was not written by Ostiary");
        }
        return new KeptOverride(said.key, said.value, AuditCodec.checked(said.change), nowMicros + entry.leftMicros());
    }

    /** The same word of the same person, whenever it ends. */
    boolean repeats(KeptOverride other) {
        return key.equals(other.key) && value.equals(other.value) && change.equals(other.change);
    }

    Duration left(long nowMicros) {
        return Durations.ofMicros(Math.max(0, endMicros - nowMicros));
    }

    RuleOverride shown(boolean onAllNodes, Optional<String> problem) {
        return new RuleOverride(key, value, change, Durations.instant(endMicros), onAllNodes, problem);
    }

    /** The value of one that is to be put, if it and what is said beside may be. */
    static String checked(String text, Duration duration, String reason) {
        if (duration.compareTo(SHORTEST) < 0 || duration.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("an override lasts 1 s to 30 days, not " + Durations.format(duration)
                    + "; a value that should stay belongs in the file");
        }
        String unused = ChangeMaker.checked(reason);
        String value = text.strip();
        if (value.isEmpty() || value.length() > LONGEST_VALUE) {
            throw new IllegalArgumentException("a value has 1 to " + LONGEST_VALUE + " characters");
        }
        if (!OneLine.of(value, LONGEST_VALUE).equals(value)) {
            throw new IllegalArgumentException("a value is one line, without control characters");
        }
        return value;
    }
}
