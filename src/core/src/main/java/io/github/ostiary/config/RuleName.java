package io.github.ostiary.config;

import io.github.ostiary.text.WrittenName;
import java.util.regex.Pattern;

/**
 * A rule of the configuration. Immutable.
 *
 * @param kind what it does
 * @param name {@code [a-z][a-z0-9-]{0,39}}; of a rule that a sign-in stands for, the sign-in's and the part's, {@code main.account}
 */
record RuleName(RuleVocabulary kind, String name) {

    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,39}");

    static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /** The text that its keys begin with: {@code limit.api.}, or {@code signin.main.account.}. */
    String prefix() {
        return (isOfSignIn() ? RuleVocabulary.SIGNIN.prefix() : kind.prefix()) + "." + name + ".";
    }

    /** Its name as keys are written: {@code limit.api}; of a rule that a sign-in stands for, the sign-in's. */
    String written() {
        return WrittenName.of(toString());
    }

    private boolean isOfSignIn() {
        return WrittenName.isOfSignIn(name);
    }

    /**
     * The text that the keys of a rule begin with.
     *
     * @param rule such as {@code limit.api}
     */
    static String prefixOf(String rule) {
        int dot = rule.indexOf('.');
        String name = rule.substring(dot + 1);
        return (name.indexOf('.') < 0 ? rule : RuleVocabulary.SIGNIN.prefix() + "." + name) + ".";
    }

    /**
     * The text that all keys begin with that a rule is made from: those of its whole sign-in, if it is of one.
     *
     * @param rule such as {@code limit.api}
     */
    static String sharedPrefixOf(String rule) {
        String prefix = prefixOf(rule);
        boolean ofSignIn = rule.indexOf('.') != rule.lastIndexOf('.');
        return ofSignIn ? prefix.substring(0, prefix.lastIndexOf('.', prefix.length() - 2) + 1) : prefix;
    }

    /**
     * Compares by hand, as below: what the JDK would make for a record it makes when first asked, and every deployment
     * asks.
     */
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
