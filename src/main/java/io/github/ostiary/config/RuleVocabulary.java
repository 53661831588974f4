package io.github.ostiary.config;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The kinds of rules and the keys each one knows; some of them only to say why they are rejected. */
enum RuleVocabulary {
    LIMIT,
    CONCURRENCY,
    LOCKOUT,
    ALLOW,
    BLOCK,
    /** Stands for several rules, see {@link SignInReader}. */
    SIGNIN;

    private static final Pattern PLAN = Pattern.compile("rate\\.[A-Za-z0-9_.-]{1,64}");
    private static final Set<String> COMMON =
            Set.of("path", "methods", "when", "position", "key", "enforce", "onStoreFailure", "status");
    private static final Set<String> LIMIT_KEYS = commonAnd(
            "description",
            "perIp",
            "rate",
            "rate.by",
            "algorithm",
            "minInterval",
            "countDenied",
            "cost",
            "costMissing",
            "onMissingKey",
            "wait",
            "burst",
            "initial",
            "refill",
            "precision");
    private static final Set<String> CONCURRENCY_KEYS =
            commonAnd("description", "perIp", "permits", "lease", "wait", "onMissingKey");
    private static final Set<String> LOCKOUT_KEYS = commonAnd(
            "description",
            "perIp",
            "login",
            "failure",
            "success",
            "neutral",
            "unclear",
            "steps",
            "consecutive",
            "distinct",
            "extendOnAttempt",
            "memory",
            "cap",
            "victimLock",
            "exempt",
            "settle",
            "wait",
            "challenge.verifier",
            "challenge.attempts",
            "challenge.lock",
            "siege",
            "siege.begin",
            "onMissingKey");
    private static final Set<String> ALLOW_KEYS = commonAnd("ip", "principal", "bypass");
    private static final Set<String> BLOCK_KEYS = commonAnd("ip", "principal");

    /** The first part of its keys. */
    String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its keys, bar those that are named after a plan. */
    Set<String> keys() {
        return switch (this) {
            case LIMIT -> LIMIT_KEYS;
            case CONCURRENCY -> CONCURRENCY_KEYS;
            case LOCKOUT -> LOCKOUT_KEYS;
            case ALLOW -> ALLOW_KEYS;
            case BLOCK -> BLOCK_KEYS;
            case SIGNIN -> OfSignIn.KEYS;
        };
    }

    boolean knows(String key) {
        return keys().contains(key) || isPlan(key);
    }

    /** Whether a key is {@code rate.PLAN} of a limit. */
    boolean isPlan(String key) {
        return this == LIMIT && !keys().contains(key) && PLAN.matcher(key).matches();
    }

    /** Whether it denies, so that callers get to see its rules' names. */
    boolean denies() {
        return this != ALLOW && this != SIGNIN;
    }

    static Optional<RuleVocabulary> byPrefix(String prefix) {
        for (RuleVocabulary kind : values()) {
            if (kind.prefix().equals(prefix)) {
                return Optional.of(kind);
            }
        }
        return Optional.empty();
    }

    /** Later than the constants, which its keys are made of. */
    private static final class OfSignIn {
        static final Set<String> KEYS = SignInReader.keys();
    }

    private static Set<String> commonAnd(String... own) {
        Set<String> keys = new HashSet<>(COMMON);
        keys.addAll(List.of(own));
        return Set.copyOf(keys);
    }
}
