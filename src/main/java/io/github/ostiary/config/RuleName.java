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

    /** By hand, as below: what the JDK would make for a record it makes when first asked, and every deployment asks. */
    @Override
    public boolean equals(Object other) {
        return other instanceof RuleName rule && kind == rule.kind && name.equals(rule.name);
    }

    @Override
    public int hashCode() {
        return 31 * kind.hashCode() + name.hashCode();
    }

    @Override
    public String toString() {
        return kind.prefix() + "." + name;
    }
}
