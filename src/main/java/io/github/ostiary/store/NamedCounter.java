package io.github.ostiary.store;

/** A counter that nothing is asked of. Immutable. */
final class NamedCounter extends CounterId {

    private final String rule;
    private final String counter;
    private final char kind;

    NamedCounter(String rule, String counter, char kind, Object caller) {
        super(caller);
        this.rule = rule;
        this.counter = counter;
        this.kind = kind;
    }

    @Override
    public String rule() {
        return rule;
    }

    @Override
    public String counter() {
        return counter;
    }

    @Override
    public char kind() {
        return kind;
    }

    /** Where it is: identities do not belong in logs. */
    @Override
    public String toString() {
        return kind + ":" + rule + ":" + counter;
    }
}
