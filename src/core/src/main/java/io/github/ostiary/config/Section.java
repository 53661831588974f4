package io.github.ostiary.config;

import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Reads the keys that begin alike. A value that is wrong becomes a problem and its default takes its place, so that one
 * pass finds everything.
 */
final class Section {

    private final String prefix;
    private final Settings settings;
    private final Problems problems;
    private final Problems behind;
    private boolean sound = true;

    /**
     * A section.
     *
     * @param prefix empty for the global keys
     * @param settings complains of what is wrong with values
     * @param behind grows by what is wrong with what values refer to
     */
    Section(String prefix, Settings settings, Problems behind) {
        this(prefix, settings, settings.problems(), behind);
    }

    private Section(String prefix, Settings settings, Problems problems, Problems behind) {
        this.prefix = prefix;
        this.settings = settings;
        this.problems = problems;
        this.behind = behind;
    }

    /** The same with some values replaced, complaining elsewhere. */
    Section with(Map<String, String> changes, Problems elsewhere) {
        return new Section(prefix, settings.with(prefix, changes, elsewhere), elsewhere.part());
    }

    /** The same for what values refer to: its problems are reported after those of values. */
    Section references() {
        return new Section(prefix, settings, behind, behind);
    }

    /** Whether no value was wrong so far. */
    boolean isSound() {
        return sound;
    }

    /** Whether its readers may give advice. */
    boolean advises() {
        return problems.advises();
    }

    /** Whether the key is set at all, be it to something wrong. */
    boolean states(ConfigKey<?> key) {
        return settings.states(prefix + key.name());
    }

    /** The value that is stated, and right. */
    <T> Optional<T> find(ConfigKey<T> key) {
        return read(key, key.type().parser());
    }

    /**
     * The same, if it gets along with others.
     *
     * @param check throws IllegalArgumentException with the remedy
     */
    <T> Optional<T> find(ConfigKey<T> key, Consumer<T> check) {
        return states(key)
                ? read(key, text -> {
                    T value = key.type().parser().apply(text);
                    check.accept(value);
                    return value;
                })
                : Optional.empty();
    }

    /** The value that is stated, or else the one that the key means then. */
    <T> T get(ConfigKey<T> key) {
        Optional<T> stated = find(key);
        return (stated.isPresent() ? stated : key.usual()).orElseThrow();
    }

    /** The same in microseconds. */
    long micros(ConfigKey<Duration> key) {
        return Durations.toMicros(get(key));
    }

    /**
     * Reads a value by more than its type.
     *
     * @param parser throws IllegalArgumentException with bound and remedy
     * @return empty if not set, or wrong
     */
    <T> Optional<T> read(ConfigKey<?> key, Function<String, T> parser) {
        Optional<String> text = text(key);
        return text.isPresent() ? read(key, text.get(), parser) : Optional.empty();
    }

    /** Reads a part of a value; a problem shows only that part. */
    <T> Optional<T> read(ConfigKey<?> key, String value, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(value));
        } catch (IllegalArgumentException e) {
            reject(key, value, Objects.requireNonNullElse(e.getMessage(), "it is not valid"));
            return Optional.empty();
        }
    }

    Optional<String> text(ConfigKey<?> key) {
        return settings.value(prefix + key.name());
    }

    /** The keys of this section that have a value, without the prefix, in alphabetical order. */
    Set<String> keys() {
        Set<String> keys = new TreeSet<>();
        for (String key : settings.keys()) {
            if (key.startsWith(prefix)) {
                keys.add(key.substring(prefix.length()));
            }
        }
        return keys;
    }

    /** A key's name in full, as a file would have it. */
    String full(ConfigKey<?> key) {
        return RuleKey.written(prefix + key.name());
    }

    /** A key's name in full, as it is. */
    String prefixed(ConfigKey<?> key) {
        return prefix + key.name();
    }

    /** Something is wrong with a key, if it has a value. */
    void reject(ConfigKey<?> key, String message) {
        Optional<String> text = text(key);
        if (text.isPresent()) {
            reject(key, text.get(), message);
        }
    }

    /** Something is wrong with a part of a value. */
    void reject(ConfigKey<?> key, String value, String message) {
        sound = false;
        problems.add(prefix + key.name(), value, message);
    }

    /** A key is missing. */
    void missing(ConfigKey<?> key, String message) {
        sound = false;
        problems.addKey(prefix + key.name(), message);
    }

    /** Something is wrong with the section as a whole. */
    void problem(String message) {
        sound = false;
        problems.addKey(prefix.substring(0, prefix.length() - 1), message);
    }
}
