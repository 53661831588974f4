package io.github.ostiary.config;

import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeySettings;
import io.github.ostiary.identity.TrustedProxies;
import java.util.Optional;

/**
 * Reads what a rule counts by as far as its grammar goes; whether its resolvers exist is found out when it is compiled.
 */
final class KeyReader {

    /** Who is counted where a rule does not say. */
    static final String DEFAULT = "principal | ip";

    private static final KeySettings WITHOUT_RESOLVERS = new KeySettings(
            new ClientAddress(TrustedProxies.parse(""), "X-Forwarded-For", 64), name -> call -> Optional.empty());

    private KeyReader() {}

    /** The rule's {@code key} or the default; empty if it is malformed, which then is a problem already told. */
    static Optional<KeyExpression> read(Section rule) {
        return rule.states("key") ? rule.read("key", KeyReader::parse) : Optional.of(parse(DEFAULT));
    }

    /**
     * Reads an expression.
     *
     * @throws IllegalArgumentException with the remedy
     */
    static KeyExpression parse(String text) {
        return KeyExpression.parse(text, WITHOUT_RESOLVERS);
    }
}
