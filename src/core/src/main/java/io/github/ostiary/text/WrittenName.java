package io.github.ostiary.text;

/** The name of a rule as its keys are written: of a rule that a sign-in stands for, the sign-in's. */
public final class WrittenName {

    private WrittenName() {}

    /**
     * The text that keys of a rule begin with.
     *
     * @param rule such as {@code lockout.login} or {@code lockout.main.account}
     * @return such as {@code lockout.login} or {@code signin.main}
     */
    public static String of(String rule) {
        int kind = rule.indexOf('.');
        int part = rule.indexOf('.', kind + 1);
        return part < 0 ? rule : "signin" + rule.substring(kind, part);
    }

    /**
     * Whether a sign-in stands for a rule.
     *
     * @param name of the rule, without its kind
     */
    public static boolean isOfSignIn(String name) {
        return name.indexOf('.') >= 0;
    }
}
