package io.github.ostiary.config;

import java.util.regex.Pattern;

/**
 * A rule of the configuration. Immutable.
 *
 * @param kind what it does
 * @param name {@code [a-z][a-z0-9-]{0,39}}
 */
record RuleName(RuleVocabulary kind, String name) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** What its keys begin with: {@code limit.api.}. */
    String prefix() {
        return kind.prefix() + "." + name + ".";
    }

    @Override
    public String toString() {
        return kind.prefix() + "." + name;
    }
}
