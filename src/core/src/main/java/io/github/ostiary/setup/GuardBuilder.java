package io.github.ostiary.setup;

import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.ConfigSources;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The builder of {@link Guard#builder()}, which finds it by its name. Not thread-safe. */
public final class GuardBuilder implements Guard.Builder {

    private final Map<String, String> properties = new LinkedHashMap<>();
    private final List<GuardListener> listeners = new ArrayList<>();
    private Optional<TimeSource> time = Optional.empty();

    private GuardBuilder() {}

    /**
     * Starts from nothing.
     *
     * @return a builder
     */
    public static GuardBuilder create() {
        return new GuardBuilder();
    }

    /**
     * Starts from a file.
     *
     * @param path a properties file in UTF-8, read by {@link #build}
     * @return a builder
     */
    public static GuardBuilder fromProperties(Path path) {
        return create().config(path);
    }

    @Override
    public GuardBuilder config(Path path) {
        return property("config", path.toString());
    }

    @Override
    public GuardBuilder limit(String name, String rate) {
        return property("limit." + name + ".rate", rate);
    }

    @Override
    public GuardBuilder signIn(String name, String typed) {
        return property("signin." + name + ".name", typed);
    }

    @Override
    public GuardBuilder redis(String uri) {
        return property("redis.uri", uri);
    }

    @Override
    public GuardBuilder property(String key, String value) {
        properties.put(key, value);
        return this;
    }

    @Override
    public GuardBuilder listener(GuardListener listener) {
        listeners.add(listener);
        return this;
    }

    @Override
    public GuardBuilder timeSource(TimeSource source) {
        this.time = Optional.of(source);
        return this;
    }

    @Override
    public Guard build() {
        NativeImage.warnWithin();
        ClassLoader context = Thread.currentThread().getContextClassLoader();
        ClassLoader loader = context == null ? GuardBuilder.class.getClassLoader() : context;
        ConfigSources inputs =
                ConfigSources.of(properties, System.getenv(), ConfigSources.systemProperties(System.getProperties()));
        return AtStart.get(() ->
                Composition.of(inputs, loader, time, List.copyOf(listeners)).guard());
    }
}
