package io.github.ostiary.config;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.edge.Position;
import io.github.ostiary.identity.Condition;
import io.github.ostiary.identity.KeyExpression;
import io.github.ostiary.rule.CallTerms;
import io.github.ostiary.rule.Methods;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.rule.RequestMatcher;
import io.github.ostiary.rule.RuleBasics;
import io.github.ostiary.text.Log;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Reads what rules of all kinds have. */
final class BasicsReader {

    private static final System.Logger LOG = Log.of(BasicsReader.class);

    private final RuleName name;
    private final Section rule;
    private final RuleContext context;
    private final List<String> paths;
    private final Methods methods;
    private final Position position;

    /**
     * Reads lists and words; what they refer to follows in {@link #read}.
     *
     * @param everywhere whether a rule without a path is about all
     * @param defaultMethods of a rule with a path that states none
     */
    BasicsReader(RuleName name, Section rule, RuleContext context, boolean everywhere, Methods defaultMethods) {
        this.name = name;
        this.rule = rule;
        this.context = context;
        if (!everywhere && !rule.states(RuleKeys.PATH)) {
            String message = "it means nothing without a path; add " + rule.full(RuleKeys.PATH) + "=/* or remove it";
            rule.reject(RuleKeys.METHODS, message);
            rule.reject(RuleKeys.POSITION, message);
        }
        paths = rule.find(RuleKeys.PATH).orElse(everywhere ? List.of("/*") : List.of());
        methods = rule.find(RuleKeys.METHODS).orElse(rule.states(RuleKeys.PATH) ? defaultMethods : Methods.ALL);
        position = rule.get(RuleKeys.POSITION);
    }

    /** Whether the rule only reports: it or the whole configuration does not enforce. */
    boolean shadow() {
        boolean own = name.kind() == RuleVocabulary.LOCKOUT
                ? rule.get(LockoutKeys.ENFORCE) != RuleKeys.Enforcement.FALSE
                : rule.get(RuleKeys.ENFORCE);
        return !(own && context.global().get(GlobalKeys.ENFORCE));
    }

    /**
     * Reads the rest.
     *
     * @param meaning the condition's, where a body hides what it depends on
     * @param asksForCaller whether it counts, or names, who has signed in
     * @return if there were problems, defaults stand in for what is wrong
     */
    RuleBasics read(boolean shadow, Function<Condition, Predicate<CallContext>> meaning, boolean asksForCaller) {
        OptionalInt status = rule.find(RuleKeys.STATUS).map(OptionalInt::of).orElseGet(OptionalInt::empty);
        return basics(matcher(methods, meaning, asksForCaller), shadow, status);
    }

    /** The same for a rule that waives others: what it is about must be certain, and its methods are compared exactly. */
    RuleBasics readWaiver(boolean asksForCaller) {
        return basics(matcher(methods.exactly(), Condition::certainly, asksForCaller), false, OptionalInt.empty());
    }

    private RuleBasics basics(RequestMatcher matcher, boolean shadow, OptionalInt status) {
        return new RuleBasics(
                name.name(),
                matcher,
                shadow,
                status,
                rule.find(RuleKeys.DESCRIPTION),
                context.counts().of(name.toString()));
    }

    /** How calls of a rule that counts are decided. */
    CallTerms terms(long waitMicros, UnaryOperator<Key> adopt, KeyExpression key) {
        return new CallTerms(
                rule.find(RuleKeys.ON_STORE_FAILURE).orElse(context.global().get(GlobalKeys.ON_STORE_FAILURE)),
                waitMicros,
                rule.get(RuleKeys.ON_MISSING_KEY),
                adopt,
                key::knownAs);
    }

    private RequestMatcher matcher(
            Methods about, Function<Condition, Predicate<CallContext>> meaning, boolean asksForCaller) {
        Section references = rule.references();
        List<PathPattern> included = new ArrayList<>();
        List<PathPattern> excluded = new ArrayList<>();
        for (String path : paths) {
            boolean excludes = path.startsWith("!");
            checkSeen(references, path);
            references
                    .read(RuleKeys.PATH, excludes ? path.substring(1) : path, PathPattern::parse)
                    .ifPresent((excludes ? excluded : included)::add);
        }
        if (included.isEmpty() && !excluded.isEmpty()) {
            included.add(PathPattern.parse("/*"));
        }
        Optional<Condition> when = references.read(RuleKeys.WHEN, KeyReader::condition);
        boolean late = asksForCaller || when.filter(this::asksForCaller).isPresent();
        return new RequestMatcher(
                included,
                excluded,
                about,
                when.map(meaning).orElse(RequestMatcher.ALWAYS),
                late && !included.isEmpty() ? behindSignIn() : position);
    }

    /**
     * Whether a condition asks who calls: what a sign-in answers itself never arrives behind it, and an attempt waits
     * only where nothing else makes sense.
     */
    private boolean asksForCaller(Condition when) {
        return name.kind() == RuleVocabulary.LOCKOUT ? when.needsCaller() : when.asksForCaller();
    }

    /**
     * The position where callers are known, unless the rule says otherwise: before Spring Security's filter none is.
     */
    private Position behindSignIn() {
        if (rule.states(RuleKeys.POSITION) || context.signedInBy() != SignedInBy.SPRING) {
            return position;
        }
        if (rule.advises()) {
            LOG.log(
                    System.Logger.Level.INFO,
                    "{0} asks who has signed in, so it is decided behind Spring Security''s filter: requests that"
                            + " this filter answers itself are not counted. Write {1}=first to decide before it",
                    name,
                    rule.full(RuleKeys.POSITION));
        }
        return Position.LAST;
    }

    /** Adds a problem for what the container keeps to itself. */
    private static void checkSeen(Section references, String path) {
        if (!path.startsWith("!") && List.of(path.split("/", -1)).contains("j_security_check")) {
            String key = references.full(RuleKeys.PATH);
            String prefix = key.substring(0, key.length() - RuleKeys.PATH.name().length());
            references.reject(
                    RuleKeys.PATH,
                    path,
                    "the container answers j_security_check itself, before any filter, so this rule would never see a"
                            + " password; write "
                            + (prefix.startsWith("signin.")
                                    ? prefix + LockoutKeys.LOGIN.name() + "=container in place of path and name"
                                    : "login=container in place of a lockout's path")
                            + ", or sign in by request.login(name, password) in a servlet of your own and name its path here");
        }
    }
}
