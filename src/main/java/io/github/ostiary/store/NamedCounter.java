package io.github.ostiary.store;

/** A counter that nothing is asked of. Immutable. */
final class NamedCounter extends CounterId {

    final String rule;
    final String counter;
    final char kind;

    NamedCounter(String rule, String counter, char kind, Object caller) {
        super(caller);
        this.rule = rule;
        this.counter = counter;
        this.kind = kind;
    }

    /** Where it is: identities do not belong in logs. */
    @Override
    public String toString() {
        return kind + ":" + rule + ":" + counter;
    }
}
