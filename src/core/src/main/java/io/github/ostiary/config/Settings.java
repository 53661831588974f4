package io.github.ostiary.config;

import io.github.ostiary.operator.SettingInForce;
import io.github.ostiary.operator.SettingInForce.Origin;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The values that won, with their placeholders expanded. A key whose value cannot be expanded, or a rule's key without a
 * value, is a problem once and from then on counts as stated without a value.
 */
final class Settings {

    private final Map<String, String> values = new LinkedHashMap<>();
    private final Set<String> broken = new HashSet<>();
    private final Map<String, Setting> origins;
    private final Problems problems;

    Settings(Map<String, Setting> merged, Placeholders placeholders, Problems problems) {
        this.problems = problems;
        this.origins = merged;
        for (Map.Entry<String, Setting> each : merged.entrySet()) {
            String key = each.getKey();
            problems.origin(key, each.getValue().origin());
            Optional<String> value = placeholders.expand(key, each.getValue().value(), problems);
            if (value.isPresent()) {
                put(key, value.get().strip());
            } else {
                broken.add(key);
            }
        }
    }

    private Settings(Map<String, String> values, Map<String, Setting> origins, Problems problems) {
        this.problems = problems;
        this.origins = origins;
        values.forEach(this::put);
    }

    /** The same with some values replaced, complaining elsewhere; what is given is not expanded. */
    Settings with(String prefix, Map<String, String> changes, Problems elsewhere) {
        Map<String, String> changed = new LinkedHashMap<>(values);
        changes.forEach((key, value) -> changed.put(prefix + key, value.strip()));
        return new Settings(changed, origins, elsewhere);
    }

    /**
     * Sets a key that is not set yet. It comes from where its value is written, or else follows from another key.
     *
     * @param value in which nothing is expanded
     * @param written the key that it follows from, which problems name
     */
    void imply(String key, String value, String written) {
        if (states(key)) {
            return;
        }
        Setting source = origins.get(written);
        values.put(key, value);
        boolean copied = value.equals(values.get(written));
        origins.put(key, source != null && copied ? source : new Setting(value, written, Origin.PRESET));
        problems.stands(key, written, values.get(written));
    }

    /** The place for problems of values. */
    Problems problems() {
        return problems;
    }

    /** Keys with a value, in the order they were declared. */
    Set<String> keys() {
        return values.keySet();
    }

    /** All that have a value. */
    WrittenValues written() {
        return new WrittenValues(values);
    }

    /**
     * The values that begin alike, each with where it came from.
     *
     * @param prefix of a rule; empty for what belongs to none
     * @param file what to call the file
     */
    List<SettingInForce> inForce(String prefix, String file) {
        List<SettingInForce> found = new ArrayList<>();
        for (Map.Entry<String, String> value : values.entrySet()) {
            String key = value.getKey();
            Setting setting = origins.get(key);
            boolean wanted = prefix.isEmpty() ? RuleKey.parse(key).isEmpty() : key.startsWith(prefix);
            if (wanted && setting != null) {
                String source = setting.place() == Origin.FILE ? file : setting.origin();
                found.add(new SettingInForce(key, Secrets.mask(key, value.getValue()), setting.place(), source));
            }
        }
        return found;
    }

    boolean states(String key) {
        return values.containsKey(key) || broken.contains(key);
    }

    Optional<String> value(String key) {
        return Optional.ofNullable(values.get(key));
    }

    /** A blank global key means its default; a blank key of a rule could silently widen what the rule matches. */
    private void put(String key, String value) {
        if (!value.isEmpty()) {
            values.put(key, value);
        } else if (RuleKey.parse(key).isPresent()) {
            broken.add(key);
            problems.add(key, value, "it has no value; write one or remove the key");
        }
    }
}
