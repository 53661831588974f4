package io.github.ostiary.rule;

/** A call cannot be read as far as a rule needs it; tells which rule. */
public final class UnreadableCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final String rule;

    UnreadableCallException(String rule) {
        super("rule '" + rule + "' cannot read the call", null, false, false);
        this.rule = rule;
    }

    public String rule() {
        return rule;
    }
}
