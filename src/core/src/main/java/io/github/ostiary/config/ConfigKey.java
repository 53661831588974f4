package io.github.ostiary.config;

import java.util.Optional;

/**
 * A key of the configuration: all that there is to know of it, said once. The constants of {@link GlobalKeys} and of the catalogues
 * beside it are all keys there are; reading, defaults, bounds, suggestions, what an operator may override and the tables of the
 * page follow from them. What a key means says the comment on its constant. Immutable.
 *
 * @param <T> what its value is
 * @param name its last part, such as {@code rate}
 * @param type what values it can have
 * @param fallback what it means where it is not stated, as a file would say it; empty where that depends on more
 * @param terms what else is so of it
 */
public record ConfigKey<T>(String name, ValueType<T> type, Optional<String> fallback, KeyTerms terms) {

    /** The moments at which a changed value takes effect. */
    enum ChangedBy {
        /** The start of the application. */
        START,
        /** The next reading of the file. */
        FILE,
        /** An operator's word, at once and for as long as it says. */
        OVERRIDE
    }

    /** The parts of a value that no message and no page may show. */
    enum Secret {
        NONE,
        /** The value as a whole. */
        ALL,
        /** All of a URI but scheme, hosts, ports and name. */
        CREDENTIALS,
        /** The part behind the equals sign. */
        COMPARED
    }

    /**
     * The facts that keys can have in common. Immutable.
     *
     * @param changedBy when a changed value takes effect
     * @param fixed why it cannot be overridden; empty if that goes without saying
     * @param secret what of its value is
     * @param since the version that had it first
     * @param elsewhere a regular expression of its names elsewhere, where the nearest spelling would mislead
     * @param remedy what to write instead; KEY stands for the key in full
     */
    record KeyTerms(ChangedBy changedBy, String fixed, Secret secret, String since, String elsewhere, String remedy) {}

    /** The same key under another name. */
    ConfigKey<T> named(String other) {
        return new ConfigKey<>(other, type, fallback, terms);
    }

    boolean isChangedBy(ChangedBy moment) {
        return terms.changedBy() == moment;
    }

    /** The value where none is stated. */
    public Optional<T> usual() {
        return fallback.map(type.parser());
    }
}
