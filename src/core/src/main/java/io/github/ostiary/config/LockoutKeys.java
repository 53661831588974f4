package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ValueType.FLAG;
import static io.github.ostiary.config.ValueType.TEXT;
import static io.github.ostiary.config.ValueType.captcha;
import static io.github.ostiary.config.ValueType.choice;
import static io.github.ostiary.config.ValueType.duration;
import static io.github.ostiary.config.ValueType.number;
import static io.github.ostiary.config.ValueType.parsed;
import static io.github.ostiary.config.ValueType.text;

import io.github.ostiary.config.ConfigKey.Secret;
import io.github.ostiary.rule.SiegeThreshold;
import io.github.ostiary.rule.Signal;
import io.github.ostiary.store.Step;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The keys of {@code lockout.NAME}. */
final class LockoutKeys {

    static final ConfigKeys ALL = ConfigKeys.with(OVERRIDE, RuleKeys.COUNTING);

    /** Whether it denies, or only reports, for good or until a success is proved. */
    static final ConfigKey<RuleKeys.Enforcement> ENFORCE =
            ALL.key("enforce", choice(RuleKeys.Enforcement.class), "true");

    /** A key that is not allowed. */
    static final ConfigKey<String> PER_IP = ALL.key("perIp", TEXT);

    /** The sign-ins that the container, or Spring Security, does itself. */
    static final ConfigKey<String> LOGIN =
            ALL.fixed("it decides which sign-ins are guarded").key("login", TEXT);

    /** The signs of a failure. */
    static final ConfigKey<List<Signal>> FAILURE = ALL.key("failure", parsed(SignalParser::failure));

    /** The proofs of a success. */
    static final ConfigKey<SignalParser.Successes> SUCCESS = ALL.key("success", parsed(SignalParser::successes));

    /** Answers that are no attempt. */
    static final ConfigKey<List<Signal>> NEUTRAL = ALL.key("neutral", parsed(SignalParser::neutral));

    /** The attempts without a clear end that are given back. */
    static final ConfigKey<Integer> UNCLEAR = ALL.key("unclear", number(0, 1_000));

    /** The source whose different values are counted, rather than failures. */
    static final ConfigKey<String> DISTINCT = ALL.fixed(RuleKeys.COUNTED).key("distinct", TEXT);

    /** Whether a success clears the failures before it. */
    static final ConfigKey<Boolean> CONSECUTIVE = ALL.key("consecutive", FLAG, "true");

    /** How long the networks of earlier successes pass locks; none if they do not. */
    static final ConfigKey<Duration> EXEMPT = ALL.key("exempt", parsed(LockoutKeys::exempt));

    /** The ladder of thresholds. */
    static final ConfigKey<List<Step>> STEPS = ALL.elsewhere(
                    "one key says how many, how fast and for how long, such as KEY=3/1m lock 5m",
                    "attempts|maxAttempts|threshold|failures|maxFailures|lock|lockDuration|duration|window|rate|limit")
            .key("steps", parsed(StepsParser::parse));

    /** How long after its end a lock still makes the next one longer. */
    static final ConfigKey<Duration> MEMORY = ALL.key("memory", duration("1m", "366d"), "24h");

    /** Whether an attempt while locked begins the lock anew. */
    static final ConfigKey<Boolean> EXTEND_ON_ATTEMPT = ALL.key("extendOnAttempt", FLAG, "false");

    /** The failures in a row that block. */
    static final ConfigKey<Integer> CAP = ALL.key("cap", number(0, 1_000), "0");

    /** The failures that begin a siege. */
    static final ConfigKey<SiegeThreshold> SIEGE_BEGIN = ALL.key("siege.begin", parsed(LockoutKeys::siege));

    /** The limit of callers who are not known, in place of a challenge. */
    static final ConfigKey<String> SIEGE_LIMIT = ALL.key("siege.limit", TEXT);

    /** Whether there is a siege, whatever is measured. */
    static final ConfigKey<SiegeMode> SIEGE = ALL.key("siege", choice(SiegeMode.class), "auto");

    /** Whether it is known that attackers can shut a victim out. */
    static final ConfigKey<Accepted> VICTIM_LOCK = ALL.key("victimLock", choice(Accepted.class));

    /** Whether pages of other sites may sign in. */
    static final ConfigKey<Accepted> CROSS_SITE = ALL.key("crossSite", choice(Accepted.class));

    /** The captcha, or the class, that checks the answers to challenges. */
    static final ConfigKey<String> CHALLENGE_VERIFIER =
            ALL.fixed(RuleKeys.CLASS).key("challenge.verifier", captcha("com.example.Captcha"));

    /** How long a phone looks for the answer to a puzzle. */
    static final ConfigKey<Duration> PUZZLE_EFFORT = ALL.key("puzzle.effort", duration("10ms", "10s"), "1s");

    /** The public key of a captcha service. */
    static final ConfigKey<String> CAPTCHA_SITE_KEY = ALL.fixed("it is one of two keys that belong together")
            .key(
                    "captcha.siteKey",
                    text("[A-Za-z0-9._-]{1,200}", "must be the site key of the service: letters, digits and . _ -"));

    /** The secret key of a captcha service. */
    static final ConfigKey<String> CAPTCHA_SECRET = ALL.fixed("it is a secret")
            .secret(Secret.ALL)
            .key("captcha.secret", text("[!-~]{8,200}", "must be the secret key of the service, 8 to 200 characters"));

    /** The hosts that answers may be of. */
    static final ConfigKey<List<String>> CAPTCHA_HOSTS = ALL.key("captcha.hosts", parsed(LockoutKeys::hosts));

    /** How long a captcha service is waited for. */
    static final ConfigKey<Duration> CAPTCHA_TIMEOUT = ALL.key("captcha.timeout", duration("100ms", "30s"), "2s");

    /** The least score of reCAPTCHA v3. */
    static final ConfigKey<Double> CAPTCHA_SCORE = ALL.key("captcha.score", parsed(LockoutKeys::score));

    /** What callers get while a captcha service is away. */
    static final ConfigKey<CaptchaFailure> CAPTCHA_ON_FAILURE =
            ALL.key("captcha.onFailure", choice(CaptchaFailure.class), "puzzle");

    /** The wrong answers that lock. */
    static final ConfigKey<Integer> CHALLENGE_ATTEMPTS = ALL.key("challenge.attempts", number(1, 100), "3");

    /** The time for which wrong answers lock. */
    static final ConfigKey<Duration> CHALLENGE_LOCK = ALL.key("challenge.lock", duration("1s", "36500d"), "5m");

    /** The time after which an attempt without a known end is a failure. */
    static final ConfigKey<Duration> SETTLE = ALL.key("settle", duration("1s", "10m"), "30s");

    /** How long an attempt is held while others of the same key are looked at. */
    static final ConfigKey<Duration> WAIT = ALL.key("wait", duration("0ms", "1m"), "5s");

    private static final Pattern RECENT_SUCCESS = Pattern.compile("recent-success\\s+(\\S+)");

    /** The words of {@code siege}. */
    enum SiegeMode {
        AUTO,
        ON,
        OFF
    }

    /** The words of {@code victimLock}. */
    enum Accepted {
        /** The application has its reasons. */
        ACCEPT
    }

    /** The words of {@code captcha.onFailure}. */
    enum CaptchaFailure {
        PUZZLE,
        DENY
    }

    private LockoutKeys() {}

    private static List<String> hosts(String text) {
        List<String> hosts = Values.list(text.toLowerCase(Locale.ROOT));
        if (!hosts.stream().allMatch(host -> host.matches("[a-z0-9._-]+"))) {
            throw new IllegalArgumentException("must be host names, such as shop.example, without https:// and port");
        }
        return hosts;
    }

    private static Double score(String text) {
        if (!text.matches("0(\\.\\d{1,3})?|1(\\.0{1,3})?")) {
            throw new IllegalArgumentException("must be from 0 to 1, such as 0.5");
        }
        return Double.valueOf(text);
    }

    private static Duration exempt(String text) {
        if (text.equals("none")) {
            return Duration.ZERO;
        }
        Matcher exempt = RECENT_SUCCESS.matcher(text);
        if (!exempt.matches()) {
            throw new IllegalArgumentException("'" + text + "' exempts no caller; write recent-success 30d, or none");
        }
        return Values.duration(exempt.group(1), Duration.ofMinutes(1), Duration.ofDays(366));
    }

    private static SiegeThreshold siege(String text) {
        String[] parts = text.split("/", 2);
        if (parts.length != 2) {
            throw new IllegalArgumentException("must be failures/window, such as 20/30m");
        }
        int failures = Values.number(parts[0].strip(), 1, 1_000_000);
        Duration window = Values.duration(parts[1].strip(), Duration.ofMinutes(1), Duration.ofHours(1));
        long ofOne = window.toMinutes() / 10 + 2; // failures and a challenge, each once in ten minutes
        if (failures <= ofOne) {
            throw new IllegalArgumentException(
                    "must be more than the " + ofOne + " failures that count of one network in that time");
        }
        return new SiegeThreshold(failures, Durations.toMicros(window));
    }
}
