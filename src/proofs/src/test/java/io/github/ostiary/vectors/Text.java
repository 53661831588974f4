package io.github.ostiary.vectors;

import java.util.LinkedHashMap;
import java.util.Map;

/** Configuration of one rule, written line by line. */
final class Text {

    private final String rule;
    private final Map<String, String> lines = new LinkedHashMap<>();

    /** Such as {@code limit.test}. */
    Text(String rule) {
        this.rule = rule;
    }

    static Text limit(String algorithm, String rate) {
        return new Text("limit.test").with("algorithm", algorithm).with("rate", rate);
    }

    static Text lockout(String key, String steps) {
        return new Text("lockout.test").with("key", key).with("steps", steps);
    }

    Text with(String key, String value) {
        lines.put(rule + "." + key, value);
        return this;
    }

    Text with(boolean condition, String key, String value) {
        return condition ? with(key, value) : this;
    }

    Text global(String key, String value) {
        lines.put(key, value);
        return this;
    }

    Text and(Text other) {
        lines.putAll(other.lines);
        return this;
    }

    Map<String, String> lines() {
        return lines;
    }
}
