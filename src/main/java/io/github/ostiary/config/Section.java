package io.github.ostiary.config;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
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
     * @param problems grows by what is wrong with values
     * @param behind grows by what is wrong with what values refer to
     */
    Section(String prefix, Settings settings, Problems problems, Problems behind) {
        this.prefix = prefix;
        this.settings = settings;
        this.problems = problems;
        this.behind = behind;
    }

    /** The same with some values replaced, complaining elsewhere. */
    Section with(Map<String, String> changes, Problems elsewhere) {
        return new Section(prefix, settings.with(prefix, changes, elsewhere), elsewhere, elsewhere.part());
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
    boolean states(String key) {
        return settings.states(prefix + key);
    }

    boolean states(ConfigKey<?> key) {
        return states(key.name());
    }

    /** What is stated, and right. */
    <T> Optional<T> find(ConfigKey<T> key) {
        return read(key, key.type().parser());
    }

    /** The same, or what the key means where it is not stated. */
    <T> T get(ConfigKey<T> key) {
        return find(key).or(key::usual).orElseThrow();
    }

    /** Reads a value by more than its type. */
    <T> Optional<T> read(ConfigKey<?> key, Function<String, T> parser) {
        return read(key.name(), parser);
    }

    Optional<String> text(ConfigKey<?> key) {
        return text(key.name());
    }

    String full(ConfigKey<?> key) {
        return full(key.name());
    }

    void reject(ConfigKey<?> key, String message) {
        reject(key.name(), message);
    }

    /**
     * Reads a value.
     *
     * @param parser throws IllegalArgumentException with bound and remedy
     * @return empty if not set, or wrong
     */
    <T> Optional<T> read(String key, Function<String, T> parser) {
        Optional<String> value = text(key);
        return value.isPresent() ? read(key, value.get(), parser) : Optional.empty();
    }

    /** Reads a part of a value; a problem shows only that part. */
    <T> Optional<T> read(String key, String value, Function<String, T> parser) {
        try {
            return Optional.of(parser.apply(value));
        } catch (IllegalArgumentException e) {
            reject(key, value, Objects.requireNonNullElse(e.getMessage(), "it is not valid"));
            return Optional.empty();
        }
    }

    Optional<String> text(String key) {
        return settings.value(prefix + key);
    }

    boolean flag(String key, boolean fallback) {
        return states(key) ? read(key, Values::flag).orElse(fallback) : fallback;
    }

    int number(String key, int min, int max, int fallback) {
        return states(key) ? read(key, text -> Values.number(text, min, max)).orElse(fallback) : fallback;
    }

    Duration duration(String key, Duration min, Duration max, Duration fallback) {
        return states(key) ? read(key, text -> Values.duration(text, min, max)).orElse(fallback) : fallback;
    }

    <E extends Enum<E>> E choice(String key, Class<E> type, E fallback) {
        return states(key) ? read(key, text -> Values.choice(text, type)).orElse(fallback) : fallback;
    }

    List<String> list(String key) {
        return states(key) ? read(key, Values::list).orElse(List.of()) : List.of();
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

    /** A key's name in full, as somebody would write it. */
    String full(String key) {
        return SignInReader.written(prefix + key);
    }

    /** A key's name in full, as it is. */
    String prefixed(String key) {
        return prefix + key;
    }

    /** Something is wrong with a key, if it has a value. */
    void reject(String key, String message) {
        Optional<String> value = text(key);
        if (value.isPresent()) {
            reject(key, value.get(), message);
        }
    }

    /** Something is wrong with a part of a value. */
    void reject(String key, String value, String message) {
        sound = false;
        problems.add(prefix + key, value, message);
    }

    /** A key is missing. */
    void missing(String key, String message) {
        sound = false;
        problems.addKey(prefix + key, message);
    }

    /** Something is wrong with the section as a whole. */
    void problem(String message) {
        sound = false;
        problems.addKey(prefix.substring(0, prefix.length() - 1), message);
    }
}
