package io.github.ostiary.setup;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The kinds of rules and the keys each one knows; some of them only to say why they are refused. */
enum RuleKind {
    LIMIT,
    ALLOW,
    BLOCK;

    private static final Pattern PLAN = Pattern.compile("rate\\.[A-Za-z0-9_.-]{1,64}");
    private static final Set<String> LIMIT_KEYS = Set.of(
            "path",
            "methods",
            "when",
            "position",
            "key",
            "perIp",
            "enforce",
            "onStoreFailure",
            "status",
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
    private static final Set<String> ALLOW_KEYS = Set.of(
            "path",
            "methods",
            "when",
            "position",
            "key",
            "enforce",
            "onStoreFailure",
            "status",
            "ip",
            "principal",
            "bypass");
    private static final Set<String> BLOCK_KEYS = Set.of(
            "path", "methods", "when", "position", "key", "enforce", "onStoreFailure", "status", "ip", "principal");

    /** The first part of its keys. */
    String prefix() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Its keys, bar those that are named after a plan. */
    Set<String> keys() {
        return switch (this) {
            case LIMIT -> LIMIT_KEYS;
            case ALLOW -> ALLOW_KEYS;
            case BLOCK -> BLOCK_KEYS;
        };
    }

    boolean knows(String key) {
        return keys().contains(key) || isPlan(key);
    }

    /** Whether a key is {@code rate.PLAN} of a limit. */
    boolean isPlan(String key) {
        return this == LIMIT && !keys().contains(key) && PLAN.matcher(key).matches();
    }

    static Optional<RuleKind> byPrefix(String prefix) {
        return Arrays.stream(values())
                .filter(kind -> kind.prefix().equals(prefix))
                .findFirst();
    }
}
