package io.github.ostiary.config;

import static io.github.ostiary.config.ConfigKey.ChangedBy.FILE;
import static io.github.ostiary.config.ConfigKey.ChangedBy.OVERRIDE;
import static io.github.ostiary.config.ConfigKey.ChangedBy.START;
import static io.github.ostiary.config.ValueType.FLAG;
import static io.github.ostiary.config.ValueType.TEXT;
import static io.github.ostiary.config.ValueType.choice;
import static io.github.ostiary.config.ValueType.className;
import static io.github.ostiary.config.ValueType.duration;
import static io.github.ostiary.config.ValueType.either;
import static io.github.ostiary.config.ValueType.number;
import static io.github.ostiary.config.ValueType.page;
import static io.github.ostiary.config.ValueType.parsed;
import static io.github.ostiary.config.ValueType.place;
import static io.github.ostiary.config.ValueType.text;

import io.github.ostiary.config.ConfigKey.Secret;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.rule.FailurePolicy;
import java.nio.charset.Charset;
import java.time.Duration;

/** The keys outside rules, in the order in which they are read. */
public final class GlobalKeys {

    static final ConfigKeys ALL = ConfigKeys.with(START);

    private static final ConfigKeys RELOADED = ALL.at(FILE);

    /** The Redis that counts for all nodes. */
    public static final ConfigKey<String> REDIS_URI = ALL.secret(Secret.CREDENTIALS)
            .key(
                    "redis.uri",
                    text(
                            "rediss?(?:\\+sentinel|\\+cluster)?://.+",
                            "must start with redis://, rediss://, redis+sentinel:// or redis+cluster://,"
                                    + " such as redis://localhost:6379"));

    /** Whether counters live in this JVM, and not in Redis. */
    static final ConfigKey<Boolean> STORE = ALL.key("store", either("local", "redis"));

    /** Whether anything is decided at all. */
    public static final ConfigKey<Boolean> ENABLED = ALL.key("enabled", FLAG, "true");

    /** Whether rules deny, and do not only report. */
    static final ConfigKey<Boolean> ENFORCE = ALL.at(OVERRIDE).key("enforce", FLAG, "true");

    /** The longest one decision may wait for Redis. */
    public static final ConfigKey<Duration> REDIS_TIMEOUT = ALL.key("redis.timeout", duration("1ms", "10s"), "50ms");

    /** The text that all keys in Redis begin with. */
    static final ConfigKey<String> KEY_PREFIX = ALL.key("keyPrefix", parsed(KeyPrefix::parse));

    /** The policy while Redis does not answer. */
    static final ConfigKey<FailurePolicy> ON_STORE_FAILURE =
            RELOADED.key("onStoreFailure", choice(FailurePolicy.class), "local");

    /** The number of nodes by which a limit is divided while Redis does not answer. */
    public static final ConfigKey<Integer> EXPECTED_NODES = ALL.key("expectedNodes", number(1, 10_000), "1");

    /** The most counters in this JVM. */
    public static final ConfigKey<Integer> MAX_TRACKED_KEYS =
            ALL.key("maxTrackedKeys", number(1_000, 50_000_000), "100000");

    /** The secret by which identities are hashed before Redis sees them. */
    public static final ConfigKey<String> KEY_SECRET = ALL.secret(Secret.ALL)
            .key(
                    "keySecret",
                    text(
                            text -> text.length() >= 16,
                            "must have at least 16 characters; openssl rand -base64 32 makes a good one"));

    /** The proxies whose forwarding header is believed. */
    public static final ConfigKey<String> TRUSTED_PROXIES = RELOADED.key("trustedProxies", TEXT);

    /** The header in which they say who called. */
    static final ConfigKey<String> FORWARDED_HEADER = RELOADED.key(
            "forwardedHeader",
            text(Values::isToken, "'{0}' is not a header's name; write one, such as Forwarded"),
            "X-Forwarded-For");

    /** The leading bits of an IPv6 address that make one caller. */
    static final ConfigKey<Integer> IPV6_PREFIX = RELOADED.key("ipv6Prefix", number(1, 128), "64");

    /** The charset of forms that name none. */
    public static final ConfigKey<Charset> FORM_ENCODING = ALL.key("formEncoding", parsed(Values::charset), "UTF-8");

    /** The longest body in which a rule looks for a member. */
    public static final ConfigKey<Integer> JSON_MAX_BODY = ALL.key("json.maxBody", parsed(Values::bodySize), "64KB");

    /** The headers that tell callers where they stand. */
    public static final ConfigKey<HeaderStyle> HEADERS =
            RELOADED.key("headers", choice(HeaderStyle.class).or("draft", HeaderStyle.DRAFT_11), "draft-11");

    /** The page a denied browser is forwarded to. */
    public static final ConfigKey<String> DENIED_PAGE = RELOADED.key("deniedPage", page("/denied.html"));

    /** The page for a browser that has a challenge to pass. */
    public static final ConfigKey<String> CHALLENGE_PAGE = RELOADED.key("challengePage", page("/challenge.html"));

    /** The class that writes all denials. */
    public static final ConfigKey<String> DENIAL_HANDLER = ALL.key("denialHandler", className("com.example.MyHandler"));

    /** How long an answered denial is kept; zero for no notes and no references. */
    public static final ConfigKey<Duration> EXPLAIN_KEEP =
            ALL.key("explain.keep", duration("0ms", "7d").or("0", Duration.ZERO), "1h");

    /** How many denials are kept on a node. */
    public static final ConfigKey<Integer> EXPLAIN_MAX = ALL.key("explain.max", number(100, 100_000), "10000");

    /** The class that hears of denials and locks. */
    public static final ConfigKey<String> LISTENER = ALL.key("listener", className("com.example.MyListener"));

    /** How often the file is looked at; zero for not at all. */
    public static final ConfigKey<Duration> RELOAD =
            ALL.key("reload", duration("1s", "1h").or("off", Duration.ZERO), "10s");

    /** The ways by which figures leave the guard. */
    public static final ConfigKey<MetricsConfig> METRICS = ALL.key("metrics", parsed(MetricsConfig::parse), "none");

    /** The place of the console in the application. */
    public static final ConfigKey<String> CONSOLE_PATH = ALL.key("console.path", place("/ostiary"));

    /** The role that may open the console. */
    static final ConfigKey<String> CONSOLE_ROLE = ALL.key(
            "console.role",
            text(
                    text -> text.length() <= 100 && text.matches("[^\\p{Cntrl}\\x{80}-\\x{9f},*]*"),
                    "must be the name of one role, without commas and *, at most 100 characters,"
                            + " such as doorkeeper: not every user who can sign in should open the console"));

    /** Whether the console answers plain HTTP from elsewhere. */
    static final ConfigKey<Boolean> CONSOLE_INSECURE = ALL.key("console.insecure", FLAG, "false");

    /** The place where callers read what they have used. */
    public static final ConfigKey<String> USAGE_PATH = ALL.key("usage.path", place("/me/usage"));

    /** The place where owners of locked names hand in tokens. */
    public static final ConfigKey<String> UNLOCK_PATH = ALL.key("unlock.path", place("/unlock"));

    /** How long the audit trail is kept in the store. */
    public static final ConfigKey<Duration> AUDIT_KEEP = ALL.key("audit.keep", duration("1h", "3653d"), "30d");

    /** The form of the audit log. */
    public static final ConfigKey<AuditForm> AUDIT_FORM = ALL.key("audit.format", choice(AuditForm.class), "text");

    /** Whether the audit log names callers by digests, and not plainly. */
    public static final ConfigKey<Boolean> AUDIT_DIGEST =
            ALL.key("audit.identities", either("digest", "plain"), "digest");

    /** Whether the audit log has each attempt that lockouts count. */
    public static final ConfigKey<Boolean> AUDIT_ATTEMPTS = ALL.key("audit.attempts", FLAG, "false");

    /** Whether JMX shows what operators do. */
    public static final ConfigKey<Boolean> OPERATORS_JMX = ALL.key("operators.jmx", FLAG, "false");

    /** How many calls may be held at once on this node. */
    public static final ConfigKey<Integer> MAX_WAITING = ALL.key("maxWaiting", number(1, 100_000), "150");

    /** Another file to read; looked for before all others. */
    static final ConfigKey<String> CONFIG = ALL.key("config", TEXT, "/WEB-INF/ostiary.properties");

    private GlobalKeys() {}
}
