package io.github.ostiary.config;

import io.github.ostiary.KeyResolver;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.identity.KeySettings;
import io.github.ostiary.text.ClassPath;
import java.util.Optional;

/** Reads key expressions. One whose resolver cannot be made is of sound grammar: the resolver is reported later. */
final class KeyReader {

    /** Optional; the -all jar has it under another name, which the build writes here. */
    private static final String PARSER = "com.fasterxml.jackson.core.JsonFactory";

    private static final boolean HAS_PARSER = ClassPath.has(PARSER);

    private final ClientAddress client;
    private final ClassLookup classes;

    KeyReader(ClientAddress client, ClassLookup classes) {
        this.client = client;
        this.classes = classes;
    }

    /** The rule's {@code key} or the default; empty if it is malformed, which then is reported already. */
    Optional<KeyExpression> read(Section rule) {
        return rule.states(RuleKeys.KEY) ? read(rule, RuleKeys.KEY) : Optional.of(standard(rule));
    }

    /** The key of a rule that states none. */
    KeyExpression standard(Section rule) {
        return parse(rule, RuleKeys.KEY, RuleKeys.KEY.usual().orElseThrow());
    }

    /** The key that another setting of the rule is; empty if it is malformed or not there. */
    Optional<KeyExpression> read(Section rule, ConfigKey<?> setting) {
        return rule.read(setting, text -> parse(rule, setting, text));
    }

    /** The key of the rule, as it is written. */
    static String text(Section rule) {
        return rule.get(RuleKeys.KEY);
    }

    /**
     * Parses an expression.
     *
     * @param setting where it is written
     * @throws IllegalArgumentException with the remedy
     */
    KeyExpression parse(Section rule, ConfigKey<?> setting, String text) {
        KeyExpression key =
                KeyExpression.parse(text, new KeySettings(client, type -> resolver(rule.references(), setting, type)));
        checkParser(key.readsJson());
        return key;
    }

    /** Checks a condition, for which the same parser is needed. */
    static Condition condition(String when) {
        Condition condition = Condition.parseAll(when);
        checkParser(condition.readsJson());
        return condition;
    }

    private static void checkParser(boolean needed) {
        if (needed && !HAS_PARSER) {
            throw new IllegalArgumentException("json: needs a JSON parser, and " + PARSER
                    + " is missing; add com.fasterxml.jackson.core:jackson-core to WEB-INF/lib, beside this jar, or"
                    + " take the -all jar, which has it");
        }
    }

    private KeyResolver resolver(Section rule, ConfigKey<?> setting, String type) {
        try {
            return classes.resolver(type);
        } catch (IllegalArgumentException e) {
            rule.reject(setting, String.valueOf(e.getMessage()));
            return call -> Optional.empty();
        }
    }
}
