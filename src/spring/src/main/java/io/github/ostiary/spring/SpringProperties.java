package io.github.ostiary.spring;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.config.RelaxedKey;
import io.github.ostiary.setup.PlatformProperties;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.origin.Origin;
import org.springframework.boot.origin.OriginLookup;
import org.springframework.boot.origin.TextResourceOrigin;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.EnumerablePropertySource;
import org.springframework.core.env.PropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * The properties {@code ostiary.*} of Spring's environment, with where they stand. Not those that the JVM and the operating
 * system have: these are read as they are everywhere, and rank above.
 */
final class SpringProperties {

    static final String PREFIX = "ostiary.";

    private static final Set<String> READ_ELSEWHERE = Set.of(
            StandardEnvironment.SYSTEM_ENVIRONMENT_PROPERTY_SOURCE_NAME,
            StandardEnvironment.SYSTEM_PROPERTIES_PROPERTY_SOURCE_NAME,
            "configurationProperties");
    private static final Pattern ELEMENT = Pattern.compile("(.+)\\[(\\d{1,6})]");
    private static final Pattern OUR_PLACEHOLDER = Pattern.compile("\\$\\{(?:env|sys):([^}:]+)");

    private final ConfigurableEnvironment environment;
    private final PlatformProperties found = new PlatformProperties();
    private final Map<String, String> known = new LinkedHashMap<>();
    private final Set<String> places = new TreeSet<>();
    private final List<String> problems = new ArrayList<>();

    /** Reads them. */
    SpringProperties(ConfigurableEnvironment environment) {
        this.environment = environment;
        for (PropertySource<?> source : environment.getPropertySources()) {
            if (source instanceof EnumerablePropertySource<?> listed && !READ_ELSEWHERE.contains(source.getName())) {
                read(listed);
            }
        }
        if (!problems.isEmpty()) {
            throw new ConfigurationException(problems);
        }
    }

    /** The properties by our keys. */
    PlatformProperties found() {
        return found;
    }

    /** How many keys they say. */
    int count() {
        return known.size();
    }

    /** The names of the places they stand in. */
    Set<String> places() {
        return places;
    }

    /** Sources come by rank: the first that says a key, whatever its spelling there, is right; a list counts as a whole. */
    private void read(EnumerablePropertySource<?> source) {
        Map<String, TreeMap<Integer, String>> lists = new LinkedHashMap<>();
        for (String name : source.getPropertyNames()) {
            if (name.startsWith(PREFIX)) {
                Matcher element = ELEMENT.matcher(name);
                boolean ofList = element.matches();
                String key = RelaxedKey.of((ofList ? element.group(1) : name).substring(PREFIX.length()));
                if (ofList) {
                    lists.computeIfAbsent(key, one -> new TreeMap<>()).put(Integer.valueOf(element.group(2)), name);
                } else {
                    put(source, key, name, List.of(name));
                }
            }
        }
        lists.forEach((key, names) -> put(source, key, names.firstEntry().getValue(), List.copyOf(names.values())));
    }

    private void put(EnumerablePropertySource<?> source, String key, String first, List<String> names) {
        if (known.putIfAbsent(key, first) != null) {
            return;
        }
        String place = place(source, first);
        List<String> values = new ArrayList<>();
        for (String name : names) {
            values.add(value(source, key, name, place));
        }
        places.add(place.replaceFirst(", line \\d+$", ""));
        found.put(key, String.join(", ", values), first + " in " + place);
    }

    private String value(EnumerablePropertySource<?> source, String key, String name, String place) {
        Object written = source.getProperty(name);
        if (written instanceof Boolean flag) {
            return RelaxedKey.flag(key, flag);
        }
        String text = written == null ? "" : written.toString();
        Matcher ours = OUR_PLACEHOLDER.matcher(text);
        if (ours.find()) {
            problems.add(key + " (" + name + " in " + place + "): Spring resolves placeholders here; write ${"
                    + ours.group(1) + "} without env: or sys:");
            return "";
        }
        try {
            return environment.resolveRequiredPlaceholders(text);
        } catch (IllegalArgumentException e) {
            problems.add(
                    key + " (" + name + " in " + place + "): Spring finds no value for a placeholder in it; set the"
                            + " property that it names, or write ${NAME:default}");
            return "";
        }
    }

    private static String place(EnumerablePropertySource<?> source, String name) {
        @Nullable Origin origin = OriginLookup.getOrigin(source, name);
        if (origin instanceof TextResourceOrigin text && text.getResource() != null && text.getLocation() != null) {
            return text.getResource().getDescription() + ", line "
                    + (text.getLocation().getLine() + 1);
        }
        return origin == null ? source.getName() : origin.toString();
    }
}
