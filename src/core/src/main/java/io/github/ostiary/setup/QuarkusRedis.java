package io.github.ostiary.setup;

import io.github.ostiary.text.Log;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The Redis that the Redis client of Quarkus is configured for, as {@code redis.uri} would name it. */
final class QuarkusRedis {

    private static final System.Logger LOG = Log.of(QuarkusRedis.class);
    private static final String KEYS = "quarkus.redis.";

    private QuarkusRedis() {}

    /** Suggests it, if there is one. */
    static void suggest(
            Function<String, Optional<PlatformProperties.PlatformAnswer>> config, PlatformProperties found) {
        Optional<PlatformProperties.PlatformAnswer> hosts = config.apply(KEYS + "hosts");
        if (hosts.isEmpty() || hosts.get().value().isBlank()) {
            return;
        }
        Optional<String> uri =
                uri(hosts.get().value(), key -> config.apply(KEYS + key).map(PlatformProperties.PlatformAnswer::value));
        if (uri.isPresent()) {
            found.suggest("redis.uri", uri.get(), hosts.get().origin());
        } else {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "{0}: Ostiary cannot use this Redis for its counters, only client-type standalone, cluster or sentinel"
                            + " by redis:// or rediss://; set ostiary.redis.uri, or ostiary.store=local to keep them in"
                            + " this JVM",
                    hosts.get().origin());
        }
    }

    private static Optional<String> uri(String hosts, Function<String, Optional<String>> config) {
        boolean tls = hosts.strip().startsWith("rediss://")
                || config.apply("tls.enabled").filter("true"::equals).isPresent();
        String[] all = Stream.of(hosts.split(",")).map(String::strip).toArray(String[]::new);
        if (!Stream.of(all).allMatch(host -> host.matches("rediss?://.+"))) {
            return Optional.empty();
        }
        String type = config.apply("client-type").orElse("standalone");
        String first = all[0].substring(all[0].indexOf("://") + 3);
        String user = first.contains("@")
                ? first.substring(0, first.lastIndexOf('@') + 1)
                : config.apply("password").map(QuarkusRedis::user).orElse("");
        return switch (type) {
            case "standalone" -> all.length == 1
                    ? Optional.of(scheme(tls) + user + withoutUser(first))
                    : Optional.empty();
            case "cluster" -> tls ? Optional.empty() : Optional.of("redis+cluster://" + user + listed(all));
            case "sentinel" -> tls
                    ? Optional.empty()
                    : Optional.of("redis+sentinel://" + user + listed(all) + "/"
                            + config.apply("master-name").orElse("mymaster"));
            default -> Optional.empty();
        };
    }

    private static String scheme(boolean tls) {
        return tls ? "rediss://" : "redis://";
    }

    private static String user(String password) {
        return ":" + URLEncoder.encode(password, StandardCharsets.UTF_8).replace("+", "%20") + "@";
    }

    private static String listed(String[] hosts) {
        return Stream.of(hosts)
                .map(host ->
                        withoutUser(host.substring(host.indexOf("://") + 3)).replaceFirst("/.*", ""))
                .collect(Collectors.joining(","));
    }

    private static String withoutUser(String host) {
        return host.substring(host.lastIndexOf('@') + 1);
    }
}
