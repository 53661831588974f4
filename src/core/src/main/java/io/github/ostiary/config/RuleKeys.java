package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.FLAG;
import static io.github.ostiary.config.ValueType.LIST;
import static io.github.ostiary.config.ValueType.TEXT;
import static io.github.ostiary.config.ValueType.choice;
import static io.github.ostiary.config.ValueType.either;
import static io.github.ostiary.config.ValueType.number;
import static io.github.ostiary.config.ValueType.parsed;

import io.github.ostiary.config.ConfigKey.Secret;
import io.github.ostiary.edge.Position;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.Methods;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** The keys that rules of several kinds have. A kind may know one only to say why it rejects it. */
final class RuleKeys {

    private static final int LONGEST_DESCRIPTION = 200;

    /** Why some keys cannot be overridden. */
    static final String COUNTED = "it decides who is counted, and counters would start again";

    /** Why others cannot be. */
    static final String CLASS = "it names a class";

    /** The keys of rules of all kinds. */
    static final ConfigKeys ALL = ConfigKeys.with(OVERRIDE);

    /** The paths of requests it is about. */
    static final ConfigKey<List<String>> PATH = ALL.elsewhere(
                    "here it is called KEY", "url|urls|uri|urlPattern|pattern")
            .key("path", LIST);

    /** The methods of requests it is about. */
    static final ConfigKey<Methods> METHODS = ALL.key("methods", parsed(RuleKeys::methods));

    /** The condition that a call must meet. */
    static final ConfigKey<String> WHEN = ALL.fixed("it may hold a secret, which would be kept in the store")
            .secret(Secret.COMPARED)
            .key("when", TEXT);

    /** Before every other filter, or behind them. */
    static final ConfigKey<Position> POSITION =
            ALL.fixed("it decides which filters there are").key("position", choice(Position.class), "first");

    /** The key: who is counted. */
    static final ConfigKey<String> KEY = ALL.fixed(COUNTED).key("key", TEXT, "principal | ip");

    /** Whether it denies, and does not only report. */
    static final ConfigKey<Boolean> ENFORCE =
            ALL.key("enforce", new ValueType<>(FLAG.name(), FLAG.bounds(), RuleKeys::enforces), "true");

    /** The policy while Redis does not answer. */
    static final ConfigKey<FailurePolicy> ON_STORE_FAILURE = ALL.key("onStoreFailure", choice(FailurePolicy.class));

    /** The status of a denial. */
    static final ConfigKey<Integer> STATUS = ALL.key("status", number(400, 599));

    /** The keys of rules that count. */
    static final ConfigKeys COUNTING = ConfigKeys.with(OVERRIDE, ALL);

    /** A sentence for operators. */
    static final ConfigKey<String> DESCRIPTION = COUNTING.key("description", parsed(RuleKeys::description));

    /** Whether a bean call without a request is denied when the key finds no caller, and does not pass uncounted. */
    static final ConfigKey<Boolean> ON_MISSING_KEY = COUNTING.key("onMissingKey", either("refuse", "allow"), "refuse");

    /** The words of a lockout's {@code enforce}. */
    enum Enforcement {
        TRUE,
        FALSE,
        PROVED
    }

    private RuleKeys() {}

    private static Methods methods(String text) {
        List<String> listed = Values.list(text);
        if (listed.equals(List.of("*"))) {
            return Methods.ALL;
        }
        Set<String> names = new LinkedHashSet<>();
        for (String name : listed) {
            if (!name.matches("[A-Za-z][A-Za-z-]*")) {
                throw new IllegalArgumentException(
                        "'" + name + "' is not a request method; write a list, such as POST, PUT, or * alone for all");
            }
            names.add(name.toUpperCase(Locale.ROOT));
        }
        return Methods.of(names);
    }

    private static String description(String text) {
        if (text.length() > LONGEST_DESCRIPTION) {
            throw new IllegalArgumentException("must have at most " + LONGEST_DESCRIPTION + " characters, not "
                    + text.length() + "; say it in one sentence");
        }
        return text;
    }

    private static boolean enforces(String text) {
        if (isProved(text)) {
            throw new IllegalArgumentException(
                    "must be true or false; proved is for lockouts and sign-ins only, which can wait for a proved"
                            + " success");
        }
        return FLAG.parser().apply(text);
    }

    /** Whether a lockout enforces from its first proved success on. */
    static boolean isProved(String enforce) {
        return enforce.equalsIgnoreCase(Enforcement.PROVED.name());
    }
}
