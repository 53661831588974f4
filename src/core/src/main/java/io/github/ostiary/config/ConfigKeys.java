package io.github.ostiary.config;

import io.github.ostiary.config.ConfigKey.ChangedBy;
import io.github.ostiary.config.ConfigKey.KeyTerms;
import io.github.ostiary.config.ConfigKey.Secret;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The keys that are known in one place: outside rules, or in a kind of rules. A catalogue declares each by {@link #key}.
 *
 * @param known by name, in the order in which they are declared
 * @param terms of the keys that are declared next
 */
record ConfigKeys(Map<String, ConfigKey<?>> known, KeyTerms terms) {

    /** The version whose keys need no mark in the tables. */
    static final String FIRST = "0.1.0";

    /** None yet but those of others. */
    static ConfigKeys with(ChangedBy changedBy, ConfigKeys... others) {
        ConfigKeys keys =
                new ConfigKeys(new LinkedHashMap<>(), new KeyTerms(changedBy, "", Secret.NONE, FIRST, "", ""));
        for (ConfigKeys other : others) {
            keys.known.putAll(other.known);
        }
        return keys;
    }

    /** Declares keys of this catalogue that take effect at another moment. */
    ConfigKeys at(ChangedBy moment) {
        return new ConfigKeys(known, new KeyTerms(moment, "", Secret.NONE, terms.since(), "", ""));
    }

    /** Declares keys of this catalogue that cannot be overridden. */
    ConfigKeys fixed(String why) {
        return new ConfigKeys(known, new KeyTerms(ChangedBy.FILE, why, Secret.NONE, terms.since(), "", ""));
    }

    /** Declares keys of this catalogue whose values no message may show. */
    ConfigKeys secret(Secret part) {
        return new ConfigKeys(known, new KeyTerms(terms.changedBy(), terms.fixed(), part, terms.since(), "", ""));
    }

    /** Declares keys of this catalogue that versions before do not know. */
    ConfigKeys since(String version) {
        return new ConfigKeys(known, new KeyTerms(terms.changedBy(), terms.fixed(), terms.secret(), version, "", ""));
    }

    /**
     * Declares a key of this catalogue that has other names elsewhere, where the nearest spelling would mislead.
     *
     * @param remedy what to write instead; KEY stands for the key in full
     * @param names a regular expression
     */
    ConfigKeys elsewhere(String remedy, String names) {
        return new ConfigKeys(
                known, new KeyTerms(terms.changedBy(), terms.fixed(), terms.secret(), terms.since(), names, remedy));
    }

    /** Declares a key that means nothing by itself where it is not stated. */
    <T> ConfigKey<T> key(String name, ValueType<T> type) {
        return add(new ConfigKey<>(name, type, Optional.empty(), terms));
    }

    /** Declares a key that means a value where it is not stated. */
    <T> ConfigKey<T> key(String name, ValueType<T> type, String fallback) {
        return add(new ConfigKey<>(name, type, Optional.of(fallback), terms));
    }

    <T> ConfigKey<T> add(ConfigKey<T> key) {
        known.put(key.name(), key);
        return key;
    }

    Optional<ConfigKey<?>> find(String name) {
        return Optional.ofNullable(known.get(name));
    }

    /** The remedy for a key that is called so elsewhere. */
    Optional<String> remedy(String typed, String prefix) {
        return known.values().stream()
                .filter(key -> !key.terms().elsewhere().isEmpty()
                        && typed.matches(key.terms().elsewhere()))
                .findFirst()
                .map(key -> key.terms().remedy().replace("KEY", prefix + key.name()));
    }
}
