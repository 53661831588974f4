package io.github.ostiary.config;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A configuration under test: a default file's lines and the three other sources, all in memory. */
public final class Given {

    private static final String FILE = "/WEB-INF/ostiary.properties";

    private final Map<String, byte[]> files = new HashMap<>();
    private final Map<String, String> initParams = new HashMap<>();
    private final Map<String, String> environment = new HashMap<>();
    private final Map<String, String> systemProperties = new HashMap<>();

    public static Given file(String... lines) {
        return new Given().file(FILE, String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
    }

    public static Given nothing() {
        return new Given();
    }

    Given file(String location, byte[] bytes) {
        files.put(location, bytes);
        return this;
    }

    Given initParam(String key, String value) {
        initParams.put(key, value);
        return this;
    }

    public Given env(String name, String value) {
        environment.put(name, value);
        return this;
    }

    public Given sys(String name, String value) {
        systemProperties.put(name, value);
        return this;
    }

    public ConfigSources inputs() {
        ConfigFiles inMemory = location -> {
            byte[] bytes = files.get(location);
            return bytes == null ? null : new ByteArrayInputStream(bytes);
        };
        return new ConfigSources(inMemory, Optional.of(FILE), initParams, environment, systemProperties, "/shop");
    }

    public GuardConfig read() {
        return ConfigReader.read(inputs());
    }

    public LimitConfig limit() {
        return read().limits().get(0);
    }

    ConcurrencyConfig concurrency() {
        return read().concurrency().get(0);
    }

    LockoutConfig lockout() {
        return read().lockouts().get(0);
    }

    AccessConfig access() {
        return read().access().get(0);
    }

    List<String> problems() {
        Problems problems = new Problems();
        ConfigReader.read(inputs(), problems);
        return problems.sentences();
    }
}
