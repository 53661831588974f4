package io.github.ostiary.config;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** The rules that a sign-in stands for. {@code signin.main.account.steps} is a key of the rule {@code lockout.main.account}. */
enum SignInPart {
    /** Slows every address down. */
    LIMIT(true, "10/1m", "30/1m", "10/1m", "10/1m", "10/1m"),
    /** Follows a name on one network. */
    PASSWORD(
            false,
            "3/1h ?, 10/1d lock 15m x2 max 24h",
            "5/1h ?, 20/1d lock 15m x2 max 24h",
            "2/1h ?, 5/1d lock 15m x2 max 24h",
            "3/1h ?, 10/1d lock 15m x2 max 24h",
            "[3/1h ?, ]10/1d lock 30m x2 max 24h"),
    /** Counts the names that one network gets wrong. */
    ADDRESS(
            false,
            "10/1h ?, 30/1d lock 1h x2 max 24h",
            "20/1h ?, 60/1d lock 1h x2 max 24h",
            "5/1h ?, 15/1d lock 1h x2 max 24h",
            "10/1h ?, 30/1d lock 1h x2 max 24h",
            "10/1h ?, 30/1d lock 1h x2 max 24h"),
    /** Follows a name wherever it is tried. */
    ACCOUNT(
            false,
            "10/1d ?, 100/1d lock 1h x2 max 24h rearm 10",
            "20/1d ?, 200/1d lock 1h x2 max 24h rearm 20",
            "5/1d ?, 50/1d lock 1h x2 max 24h rearm 5",
            "10/1d ?, 75/30d lock 1h x2 max 24h rearm 1",
            "[5/1d ?, ]10/366d lock 30m x2 max 4h"),
    /** Lets in callers who are not known during a siege, all together, where there is no captcha. */
    SIEGE(true, "2/1m", "5/1m", "1/1m", "2/1m", "2/1m");

    /** The sets of figures there are. */
    enum Strictness {
        NORMAL,
        LENIENT,
        STRICT,
        /** The figures of NIST SP 800-63B-4 §3.2.2. */
        NIST,
        /** The figures of PCI DSS 4.0.1 §8.3.4. */
        PCI
    }

    private final boolean limits;
    private final String normal;
    private final String lenient;
    private final String strict;
    private final String nist;
    private final String pci;

    /**
     * A part, with its rate or its steps for each strictness; {@code ?} is what follows first, and what stands in brackets is left
     * out where that is no challenge.
     *
     * @param limits whether its rule is a limit, and not a lockout
     */
    SignInPart(boolean limits, String normal, String lenient, String strict, String nist, String pci) {
        this.limits = limits;
        this.normal = normal;
        this.lenient = lenient;
        this.strict = strict;
        this.nist = nist;
        this.pci = pci;
    }

    /** Whether its rule is a limit, and not a lockout. */
    boolean limits() {
        return limits;
    }

    /** The keys of its rule. */
    ConfigKeys keys() {
        return limits ? LimitKeys.ALL : LockoutKeys.ALL;
    }

    /** Its keys' first word behind the name of the sign-in. */
    String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** A key of its rule, as the sign-in has it. */
    <T> ConfigKey<T> key(ConfigKey<T> ofRule) {
        return ofRule.named(word() + "." + ofRule.name());
    }

    /** The key that says how much is too much. */
    ConfigKey<?> figure() {
        return limits ? LimitKeys.RATE : LockoutKeys.STEPS;
    }

    /**
     * The value of that key where it is not stated.
     *
     * @param first what the first step leads to
     */
    String figure(Strictness strictness, String first) {
        String figure =
                switch (strictness) {
                    case NORMAL -> normal;
                    case LENIENT -> lenient;
                    case STRICT -> strict;
                    case NIST -> nist;
                    case PCI -> pci;
                };
        return figure.replaceAll(first.equals("challenge") ? "[\\[\\]]" : "\\[.*\\]", "")
                .replace("?", first);
    }

    /** The part whose key it is, behind the name of the sign-in. */
    static Optional<SignInPart> byKey(String key) {
        return Arrays.stream(values())
                .filter(part -> key.startsWith(part.word() + "."))
                .filter(part -> part.keys()
                        .known()
                        .containsKey(key.substring(part.word().length() + 1)))
                .findFirst();
    }
}
