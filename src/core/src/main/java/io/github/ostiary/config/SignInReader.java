package io.github.ostiary.config;

import io.github.ostiary.config.RuleKeys.Enforcement;
import io.github.ostiary.config.SignInPart.Strictness;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes out what {@code signin.NAME} stands for: ordinary rules, whose keys it sets where the file does not. Nothing else knows of
 * sign-ins: rules are read, decided and shown as if the file had them.
 */
final class SignInReader {

    /** Sources that a condition can ask for. */
    private static final Pattern IN_CONDITIONS =
            Pattern.compile("((?:param|header|attribute|arg):[^/\"|]+)(?:/[^|]*)?");

    private static final Set<String> PLACE = Set.of(RuleKeys.PATH.name(), RuleKeys.POSITION.name());
    private static final System.Logger LOG = Log.of(SignInReader.class);

    private final Settings settings;
    private final Section signIn;
    private final String name;
    private final Strictness strictness;

    private SignInReader(Settings settings, RuleName name, Problems problems) {
        this.settings = settings;
        this.signIn = new Section(name.prefix(), settings, problems);
        this.name = name.name();
        this.strictness = signIn.get(SignInKeys.STRICTNESS);
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

    private List<RuleName> rules(Set<RuleName> declared) {
        for (RuleVocabulary kind : RuleVocabulary.values()) {
            RuleName other = new RuleName(kind, name);
            if (kind != RuleVocabulary.SIGNIN && declared.contains(other)) {
                signIn.problem(other + " has the same name, and beans ask for both by it; rename one of them");
            }
        }
        Optional<String> typed = typed();
        CaptchaReader.check(signIn, SignInKeys.CAPTCHA);
        String first = signIn.find(SignInKeys.CAPTCHA).isPresent() ? "challenge" : "lock 1m";
        List<SignInPart> parts = new ArrayList<>();
        Set<SignInPart> stepped = EnumSet.noneOf(SignInPart.class);
        SignInKeys.PARTS.forEach((part, key) -> {
            if (signIn.find(key).orElse(isUsual(part, typed.orElse("")))) {
                parts.add(part);
                stepped.add(part);
            } else {
                if (part == SignInPart.ACCOUNT && signIn.get(LockoutKeys.SIEGE) != LockoutKeys.SiegeMode.OFF) {
                    parts.add(part); // it still knows who has signed in from where
                }
                checkUnused(part, signIn.full(key) + "=off leaves the rule out; remove this key, or write on there");
            }
        });
        addSiege(parts);
        if (typed.isEmpty() || !signIn.isSound()) {
            return List.of();
        }
        LockoutReader.warnOfReturns(signIn, "signin." + name);
        tellOfProof();
        if (stepped.contains(SignInPart.ACCOUNT)) {
            warnOfStandard();
        }
        List<RuleName> rules = new ArrayList<>();
        for (SignInPart part : parts) {
            rules.add(rule(part));
            if (part.limits() || stepped.contains(part)) {
                write(part, part.figure(), part.figure(strictness, first), SignInKeys.STRICTNESS);
            }
            write(part, typed.get(), stepped.contains(part));
        }
        return rules;
    }

    /** Tells how a right password is known: callers without a session show none of what is usual. */
    private void tellOfProof() {
        if (signIn.advises()
                && signIn.states(RuleKeys.PATH)
                && !signIn.states(LockoutKeys.LOGIN)
                && !signIn.states(LockoutKeys.SUCCESS)) {
            LOG.log(
                    Level.INFO,
                    "signin.{0}: a right password is known by a user whom the container knows, or by a new id of the session"
                            + " that the caller came with. A caller without a session, as of an API, shows neither: its right"
                            + " passwords count as failures unless {1} names another proof, such as status:204 or"
                            + " set-cookie:NAME. If yours are as usual, confirm by {1}=principal, session-renewed",
                    name,
                    signIn.full(LockoutKeys.SUCCESS));
        }
    }

    /** Warns of the price of a standard: strangers can lock users out. */
    private void warnOfStandard() {
        String cost =
                switch (strictness) {
                    case NIST -> "100 wrong passwords in a row disable an account until an operator unlocks it, and anybody can"
                            + " send them. From the 75th on strangers get one a day; the owner still gets in from"
                            + " networks of the last 30 days, and each sign-in begins the count anew";
                    case PCI -> "ten wrong passwords lock a user out everywhere, for 30 minutes at first, and anybody can send"
                            + " them; with a captcha five of them cost one each";
                    default -> "";
                };
        if (signIn.advises() && !cost.isEmpty()) {
            LOG.log(Level.WARNING, "{0}: {1}", signIn.full(SignInKeys.STRICTNESS) + "=" + lower(strictness), cost);
        }
    }

    private static String lower(Strictness strictness) {
        return strictness.name().toLowerCase(Locale.ROOT);
    }

    /** Requests with credentials of the protocol are not all sign-ins, and the container asks at no path of its own. */
    private boolean isUsual(SignInPart part, String typed) {
        boolean unlimited = typed.startsWith("basic") || signIn.states(LockoutKeys.LOGIN);
        boolean limited = signIn.states(part.key(RuleKeys.PATH)) || signIn.states(part.key(LimitKeys.RATE));
        return part != SignInPart.LIMIT || !unlimited || limited;
    }

    /** Whether there is a captcha for callers who are not known. */
    private boolean asks() {
        return signIn.states(SignInKeys.CAPTCHA)
                || signIn.states(SignInPart.ACCOUNT.key(LockoutKeys.CHALLENGE_VERIFIER));
    }

    private void addSiege(List<SignInPart> parts) {
        if (!parts.contains(SignInPart.ACCOUNT)) {
            Optional<ConfigKey<Boolean>> account = Optional.ofNullable(SignInKeys.PARTS.get(SignInPart.ACCOUNT));
            checkUnused(
                    SignInPart.SIEGE,
                    account.map(signIn::full).orElse("") + "=off with " + signIn.full(LockoutKeys.SIEGE)
                            + "=off leaves the rule out; remove this key, or write on there");
        } else if (asks()) {
            checkUnused(SignInPart.SIEGE, "a siege with a captcha limits nothing; remove this key, or the captcha");
        } else {
            parts.add(SignInPart.SIEGE);
        }
    }

    private void checkUnused(SignInPart part, String complaint) {
        for (ConfigKey<?> unused : part.keys().known().values()) {
            signIn.reject(part.key(unused), complaint);
        }
    }

    /** The key of the rules; empty if that cannot be read. */
    private Optional<String> typed() {
        if (signIn.states(LockoutKeys.LOGIN)) {
            signIn.reject(
                    SignInKeys.NAME, "with login the name is known where the password is checked; remove it, or login");
            signIn.reject(
                    SignInPart.LIMIT.key(RuleKeys.PATH),
                    "at a path it would also count what pages of other sites send; remove it, and state "
                            + signIn.full(SignInPart.LIMIT.key(LimitKeys.RATE))
                            + ", which limits the sign-ins of an address where passwords are checked");
            return Optional.of("principal");
        }
        if (!signIn.states(SignInKeys.NAME)) {
            signIn.problem("a sign-in needs the name that callers type; add " + signIn.full(SignInKeys.NAME)
                    + "=param:username (json:MEMBER for JSON, basic:user for BASIC, arg:0 for a bean's first argument), or "
                    + signIn.full(LockoutKeys.LOGIN) + "=container or spring");
        }
        return signIn.find(SignInKeys.NAME);
    }

    private void write(SignInPart part, String typed, boolean steps) {
        if (part.limits()
                && signIn.find(LockoutKeys.ENFORCE)
                        .filter(Enforcement.PROVED::equals)
                        .isPresent()) {
            write(part, RuleKeys.ENFORCE, "true", LockoutKeys.ENFORCE); // it knows no success to wait for
        }
        for (ConfigKey<?> key :
                SignInKeys.OF_ALL) { // a limit without a place is asked only by the lockout that names it
            if (part != SignInPart.SIEGE || !PLACE.contains(key.name())) {
                share(part, key);
            }
        }
        write(part, RuleKeys.KEY, key(part, typed), SignInKeys.NAME);
        if (part == SignInPart.LIMIT) {
            writeAttempts(typed);
        }
        if (part.limits()) {
            return;
        }
        SignInKeys.OF_LOCKOUTS.forEach(key -> share(part, key));
        if (signIn.states(RuleKeys.PATH)
                && !signIn.states(LockoutKeys.LOGIN)) { // what proves nothing has failed: both are rarely needed
            write(part, LockoutKeys.FAILURE, "status:401,403", LockoutKeys.FAILURE);
            write(part, LockoutKeys.SUCCESS, "principal, session-renewed", LockoutKeys.SUCCESS);
        }
        if (part == SignInPart.ADDRESS) {
            write(part, LockoutKeys.DISTINCT, typed, SignInKeys.NAME);
        }
        if (part == SignInPart.ACCOUNT) {
            writeAccount(part, steps);
            writeSiege(part);
        }
        if (settings.value(prefix(part) + LockoutKeys.STEPS.name()).orElse("").contains("challenge")) {
            shareCaptcha(part);
        }
    }

    /** Nobody is exempt from what a standard says of the account, and no answer without a proof is given back. */
    private void writeAccount(SignInPart part, boolean steps) {
        boolean standard = steps && (strictness == Strictness.NIST || strictness == Strictness.PCI);
        boolean exempts = steps && strictness != Strictness.PCI;
        write(part, LockoutKeys.EXEMPT, exempts ? "recent-success 30d" : "none", SignInKeys.STRICTNESS);
        if (standard) {
            write(part, LockoutKeys.UNCLEAR, "0", SignInKeys.STRICTNESS);
        }
        if (standard && strictness == Strictness.NIST) {
            write(part, LockoutKeys.MEMORY, "30d", SignInKeys.STRICTNESS);
            write(part, LockoutKeys.CAP, "100", SignInKeys.STRICTNESS);
            if (!settings.value(prefix(part) + LockoutKeys.CAP.name()).equals(Optional.of("0"))) {
                write(part, LockoutKeys.VICTIM_LOCK, "accept", SignInKeys.STRICTNESS);
            }
        }
    }

    /** A caller who is not known proves to be no program by a challenge; without one, all such callers share a limit. */
    private void writeSiege(SignInPart part) {
        share(part, LockoutKeys.SIEGE);
        share(part, LockoutKeys.SIEGE_BEGIN);
        write(part, LockoutKeys.SIEGE_BEGIN, siegeBegin(), SignInKeys.STRICTNESS);
        if (asks()) {
            shareCaptcha(part);
        } else {
            write(part, LockoutKeys.SIEGE_LIMIT, rule(SignInPart.SIEGE).name(), SignInKeys.CAPTCHA);
        }
    }

    private void shareCaptcha(SignInPart part) {
        share(part, LockoutKeys.CHALLENGE_VERIFIER, SignInKeys.CAPTCHA);
        SignInKeys.OF_CAPTCHA.forEach(key -> share(part, key));
    }

    private String siegeBegin() {
        return switch (strictness) {
            case LENIENT -> "40/30m";
            case NORMAL, NIST, PCI -> "20/30m";
            case STRICT -> "10/30m";
        };
    }

    private static String key(SignInPart part, String typed) {
        return switch (part) {
            case LIMIT, ADDRESS -> "ip";
            case PASSWORD -> typed.replaceAll("\\s*(?:\\||$)", " + ip$0");
            case ACCOUNT -> typed;
            case SIEGE -> "global";
        };
    }

    /** The limit counts what the lockouts count, by any method: whatever has a name, as far as a condition can ask for it. */
    private void writeAttempts(String typed) {
        Matcher asked = IN_CONDITIONS.matcher(typed);
        Optional<String> stated = signIn.text(RuleKeys.WHEN);
        if (signIn.states(RuleKeys.PATH) && asked.matches()) {
            String when = stated.map(condition -> condition + ", ").orElse("") + asked.group(1);
            write(SignInPart.LIMIT, RuleKeys.WHEN, when, stated.isPresent() ? RuleKeys.WHEN : SignInKeys.NAME);
        } else {
            share(SignInPart.LIMIT, RuleKeys.WHEN);
        }
        share(SignInPart.LIMIT, RuleKeys.METHODS);
    }

    private void share(SignInPart part, ConfigKey<?> key) {
        share(part, key, key);
    }

    private void share(SignInPart part, ConfigKey<?> key, ConfigKey<?> shared) {
        signIn.text(shared).ifPresent(value -> write(part, key, value, shared));
    }

    private void write(SignInPart part, ConfigKey<?> key, String value, ConfigKey<?> shared) {
        settings.imply(prefix(part) + key.name(), value, signIn.prefixed(shared));
    }

    private RuleName rule(SignInPart part) {
        return new RuleName(part.limits() ? RuleVocabulary.LIMIT : RuleVocabulary.LOCKOUT, name + "." + part.word());
    }

    private String prefix(SignInPart part) {
        return rule(part).prefix();
    }
}
