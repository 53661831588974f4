package io.github.ostiary.rule;

/** A call cannot be read as far as a rule needs it; tells which rule. */
public final class UnreadableCallException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient RuleBasics rule;

    UnreadableCallException(RuleBasics rule) {
        super("rule '" + rule.name() + "' cannot read the call", null, false, false);
        this.rule = rule;
    }

    public RuleBasics rule() {
        return rule;
    }
}
