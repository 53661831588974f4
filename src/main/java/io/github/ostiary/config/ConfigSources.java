package io.github.ostiary.config;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;

/**
 * Everything a configuration is read from. Immutable; its text form shows no value, since every source may hold secrets.
 *
 * @param files opens what {@code config} names
 * @param defaultFile read if nothing names another, and allowed to be absent; empty for none
 * @param properties init-params of a filter, or properties given in Java; they may declare rules
 * @param environment such as {@link System#getenv()}
 * @param systemProperties such as {@link #systemProperties(Properties)}
 * @param scope what the default {@code keyPrefix} ends in: see {@link KeyPrefix}
 */
public record ConfigSources(
        ConfigFiles files,
        Optional<String> defaultFile,
        Map<String, String> properties,
        Map<String, String> environment,
        Map<String, String> systemProperties,
        String scope) {

    /** Copies the maps. */
    public ConfigSources {
        properties = Map.copyOf(properties);
        environment = Map.copyOf(environment);
        systemProperties = Map.copyOf(systemProperties);
    }

    /** A web application's sources. */
    public static ConfigSources ofWar(
            ConfigFiles files,
            String defaultFile,
            String contextPath,
            Map<String, String> initParams,
            Map<String, String> environment,
            Map<String, String> systemProperties) {
        return new ConfigSources(
                files,
                Optional.of(defaultFile),
                initParams,
                environment,
                systemProperties,
                KeyPrefix.scopeOf(contextPath));
    }

    /** A plain Java program's sources: {@code config} among the properties names the file, if there is one. */
    public static ConfigSources of(
            Map<String, String> properties, Map<String, String> environment, Map<String, String> systemProperties) {
        return new ConfigSources(
                ConfigFiles.ofJvm(), Optional.empty(), properties, environment, systemProperties, KeyPrefix.PLAIN_JAVA);
    }

    /** The textual ones of the JVM's system properties, as they are now. */
    public static Map<String, String> systemProperties(Properties properties) {
        Map<String, String> copy = new HashMap<>();
        for (String name : properties.stringPropertyNames()) {
            copy.put(name, properties.getProperty(name, ""));
        }
        return copy;
    }

    @Override
    public String toString() {
        return "ConfigSources[" + scope + "]";
    }
}
