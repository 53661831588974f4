package io.github.ostiary.setup;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;
import org.eclipse.microprofile.config.ConfigValue;
import org.eclipse.microprofile.config.spi.ConfigSource;
import org.jspecify.annotations.Nullable;

/**
 * The keys that MicroProfile Config says, with profiles and ordinals; loaded only where its API is there. What only
 * an environment variable or a system property says is left out: these override declared keys everywhere, and declare none
 * here either.
 */
final class MicroProfileProperties {

    private static final System.Logger LOG = Log.of(MicroProfileProperties.class);
    private static final String PREFIX = "ostiary.";

    /** A property that only the system properties have. */
    private static final String JVM = "java.vm.specification.version";

    private final Config config;
    private final Set<String> ofJvm = new HashSet<>();
    private final List<ConfigSource> others = new ArrayList<>();

    private MicroProfileProperties(Config config) {
        this.config = config;
        for (ConfigSource source : config.getConfigSources()) {
            if (isOfJvm(source, System.getenv())) {
                ofJvm.add(source.getName());
            } else {
                others.add(source);
            }
        }
    }

    /**
     * Adds what an application's configuration says.
     *
     * @throws ConfigurationException if it says what it cannot resolve
     */
    static void read(ClassLoader application, PlatformProperties found) {
        MicroProfileProperties properties;
        try {
            properties = new MicroProfileProperties(ConfigProvider.getConfig(application));
        } catch (IllegalStateException e) {
            LOG.log(System.Logger.Level.DEBUG, "MicroProfile Config has no implementation here", e);
            return;
        }
        properties.read(found);
    }

    private void read(PlatformProperties found) {
        Set<String> names = new TreeSet<>();
        Set<String> profiled = new TreeSet<>();
        for (String name : config.getPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                names.add(name);
            } else if (name.startsWith("%") && name.startsWith(PREFIX, name.indexOf('.') + 1)) {
                profiled.add(name.substring(name.indexOf('.') + 1));
            }
        }
        List<String> problems = new ArrayList<>();
        names.forEach(name -> add(name, found, problems));
        // Helidon lists what a profile says only under the profile's name; of one that is not in force nothing is said.
        profiled.removeAll(names);
        profiled.forEach(name -> add(name, found, new ArrayList<>()));
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
        QuarkusRedis.suggest(this::find, found);
    }

    private void add(String name, PlatformProperties found, List<String> problems) {
        ConfigValue said = config.getConfigValue(name);
        if (ofJvm.contains(said.getSourceName()) && others.stream().noneMatch(source -> says(source, name))) {
            return;
        }
        @Nullable String value = said.getValue();
        if (value == null) {
            problems.add(said(said) + ": it refers to a property that is not set; set it, or write a default, such as"
                    + " ${NAME:default}");
        } else {
            found.put(name.substring(PREFIX.length()), value, said(said));
        }
    }

    /** The values under any name; empty if there are none, or they cannot be resolved. */
    private Optional<PlatformProperties.PlatformAnswer> find(String name) {
        ConfigValue said = config.getConfigValue(name);
        @Nullable String value = said.getValue();
        return value == null ? Optional.empty() : Optional.of(new PlatformProperties.PlatformAnswer(value, said(said)));
    }

    /** Such as {@code ostiary.limit.api.rate in application.properties}: SmallRye puts the class around the file's name. */
    private static String said(ConfigValue value) {
        String source = String.valueOf(value.getSourceName());
        return value.getName() + " in " + source.replaceFirst("^\\w+\\[source=(.+)]$", "$1");
    }

    /** Under a profile, too. */
    private static boolean says(ConfigSource source, String name) {
        if (source.getValue(name) != null) {
            return true;
        }
        String profiled = "." + name;
        return source.getPropertyNames().stream().anyMatch(each -> each.startsWith("%") && each.endsWith(profiled));
    }

    /** Whether a source is the JVM's, by what it says: implementations call it as they like. */
    private static boolean isOfJvm(ConfigSource source, Map<String, String> environment) {
        if (source.getValue(JVM) != null) {
            return true;
        }
        String variable = environment.containsKey("PATH")
                ? "PATH"
                : environment.keySet().stream().findFirst().orElse("");
        String value = environment.get(variable);
        return value != null && value.equals(source.getValue(variable));
    }
}
