package io.github.ostiary.operator;

import io.github.ostiary.text.OneLine;

/**
 * A person or program that changes something, as the audit trail names it. A name is one line of at most
 * {@link #MOST} characters.
 *
 * @param name of a user, or of a program; {@code nobody} if it is blank
 * @param from where the change came from, such as {@code console 10.0.0.7} or {@code jmx}; may be empty
 */
public record Operator(String name, String from) {

    /** The longest name, characters. */
    public static final int MOST = 100;

    /** Cleans both. */
    public Operator {
        String cleaned = OneLine.of(name, MOST);
        name = cleaned.isEmpty() ? "nobody" : cleaned;
        from = OneLine.of(from, MOST);
    }
}
