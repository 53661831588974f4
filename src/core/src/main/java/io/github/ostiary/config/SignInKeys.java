package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.captcha;
import static io.github.ostiary.config.ValueType.choice;
import static io.github.ostiary.config.ValueType.either;
import static io.github.ostiary.config.ValueType.text;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The keys of {@code signin.NAME}: its own, those that its rules share, and those of its rules. */
final class SignInKeys {

    static final ConfigKeys ALL = ConfigKeys.with(OVERRIDE);

    /** Shared by all its rules. */
    static final List<ConfigKey<?>> OF_ALL =
            List.of(RuleKeys.PATH, RuleKeys.POSITION, LockoutKeys.ENFORCE, RuleKeys.ON_STORE_FAILURE, RuleKeys.STATUS);

    /** Shared by its lockouts. */
    static final List<ConfigKey<?>> OF_LOCKOUTS = List.of(
            LockoutKeys.LOGIN,
            RuleKeys.METHODS,
            RuleKeys.WHEN,
            LockoutKeys.FAILURE,
            LockoutKeys.SUCCESS,
            LockoutKeys.NEUTRAL,
            LockoutKeys.CROSS_SITE);

    private static final String SOURCE = "(?:(?:param|json|header|attribute|arg):|basic:?)[^|+,\\s]*";

    private static final ConfigKeys MEMBERS = ALL.fixed("it decides who is counted by which rules");

    /** The name that a caller types. */
    static final ConfigKey<String> NAME = MEMBERS.key(
            "name",
            text(
                    SOURCE + "(?:\\s*\\|\\s*" + SOURCE + ")*",
                    "must be one source of the name that callers type, or several with | between them, such as"
                            + " param:username, json:user.name, basic:user, header:X-User, attribute:user or arg:0,"
                            + " without ip; the rules add the address themselves"));

    /** The captcha, or the class, that checks the answers to challenges. */
    static final ConfigKey<String> CAPTCHA = ALL.fixed(RuleKeys.CLASS).key("captcha", captcha("com.example.Captcha"));

    /** Shared by the rules that ask for it. */
    static final List<ConfigKey<?>> OF_CAPTCHA = List.of(
            LockoutKeys.PUZZLE_EFFORT,
            LockoutKeys.CAPTCHA_SITE_KEY,
            LockoutKeys.CAPTCHA_SECRET,
            LockoutKeys.CAPTCHA_HOSTS,
            LockoutKeys.CAPTCHA_TIMEOUT,
            LockoutKeys.CAPTCHA_SCORE,
            LockoutKeys.CAPTCHA_ON_FAILURE);

    /** The choice of figures. */
    static final ConfigKey<SignInPart.Strictness> STRICTNESS =
            ALL.key("strictness", choice(SignInPart.Strictness.class), "normal");

    /** Whether each of its rules is made. */
    static final Map<SignInPart, ConfigKey<Boolean>> PARTS = new EnumMap<>(SignInPart.class);

    static {
        OF_ALL.forEach(ALL::add);
        OF_LOCKOUTS.forEach(ALL::add);
        OF_CAPTCHA.forEach(ALL::add);
        ALL.add(LockoutKeys.SIEGE);
        ALL.add(LockoutKeys.SIEGE_BEGIN);
        for (SignInPart part : SignInPart.values()) {
            if (part != SignInPart.SIEGE) { // which has a word of another meaning
                PARTS.put(part, MEMBERS.key(part.word(), either("on", "off"), "on"));
            }
            part.keys().known().values().forEach(key -> ALL.add(part.key(key)));
        }
    }

    private SignInKeys() {}
}
