package io.github.ostiary.operator;

import java.util.List;

/**
 * A rule as it is in force, for operators. Immutable.
 *
 * @param kind {@code limit}, {@code concurrency}, {@code lockout}, {@code allow} or {@code block}
 * @param name the rule's
 * @param description what it says of itself, or empty
 * @param shadow whether it only reports
 * @param settings what it states, in the order it was declared; everything else has its default
 */
public record RuleInForce(String kind, String name, String description, boolean shadow, List<SettingInForce> settings) {

    /** Copies the list. */
    public RuleInForce {
        settings = List.copyOf(settings);
    }

    /**
     * Whether it only reports because no success was proved yet.
     *
     * @return true for {@code enforce=proved}, until one is
     */
    public boolean untilProved() {
        return shadow
                && settings.stream()
                        .anyMatch(each ->
                                each.key().endsWith(".enforce") && each.value().equalsIgnoreCase("proved"));
    }

    /**
     * Its name with its kind.
     *
     * @return such as {@code limit.login}
     */
    public String full() {
        return kind + "." + name;
    }
}
