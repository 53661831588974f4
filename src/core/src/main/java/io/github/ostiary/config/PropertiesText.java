package io.github.ostiary.config;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Reads the text of a properties file, and finds what {@link Properties} forgives: a key that is there twice, and a
 * comment behind a value, which it would take for a part of the value.
 */
final class PropertiesText {

    private static final Pattern COMMENT = Pattern.compile("(?:^|\\s)#.*", Pattern.DOTALL);

    private PropertiesText() {}

    /**
     * Reads a file's text.
     *
     * @param text a leading byte order mark is skipped
     * @param location for messages
     * @param problems what is wrong with it
     * @return values without surrounding blanks, in the file's order; of a duplicate, the first
     */
    static Map<String, String> parse(String text, String location, Problems problems) {
        Map<String, String> values = new LinkedHashMap<>();
        try {
            new Collector(values, problems)
                    .load(new StringReader(text.startsWith("\uFEFF") ? text.substring(1) : text));
        } catch (IllegalArgumentException e) {
            problems.add("config", location, "the file has a \\u that four hex digits do not follow; write \\\\u");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return values;
    }

    private static String withoutComment(String key, String value, Problems problems) {
        if (!COMMENT.matcher(value).find()) {
            return value;
        }
        problems.add(key, value, "a value cannot end in a comment; put the comment on another line");
        return COMMENT.matcher(value).replaceFirst("").strip();
    }

    private static final class Collector extends Properties {

        private static final long serialVersionUID = 1L;

        private final transient Map<String, String> values;
        private final transient Problems problems;

        Collector(Map<String, String> values, Problems problems) {
            this.values = values;
            this.problems = problems;
        }

        @Override
        public synchronized @Nullable Object put(Object key, Object value) {
            String name = key.toString();
            if (values.containsKey(name)) {
                problems.add("duplicate key '" + name + "'; keep one of its lines");
            } else {
                values.put(name, withoutComment(name, value.toString().strip(), problems));
            }
            return null;
        }
    }
}
