package io.github.ostiary.config;

import io.github.ostiary.operator.SettingInForce.Origin;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * Everything a configuration is read from. Immutable; its text form shows no value, since every source may hold secrets.
 *
 * @param files opens what {@code config} names
 * @param defaultFile read if nothing names another, and allowed to be absent; empty for none
 * @param stated what may declare rules besides the file
 * @param environment such as {@link System#getenv()}
 * @param systemProperties such as {@link #systemProperties(Properties)}
 * @param scope what the default {@code keyPrefix} ends in: see {@link KeyPrefix}
 * @param runTime what operators say for a while, above everything else; literally
 */
public record ConfigSources(
        ConfigFiles files,
        Optional<String> defaultFile,
        Stated stated,
        Map<String, String> environment,
        Map<String, String> systemProperties,
        String scope,
        Map<String, String> runTime) {

    private static final String FILE = GlobalKeys.CONFIG.name();

    /**
     * Values that may declare rules. Immutable; its text form shows no value.
     *
     * @param platform what the platform's own configuration says, by our keys
     * @param properties init-params of a filter, or properties given in Java
     */
    public record Stated(Map<String, PlatformValue> platform, Map<String, String> properties) {

        /** Copies the maps. */
        public Stated {
            platform = Map.copyOf(platform);
            properties = Map.copyOf(properties);
        }

        @Override
        public String toString() {
            return "Stated";
        }
    }

    /** Sources without a word of the platform or of operators. */
    public ConfigSources(
            ConfigFiles files,
            Optional<String> defaultFile,
            Map<String, String> properties,
            Map<String, String> environment,
            Map<String, String> systemProperties,
            String scope) {
        this(files, defaultFile, new Stated(Map.of(), properties), environment, systemProperties, scope, Map.of());
    }

    /** Copies the maps. */
    public ConfigSources {
        environment = Map.copyOf(environment);
        systemProperties = Map.copyOf(systemProperties);
        runTime = Map.copyOf(runTime);
    }

    /** A web application's sources, by its name or context path. */
    public static ConfigSources ofWar(
            ConfigFiles files,
            String defaultFile,
            String application,
            Map<String, String> initParams,
            Map<String, String> environment,
            Map<String, String> systemProperties) {
        return new ConfigSources(
                files,
                Optional.of(defaultFile),
                initParams,
                environment,
                systemProperties,
                KeyPrefix.scopeOf(application));
    }

    /** A plain Java program's sources: {@code config} among the properties names the file, if there is one. */
    public static ConfigSources of(
            Map<String, String> properties, Map<String, String> environment, Map<String, String> systemProperties) {
        return new ConfigSources(
                ConfigFiles.ofJvm(), Optional.empty(), properties, environment, systemProperties, KeyPrefix.PLAIN_JAVA);
    }

    /** The values of the platform's own configuration. */
    public Map<String, PlatformValue> platform() {
        return stated.platform();
    }

    /** Init-params of a filter, or properties given in Java. */
    public Map<String, String> properties() {
        return stated.properties();
    }

    Optional<Setting> systemProperty(String key) {
        String name = Setting.SYSTEM_PREFIX + key;
        return Setting.of(systemProperties(), name, "system property " + name, Origin.SYSTEM);
    }

    Optional<Setting> environment(String key) {
        String name = Setting.environmentName(key);
        return Setting.of(environment(), name, "environment variable " + name, Origin.ENVIRONMENT);
    }

    /** The origin of properties that were neither in the file nor in the environment. */
    Origin given() {
        return defaultFile.isPresent() ? Origin.INIT_PARAM : Origin.JAVA;
    }

    /** The same with what the platform's own configuration says. */
    public ConfigSources with(Map<String, PlatformValue> values) {
        Stated both = new Stated(values, properties());
        return new ConfigSources(files, defaultFile, both, environment, systemProperties, scope, runTime);
    }

    /** The same under what operators say. */
    public ConfigSources under(Map<String, String> words) {
        return new ConfigSources(files, defaultFile, stated, environment, systemProperties, scope, words);
    }

    /**
     * The file that is read, or would be if it were there.
     *
     * @return empty if none is named and there is no default
     */
    public Optional<String> file() {
        return location(new Placeholders(environment, systemProperties), new Problems());
    }

    /** The place of that file; empty if there is none to read, or its name is not known. */
    Optional<String> location(Placeholders placeholders, Problems problems) {
        Optional<Setting> named = named();
        return named.isPresent() ? placeholders.expand(FILE, named.get().value(), problems) : defaultFile;
    }

    /** The setting that names the file; empty if the default is read. */
    Optional<Setting> named() {
        Optional<Setting> named = systemProperty(FILE);
        if (named.isEmpty()) {
            named = environment(FILE);
        }
        if (named.isEmpty()) {
            named = Setting.of(properties(), FILE, "", given());
        }
        PlatformValue ofPlatform = platform().get(FILE);
        if (named.isEmpty() && ofPlatform != null) {
            named = Optional.of(Setting.platform(ofPlatform));
        }
        return named.isPresent() && named.get().value().isBlank() ? Optional.empty() : named;
    }

    /**
     * The bytes of the file now.
     *
     * @return null if it is not there
     * @throws IOException if it is, and cannot be read
     */
    public byte @Nullable [] content() throws IOException {
        Optional<String> location = file();
        if (location.isEmpty()) {
            return null;
        }
        try (@Nullable InputStream stream = files.open(location.get())) {
            return stream == null ? null : stream.readAllBytes();
        }
    }

    /** The same, with the file as it was seen. */
    public ConfigSources saying(byte[] content) {
        RememberedFiles seen = new RememberedFiles(files);
        file().ifPresent(location -> seen.put(location, content));
        return new ConfigSources(seen, defaultFile, stated, environment, systemProperties, scope, runTime);
    }

    /** The same, with files as they are when they are first opened. */
    public ConfigSources remembered() {
        return new ConfigSources(
                new RememberedFiles(files), defaultFile, stated, environment, systemProperties, scope, runTime);
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
