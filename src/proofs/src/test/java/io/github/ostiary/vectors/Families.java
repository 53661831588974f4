package io.github.ostiary.vectors;

import static io.github.ostiary.vectors.Vector.duration;
import static io.github.ostiary.vectors.Vector.optionalDuration;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigInteger;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** From a vector's family and figures to Ostiary's configuration: never from its id. */
final class Families {

    private static final String NAME = "param:username";
    private static final String LONGEST_WINDOW = "366d";

    private Families() {}

    /** Every way the vector is to be played; fails for a family that is not known. */
    static List<Play> plays(Vector vector) {
        return LimitFamilies.plays(vector).orElseGet(() -> identitiesAndLockouts(vector));
    }

    private static List<Play> identitiesAndLockouts(Vector vector) {
        JsonNode config = vector.config();
        return switch (vector.family()) {
            case "key_normalisation" -> List.of(
                    new NamesPlay(Text.limit("sliding-log", config.has("limit") ? LimitFamilies.rate(config) : "1/1s")
                            .with("key", NAME)
                            .with("perIp", "none")
                            .lines()));
            case "client_ip_resolution", "client_ip_key" -> List.of(new AddressPlay(addresses(config)));
            case "concurrency_property_lockout" -> Stream.of(1, 2)
                    .<Play>map(
                            nodes -> new CrowdPlay("", lock(config, "1h", "15m").lines(), nodes))
                    .toList();
            case "lockout_dos_protection" -> List.of(new LockoutPlay(victim(config), "test", "account"));
            default -> List.of(new LockoutPlay(lockout(vector.family(), config).lines(), "test"));
        };
    }

    private static Text lockout(String family, JsonNode config) {
        return switch (family) {
            case "lockout_escalating", "lockout_reset_on_success", "lockout_overflow" -> escalating(config);
            case "lockout_consecutive" -> lock(config, LONGEST_WINDOW, consecutive(config));
            case "fail_window_rate_estimate", "ban_window_boundary" -> Text.lockout(
                    "ip",
                    config.get("maxretry").asText() + "/" + duration(config, "findtime") + " lock "
                            + optionalDuration(config, "bantime").orElse("1ms"));
            case "ban_escalation_formula" -> Text.lockout(NAME, "1/1m lock " + bans(config))
                    .with("memory", LONGEST_WINDOW);
            case "lockout_ladder_captcha" -> Text.lockout(
                            NAME,
                            config.at("/step1/consecutive_wrong_passwords").asText() + "/"
                                    + duration(config.get("step1"), "window") + " challenge")
                    .with(
                            "challenge.attempts",
                            config.at("/step2/wrong_captchas").asText())
                    .with("challenge.lock", duration(config.get("step2"), "for"))
                    .with("victimLock", "accept");
            case "distinct_users_per_ip" -> Text.lockout(
                            "ip",
                            config.get("distinct").asText() + "/" + duration(config, "window") + " lock "
                                    + duration(config, "block"))
                    .with("distinct", NAME);
            case "nist_cap" -> Text.lockout(NAME, "1000/1m lock 1m")
                    .with("cap", config.get("cap").asText())
                    .with("victimLock", "accept");
            default -> throw new AssertionError("this runner does not know the family '" + family + "'");
        };
    }

    private static Text lock(JsonNode config, String window, String lock) {
        String failures =
                config.path("failures").asText(config.path("maximum_attempts").asText());
        return Text.lockout(NAME, failures + "/" + window + " lock " + lock);
    }

    /** A lock that ends strictly after a whole number of milliseconds lasts one longer. */
    private static String consecutive(JsonNode config) {
        return optionalDuration(config, "lock")
                .orElseGet(() -> duration(Vector.micros(config, "unlock_in").orElseThrow() + 1_000));
    }

    /** What is denied counts there as a failure, and starts the lock anew. */
    private static Text escalating(JsonNode config) {
        String count = config.get("failure_factor").asText();
        String window = duration(config, "failure_reset");
        String wait = duration(config, "wait_increment");
        String lock = wait + " +" + wait + " max " + duration(config, "max_wait");
        boolean linear = config.get("strategy").asText().equals("LINEAR");
        String steps = count + "/" + window + " lock " + lock + (linear ? " rearm 1" : "");
        boolean permanent = config.path("permanent_lockout").asBoolean();
        long temporary = config.path("max_temporary_lockouts").asLong();
        if (permanent && temporary == 0) {
            steps = count + "/" + window + " block";
        } else if (permanent) {
            steps += ", " + (config.get("failure_factor").asLong() + temporary) + "/" + window + " block";
        }
        return Text.lockout(NAME, steps)
                .with("extendOnAttempt", "true")
                .with("memory", window)
                .with(permanent, "victimLock", "accept");
    }

    /** Twice as long each time, twenty times at most. */
    private static String bans(JsonNode config) {
        long first = config.get("bantime_s").asLong();
        if (!config.path("increment")
                .asBoolean(config.path("increment").asText("true").equals("true"))) {
            return first + "s";
        }
        String max = config.has("maxtime")
                ? weeks(config.get("maxtime").asText())
                : BigInteger.valueOf(first).shiftLeft(20).min(BigInteger.valueOf(36_500L * 86_400)) + "s";
        return first + "s x2 max " + max;
    }

    private static String weeks(String text) {
        return text.endsWith("w")
                ? 7 * Long.parseLong(text.substring(0, text.length() - 1)) + "d"
                : text.matches("\\d+") ? text + "s" : text;
    }

    /** The network that fails is locked out of the account; all others are challenged but where it was signed in to. */
    private static Map<String, String> victim(JsonNode config) {
        String failures = config.get("user_failures").asText();
        String lock = duration(config, "lock");
        return Text.lockout(NAME + "+ip", failures + "/" + lock + " lock " + lock)
                .and(new Text("lockout.account")
                        .with("key", NAME)
                        .with("steps", failures + "/" + lock + " challenge")
                        .with("exempt", "recent-success 30d"))
                .lines();
    }

    private static Map<String, String> addresses(JsonNode config) {
        Text text = Text.limit("sliding-log", "1/1s").with("key", "ip");
        if (config.has("trusted")) {
            text.global(
                    "trustedProxies",
                    String.join(
                            ", ",
                            Vector.list(config.get("trusted")).stream()
                                    .map(JsonNode::asText)
                                    .toList()));
        }
        if (config.has("ipv6_prefix")) {
            text.global("ipv6Prefix", config.get("ipv6_prefix").asText());
        }
        if (config.has("header")) {
            text.global("forwardedHeader", config.get("header").asText());
        }
        return text.lines();
    }
}
