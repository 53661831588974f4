package io.github.ostiary.config;

import io.github.ostiary.text.StrictUtf8;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.InvalidPathException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Finds and reads the one properties file: the default may be absent, a named one may not. */
final class ConfigFile {

    private static final String KEY = GlobalKeys.CONFIG.name();

    private ConfigFile() {}

    /** Reads the file, in its order; empty if there is none. */
    static Map<String, String> load(ConfigSources inputs, Placeholders placeholders, Problems problems) {
        Optional<Setting> named = inputs.named();
        named.ifPresent(setting -> problems.origin(KEY, setting.origin()));
        Optional<String> location = inputs.location(placeholders, problems);
        Map<String, String> values = location.isEmpty()
                ? new LinkedHashMap<>()
                : read(inputs.files(), location.get(), named.isPresent(), problems);
        if (values.containsKey(KEY)) {
            problems.add(
                    KEY,
                    values.remove(KEY),
                    "a file cannot name another; set it as init-param, as ostiary.config or as OSTIARY_CONFIG");
        }
        return values;
    }

    /** The name of the file that is read, or would be. */
    static String name(ConfigSources inputs) {
        return inputs.named().map(Setting::value).or(inputs::defaultFile).orElse("");
    }

    private static Map<String, String> read(ConfigFiles files, String location, boolean named, Problems problems) {
        try (@Nullable InputStream stream = files.open(location)) {
            if (stream != null) {
                String text = StrictUtf8.decode(stream.readAllBytes());
                if (text != null) {
                    return PropertiesText.parse(text, location, problems);
                }
                problems.add(KEY, location, "the file is not UTF-8; save it as UTF-8");
            } else if (named) {
                problems.add(KEY, location, "there is no such file; create it or remove config");
            }
        } catch (InvalidPathException e) {
            problems.add(KEY, location, "this is not a path; write an absolute one, classpath:NAME or one in the WAR");
        } catch (IOException e) {
            problems.add(
                    KEY,
                    location,
                    "the file cannot be read (" + e.getClass().getSimpleName() + "); check its permissions");
        }
        return new LinkedHashMap<>();
    }
}
