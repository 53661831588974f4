package io.github.ostiary.config;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.OneLine;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Collects everything that is wrong with a configuration, so that it is printed at once. Every problem has one form,
 * {@code KEY=VALUE: what is wrong, what to do}; no secret gets into it, whatever the message. Not thread-safe.
 */
public final class Problems {

    private static final int LONGEST = 100;

    private final List<String> sentences = new ArrayList<>();
    private final List<Problems> parts = new ArrayList<>();
    private final Sources sources;
    private final boolean quiet;

    /**
     * The places that values come from.
     *
     * @param origins what to call the place of a key
     * @param written what stands for a key that the file does not have
     * @param logged problems of those, of which several may be the same
     */
    private record Sources(Map<String, String> origins, Map<String, Written> written, Set<String> logged) {

        Sources() {
            this(new HashMap<>(), new HashMap<>(), new HashSet<>());
        }
    }

    private record Written(String key, @Nullable String value) {}

    public Problems() {
        this(new Sources(), false);
    }

    private Problems(Sources sources, boolean quiet) {
        this.sources = sources;
        this.quiet = quiet;
    }

    /**
     * Problems of what was read before: advice that its reader has had is not given again.
     *
     * @return none yet
     */
    public static Problems ofRepeated() {
        return new Problems(new Sources(), true);
    }

    /** Whether advice is given. */
    boolean advises() {
        return !quiet;
    }

    /** Further problems: reported before those of this one itself, and after those of the parts made before. */
    Problems part() {
        Problems part = new Problems(sources, quiet);
        parts.add(part);
        return part;
    }

    /**
     * A wrong value.
     *
     * @param key in full, such as {@code limit.api.rate}
     * @param value as it was read; masked where the key holds a secret
     * @param message bound and remedy, without the key
     */
    public void add(String key, String value, String message) {
        Written source = sources.written().get(key);
        if (source != null) {
            addWritten(source, value, message);
            return;
        }
        String shown = printable(Secrets.mask(key, value));
        String scrubbed = printable(Secrets.scrub(key, value, message));
        sentences.add(printable(key) + "=" + abbreviated(shown) + origin(key) + ": "
                + scrubbed.replace(shown, abbreviated(shown)));
    }

    /** A problem with a key whose value does not matter, or must not be shown. */
    public void addKey(String key, String message) {
        Written source = sources.written().get(key);
        if (source == null) {
            sentences.add(printable(key) + origin(key) + ": " + printable(message));
        } else {
            addWritten(source, message);
        }
    }

    private void addWritten(Written source, String message) {
        if (sources.logged().add(source.key() + message)) {
            addKey(source.key(), message);
        }
    }

    /** Adds a problem of a value that follows from another: that one is what its reader can change. */
    private void addWritten(Written source, String value, String message) {
        if (source.value() == null) {
            addWritten(source, "it stands for '" + value + "': " + message);
        } else if (sources.logged().add(source.key() + message)) {
            add(source.key(), source.value(), message);
        }
    }

    /** A problem that is not with one key's value. */
    public void add(String sentence) {
        sentences.add(printable(sentence));
    }

    /**
     * Remembers what a key that the file does not have follows from, so that its problems are that one's.
     *
     * @param key in full
     * @param source the key that the file has, or could have
     * @param value of the source; null if the file does not have it
     */
    void stands(String key, String source, @Nullable String value) {
        sources.written().put(key, new Written(source, value));
    }

    /**
     * Remembers where a key's value comes from, so that a message sends its reader to the right place.
     *
     * @param key in full
     * @param origin empty where the key itself is all there is to find
     */
    void origin(String key, String origin) {
        if (!origin.isEmpty()) {
            sources.origins().put(key, origin);
        }
    }

    public boolean isEmpty() {
        return sentences().isEmpty();
    }

    public List<String> sentences() {
        List<String> all = new ArrayList<>();
        for (Problems part : parts) {
            all.addAll(part.sentences());
        }
        all.addAll(sentences);
        return all;
    }

    /** The exception to throw. */
    public ConfigurationException toException() {
        return new ConfigurationException(sentences());
    }

    /**
     * The origin of a key's value, to be put behind its name.
     *
     * @param key in full
     * @return such as {@code  (system property ostiary.limit.api.rate)}; empty where the key is all there is to find
     */
    public String origin(String key) {
        String origin = sources.origins().get(key);
        return origin == null ? "" : " (" + origin + ")";
    }

    private static String printable(String text) {
        return OneLine.of(text, Integer.MAX_VALUE);
    }

    private static String abbreviated(String value) {
        return value.length() <= LONGEST ? value : value.substring(0, LONGEST) + "…";
    }
}
