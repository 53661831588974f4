package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.START;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;

/** The values that won, to be compared with those of another reading. Immutable; its text form shows none. */
public final class WrittenValues {

    private final Map<String, String> values;

    WrittenValues(Map<String, String> values) {
        this.values = Map.copyOf(values);
    }

    /** Keys that are not the same. */
    private Set<String> differing(WrittenValues other) {
        Set<String> keys = new TreeSet<>(values.keySet());
        keys.addAll(other.values.keySet());
        keys.removeIf(key -> Objects.equals(values.get(key), other.values.get(key)));
        return keys;
    }

    /**
     * Whether a rule reads the same, and so does all that it inherits.
     *
     * @param rule such as {@code limit.api}
     * @param other of another reading
     */
    public boolean sameFor(String rule, WrittenValues other) {
        for (String key : differing(other)) {
            if (RuleKey.parse(key).isEmpty() || key.startsWith(RuleName.prefixOf(rule))) {
                return false;
            }
        }
        return true;
    }

    /**
     * Tells which changes only a start can take.
     *
     * @param next of the later reading
     * @param problems one for each
     */
    public void checkReloadable(WrittenValues next, Problems problems) {
        List<String> fixed = new ArrayList<>(differing(next));
        fixed.removeIf(key -> RuleKey.parse(key).isPresent() || !waitsForAStart(key));
        fixed.forEach(key -> problems.addKey(
                key, "has changed, and takes effect only when the application starts; restart it, or undo the change"));
    }

    private static boolean waitsForAStart(String key) {
        return GlobalKeys.ALL
                .find(key)
                .filter(known -> !known.isChangedBy(START))
                .isEmpty();
    }

    @Override
    public String toString() {
        return "WrittenValues" + new TreeSet<>(values.keySet());
    }
}
