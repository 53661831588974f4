package io.github.ostiary.config;

import io.github.ostiary.config.SignInPart.Strictness;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes out what {@code signin.NAME} stands for: ordinary rules, whose keys it sets where nobody has. Nothing else knows of
 * sign-ins: rules are read, decided and shown as if somebody had written them.
 */
final class SignInReader {

    private static final Pattern TYPED = Pattern.compile("(?:(?:param|json|header|attribute|arg):|basic:?)[^|+,\\s]*");

    /** Sources that a condition can ask for. */
    private static final Pattern IN_CONDITIONS = Pattern.compile("((?:param|header|attribute|arg):[^/\"]+)(?:/.*)?");

    private static final List<String> OF_ALL = List.of("path", "position", "enforce", "onStoreFailure", "status");
    private static final List<String> OF_LOCKOUTS =
            List.of("login", "methods", "when", "failure", "success", "neutral");

    private final Settings settings;
    private final Section signIn;
    private final String name;

    private SignInReader(Settings settings, RuleName name, Problems problems) {
        this.settings = settings;
        this.signIn = settings.section(name.prefix(), problems);
        this.name = name.name();
    }

    /**
     * Replaces sign-ins by their rules.
     *
     * @param declared all rules and sign-ins
     * @param settings grows by the keys of those rules
     * @param problems grows; a sign-in that is wrong as a whole stands for no rules
     * @return the rules alone, in the order they were declared
     */
    static Set<RuleName> expand(Set<RuleName> declared, Settings settings, Problems problems) {
        Set<RuleName> rules = new LinkedHashSet<>();
        for (RuleName name : declared) {
            if (name.kind() == RuleVocabulary.SIGNIN) {
                rules.addAll(new SignInReader(settings, name, problems).rules(declared));
            } else {
                rules.add(name);
            }
        }
        return rules;
    }

    /**
     * The key that somebody would write to set a key of a part: what all parts share is written once.
     *
     * @param key in full, such as {@code signin.main.account.path}
     */
    static String written(String key) {
        String[] parts = key.split("\\.", 4);
        boolean ofPart = parts.length == 4
                && parts[0].equals("signin")
                && SignInPart.byWord(parts[2]).isPresent();
        if (!ofPart) {
            return key;
        }
        String shared =
                switch (parts[3]) {
                    case "key", "distinct" -> "name";
                    case "challenge.verifier" -> "captcha";
                    default -> parts[3];
                };
        boolean known = RuleVocabulary.SIGNIN.knows(shared);
        return known ? "signin." + parts[1] + "." + shared : key;
    }

    private List<RuleName> rules(Set<RuleName> declared) {
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            RuleName other = new RuleName(kind, name);
            if (kind != RuleVocabulary.SIGNIN && declared.contains(other)) {
                signIn.problem(other + " has the same name, and beans ask for both by it; rename one of them");
            }
        }
        boolean container = signIn.states("login");
        Strictness strictness = strictness();
        Optional<String> typed = container ? ofContainer() : typed();
        Optional<String> captcha = signIn.read("captcha", text -> Values.className(text, "com.example.Captcha"));
        List<SignInPart> parts = new ArrayList<>();
        for (SignInPart part : SignInPart.values()) {
            if (signIn.choice(part.word(), Switch.class, usual(part, typed.orElse(""))) == Switch.ON) {
                parts.add(part);
            } else {
                checkUnused(part);
            }
        }
        if (typed.isEmpty() || !signIn.isSound()) {
            return List.of();
        }
        List<RuleName> rules = new ArrayList<>();
        for (SignInPart part : parts) {
            rules.add(part.of(name));
            write(part, part.figure(strictness, captcha.isPresent() ? "challenge" : "lock 1m"), typed.get());
        }
        return rules;
    }

    /** Requests with credentials of the protocol are not all sign-ins, and the container asks at no path of its own. */
    private Switch usual(SignInPart part, String typed) {
        boolean unlimited = typed.startsWith("basic") || signIn.states("login");
        boolean limited = signIn.states("limit.path") || signIn.states("limit.rate");
        return part == SignInPart.LIMIT && unlimited && !limited ? Switch.OFF : Switch.ON;
    }

    private void checkUnused(SignInPart part) {
        for (String key : signIn.keys()) {
            if (key.startsWith(part.word() + ".")) {
                signIn.reject(
                        key, signIn.full(part.word()) + "=off leaves the rule out; remove this key, or write on there");
            }
        }
    }

    private Strictness strictness() {
        return signIn.choice("strictness", Strictness.class, Strictness.NORMAL);
    }

    private Optional<String> ofContainer() {
        signIn.reject("name", "the container itself knows which name is tried; remove it, or login");
        return Optional.of("principal");
    }

    private Optional<String> typed() {
        if (!signIn.states("name")) {
            signIn.problem("a sign-in needs the name that is typed; add " + signIn.full("name")
                    + "=param:username (json:MEMBER for JSON, basic:user for BASIC, arg:0 for a bean's first argument), or "
                    + signIn.full("login") + "=container");
        }
        return signIn.read("name", text -> {
            if (!TYPED.matcher(text).matches()) {
                throw new IllegalArgumentException(
                        "must be one source of the name that is typed, such as param:username,"
                                + " json:user.name, basic:user, header:X-User, attribute:user or arg:0, without ip; the rules add"
                                + " the address themselves");
            }
            return text;
        });
    }

    private void write(SignInPart part, String figure, String typed) {
        if (part == SignInPart.LIMIT
                && signIn.text("enforce").filter(ProofReader::isStated).isPresent()) {
            write(part, "enforce", "true", "enforce"); // it knows no success to wait for
        }
        OF_ALL.forEach(key -> share(part, key, key));
        write(part, part.figure(), figure, "strictness");
        write(part, "key", key(part, typed), "name");
        if (part == SignInPart.LIMIT) {
            writeAttempts(typed);
            return;
        }
        OF_LOCKOUTS.forEach(key -> share(part, key, key));
        if (signIn.states("path")
                && !signIn.states("login")) { // what proves nothing has failed: both are rarely needed
            write(part, "failure", "status:401,403", "failure");
            write(part, "success", "principal, session-renewed", "success");
        }
        if (part == SignInPart.ADDRESS) {
            write(part, "distinct", typed, "name");
        }
        if (part == SignInPart.ACCOUNT) {
            write(part, "exempt", "recent-success 30d", "strictness");
            writeSiege(part);
        }
        if (settings.value(prefix(part) + "steps").orElse("").contains("challenge")) {
            share(part, "challenge.verifier", "captcha");
        }
    }

    /** Who is not known can prove to be no program only by a challenge. */
    private void writeSiege(SignInPart part) {
        boolean asks = signIn.states("captcha") || signIn.states("account.challenge.verifier");
        if (asks || signIn.states("siege") || signIn.states("siege.begin")) {
            share(part, "siege", "siege");
            share(part, "siege.begin", "siege.begin");
            write(part, "siege.begin", siegeBegin(), "strictness");
            share(part, "challenge.verifier", "captcha");
        }
    }

    private String siegeBegin() {
        return switch (strictness()) {
            case LENIENT -> "40/30m";
            case NORMAL -> "20/30m";
            case STRICT -> "10/30m";
        };
    }

    private static String key(SignInPart part, String typed) {
        return switch (part) {
            case LIMIT, ADDRESS -> "ip";
            case PASSWORD -> typed + " + ip";
            case ACCOUNT -> typed;
        };
    }

    /** The limit counts what the lockouts count, by any method: whatever has a name, as far as a condition can ask for it. */
    private void writeAttempts(String typed) {
        Matcher asked = IN_CONDITIONS.matcher(typed);
        Optional<String> stated = signIn.text("when");
        if (signIn.states("path") && asked.matches()) {
            String when = stated.map(condition -> condition + ", ").orElse("") + asked.group(1);
            write(SignInPart.LIMIT, "when", when, signIn.states("when") ? "when" : "name");
        } else {
            share(SignInPart.LIMIT, "when", "when");
        }
        share(SignInPart.LIMIT, "methods", "methods");
    }

    private void share(SignInPart part, String key, String shared) {
        Optional<String> value = signIn.text(shared);
        if (value.isPresent()) {
            write(part, key, value.get(), shared);
        }
    }

    private void write(SignInPart part, String key, String value, String shared) {
        settings.imply(prefix(part) + key, value, signIn.prefixed(shared));
    }

    private String prefix(SignInPart part) {
        return part.of(name).prefix();
    }

    /** The words that keep a part or leave it out. */
    private enum Switch {
        ON,
        OFF
    }

    /** All keys of a sign-in: its own, and those of its parts. */
    static Set<String> keys() {
        Set<String> keys = new LinkedHashSet<>(Set.of("name", "captcha", "strictness", "siege", "siege.begin"));
        keys.addAll(OF_ALL);
        keys.addAll(OF_LOCKOUTS);
        for (SignInPart part : SignInPart.values()) {
            keys.add(part.word());
            part.kind().keys().forEach(key -> keys.add(part.word() + "." + key));
        }
        return Set.copyOf(keys);
    }
}
