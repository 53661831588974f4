package io.github.ostiary.config;

import io.github.ostiary.config.GlobalConfig.AnswerConfig;
import io.github.ostiary.config.GlobalConfig.CallerConfig;
import io.github.ostiary.config.GlobalConfig.ExplainConfig;
import io.github.ostiary.config.GlobalConfig.MetricsConfig;
import io.github.ostiary.config.GlobalConfig.OperatorConfig;
import io.github.ostiary.config.GlobalConfig.RuleDefaults;
import io.github.ostiary.config.GlobalConfig.StorageConfig;
import io.github.ostiary.edge.BodySettings;
import io.github.ostiary.edge.HeaderStyle;
import io.github.ostiary.identity.ClientAddress;
import io.github.ostiary.identity.TrustedProxies;
import io.github.ostiary.rule.FailurePolicy;
import java.nio.charset.Charset;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads the keys outside rules. */
final class GlobalReader {

    private static final Pattern REDIS = Pattern.compile("rediss?(?:\\+sentinel|\\+cluster)?://.+");
    private static final Pattern SIZE = Pattern.compile("(\\d{1,9}) ?([kKmM][bB])?");
    private static final int SHORTEST_SECRET = 16;
    private static final int KIB = 1_024;
    private static final int LARGEST_BODY = 16 * KIB * KIB;

    private GlobalReader() {}

    /**
     * Reads them.
     *
     * @param section without a prefix
     * @param scope what the default {@code keyPrefix} ends in
     */
    static GlobalConfig read(Section section, String scope) {
        Optional<String> redisUri = text(section, "redis.uri");
        StoreKind store = section.choice(
                "store", StoreKind.class, section.states("redis.uri") ? StoreKind.REDIS : StoreKind.LOCAL);
        if (store == StoreKind.REDIS && !section.states("redis.uri")) {
            section.reject("store", "redis.uri is missing; set it, such as redis.uri=redis://localhost:6379");
        }
        boolean enabled = section.flag("enabled", true);
        boolean enforce = section.flag("enforce", true);
        Duration timeout =
                section.duration("redis.timeout", Duration.ofMillis(1), Duration.ofSeconds(10), Duration.ofMillis(50));
        String prefix = text(section, "keyPrefix").orElse(KeyPrefix.defaultFor(scope));
        FailurePolicy onStoreFailure = section.choice("onStoreFailure", FailurePolicy.class, FailurePolicy.LOCAL);
        int nodes = section.number("expectedNodes", 1, 10_000, 1);
        String forwarded = text(section, "forwardedHeader").orElse("X-Forwarded-For");
        int ipv6 = section.number("ipv6Prefix", 1, 128, 64);
        HeaderStyle headers = section.choice("headers", HeaderStyle.class, HeaderStyle.DRAFT);
        int tracked = section.number("maxTrackedKeys", 1_000, 50_000_000, 100_000);
        int waiting = section.number("maxWaiting", 1, 100_000, 150);
        Optional<String> secret = text(section, "keySecret");
        return new GlobalConfig(
                enabled,
                new RuleDefaults(enforce, onStoreFailure),
                new StorageConfig(store, redisUri, timeout, prefix, nodes, tracked),
                new CallerConfig(section.text("trustedProxies").orElse(""), forwarded, ipv6, secret),
                answers(section, headers),
                waiting,
                new OperatorConfig(
                        text(section, "listener"),
                        section.read("metrics", GlobalReader::metrics).orElse(MetricsConfig.NONE)));
    }

    private static MetricsConfig metrics(String text) {
        String lower = text.toLowerCase(Locale.ROOT);
        if (lower.equals("none") || lower.equals("auto")) {
            return new MetricsConfig(lower.equals("auto"), Set.of());
        }
        Set<MetricsKind> named = EnumSet.noneOf(MetricsKind.class);
        for (String word : Values.list(text)) {
            named.add(metricsKind(word));
        }
        return new MetricsConfig(false, named);
    }

    private static MetricsKind metricsKind(String word) {
        for (MetricsKind kind : MetricsKind.values()) {
            if (kind.name().equalsIgnoreCase(word)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("must be none, auto, or a list of jmx, micrometer,"
                + " microprofile and opentelemetry, such as metrics=micrometer");
    }

    private static AnswerConfig answers(Section section, HeaderStyle headers) {
        return new AnswerConfig(
                headers,
                bodies(section),
                text(section, "deniedPage"),
                text(section, "challengePage"),
                text(section, "denialHandler"),
                new ExplainConfig(
                        section.read("explain.keep", GlobalReader::keep).orElse(Duration.ofHours(1)),
                        section.number("explain.max", 100, 100_000, 10_000)));
    }

    private static BodySettings bodies(Section section) {
        BodySettings usual = BodySettings.USUAL;
        if (!section.states("formEncoding") && !section.states("json.maxBody")) {
            return usual;
        }
        return new BodySettings(
                section.read("formEncoding", GlobalReader::charset).orElse(usual.formEncoding()),
                section.read("json.maxBody", GlobalReader::bodySize).orElse(usual.jsonBytes()));
    }

    /** Finds where calls come from; a list of proxies that cannot be read is reported later. */
    static ClientAddress client(Section section, GlobalConfig global) {
        TrustedProxies nobody = TrustedProxies.parse("");
        String stated = global.callers().trustedProxies();
        TrustedProxies trusted = stated.isEmpty()
                ? nobody
                : section.references()
                        .read("trustedProxies", stated, TrustedProxies::parse)
                        .orElse(nobody);
        return new ClientAddress(
                trusted, global.callers().forwardedHeader(), global.callers().ipv6Prefix());
    }

    private static Duration keep(String text) {
        return text.equals("0") ? Duration.ZERO : Values.duration(text, Duration.ZERO, Duration.ofDays(7));
    }

    /** What stays text. */
    private static Optional<String> text(Section section, String key) {
        return section.read(key, text -> checked(key, text));
    }

    private static String checked(String key, String text) {
        return switch (key) {
            case "redis.uri" -> redisUri(text);
            case "keyPrefix" -> KeyPrefix.parse(text);
            case "forwardedHeader" -> header(text);
            case "keySecret" -> secret(text);
            case "deniedPage" -> page(text, "/denied.html");
            case "challengePage" -> page(text, "/challenge.html");
            case "denialHandler" -> Values.className(text, "com.example.MyHandler");
            case "listener" -> Values.className(text, "com.example.MyListener");
            default -> throw new IllegalStateException(key);
        };
    }

    private static String redisUri(String text) {
        return require(
                REDIS.matcher(text).matches(),
                text,
                "must start with redis://, rediss://, redis+sentinel:// or redis+cluster://,"
                        + " such as redis://localhost:6379");
    }

    private static String header(String text) {
        return require(
                Values.isToken(text), text, "'" + text + "' is not a header's name; write one, such as Forwarded");
    }

    private static String secret(String text) {
        return require(
                text.length() >= SHORTEST_SECRET,
                text,
                "must have at least " + SHORTEST_SECRET + " characters; openssl rand -base64 32 makes a good one");
    }

    private static String page(String text, String example) {
        return require(
                text.startsWith("/"), text, "must start with /, the root of the application, such as " + example);
    }

    /** Bytes, or with KB or MB behind the figure. */
    private static int bodySize(String text) {
        Matcher size = SIZE.matcher(text);
        int unit =
                !size.matches() || size.group(2) == null ? 1 : size.group(2).equalsIgnoreCase("KB") ? KIB : KIB * KIB;
        long bytes = size.matches() ? Long.parseLong(size.group(1)) * unit : 0;
        if (bytes < KIB || bytes > LARGEST_BODY) {
            throw new IllegalArgumentException("must be from 1KB to 16MB, in bytes or with KB or MB, such as 64KB");
        }
        return (int) bytes;
    }

    private static Charset charset(String text) {
        try {
            return Charset.forName(text);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a charset of this JVM; write one, such as UTF-8 or ISO-8859-1", e);
        }
    }

    private static String require(boolean holds, String text, String message) {
        if (!holds) {
            throw new IllegalArgumentException(message);
        }
        return text;
    }
}
