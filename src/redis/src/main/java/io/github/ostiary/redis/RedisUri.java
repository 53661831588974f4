package io.github.ostiary.redis;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The address of Redis. Immutable; never prints the password.
 *
 * @param topology one server, sentinels, or a cluster
 * @param tls whether the connection is encrypted
 * @param hosts the server, the sentinels, or the cluster's entry points
 * @param user or null
 * @param password or null
 * @param database 0 unless the URI names one
 * @param master the primary's name, with sentinels
 */
public record RedisUri(
        Layout topology,
        boolean tls,
        Set<HostAndPort> hosts,
        @Nullable String user,
        @Nullable String password,
        int database,
        @Nullable String master) {

    /** The kind of deployment the URI names. */
    public enum Layout {
        /** {@code redis://} and {@code rediss://}. */
        STANDALONE,
        /** {@code redis+sentinel://}. */
        SENTINEL,
        /** {@code redis+cluster://}. */
        CLUSTER
    }

    private static final String REMEDY = "; write redis://[user:password@]host[:port][/database], rediss://…,"
            + " redis+sentinel://host:port,host:port/master or redis+cluster://host:port,host:port";

    /**
     * Reads a URI.
     *
     * @param text as in {@code redis.uri}
     * @return what it names
     * @throws IllegalArgumentException if it names nothing usable; the message carries no credentials
     */
    public static RedisUri parse(String text) {
        int colon = text.indexOf("://");
        String scheme = colon < 0 ? "" : text.substring(0, colon);
        Layout topology =
                switch (scheme) {
                    case "redis", "rediss" -> Layout.STANDALONE;
                    case "redis+sentinel" -> Layout.SENTINEL;
                    case "redis+cluster" -> Layout.CLUSTER;
                    default -> throw new IllegalArgumentException("not a Redis URI" + REMEDY);
                };
        String rest = text.substring(colon + 3);
        int slash = rest.indexOf('/');
        String authority = slash < 0 ? rest : rest.substring(0, slash);
        String path = slash < 0 ? "" : rest.substring(slash + 1);
        int at = authority.lastIndexOf('@');
        String userInfo = at < 0 ? "" : authority.substring(0, at);
        int divider = userInfo.indexOf(':');
        String user = divider < 0 ? userInfo : userInfo.substring(0, divider);
        String password = divider < 0 ? "" : userInfo.substring(divider + 1);
        Set<HostAndPort> hosts = hosts(authority.substring(at + 1), topology == Layout.SENTINEL ? 26379 : 6379);
        if (topology == Layout.STANDALONE && hosts.size() > 1) {
            throw new IllegalArgumentException("redis:// names one server, not " + hosts.size() + REMEDY);
        }
        return new RedisUri(
                topology,
                scheme.equals("rediss"),
                hosts,
                decoded(user),
                decoded(password),
                topology == Layout.STANDALONE ? database(path) : 0,
                topology == Layout.SENTINEL ? master(path) : null);
    }

    private static Set<HostAndPort> hosts(String list, int defaultPort) {
        Set<HostAndPort> hosts = new LinkedHashSet<>();
        for (String host : list.split(",", -1)) {
            try {
                URI uri = new URI("redis://" + host.strip());
                if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
                    throw notAHost();
                }
                hosts.add(new HostAndPort(uri.getHost(), uri.getPort() < 0 ? defaultPort : uri.getPort()));
            } catch (URISyntaxException e) {
                throw notAHost();
            }
        }
        return hosts;
    }

    /** Tells nothing of the text: an unescaped slash makes a host of half a password. */
    private static IllegalArgumentException notAHost() {
        return new IllegalArgumentException(
                "what follows the scheme, user and password is not host:port, the port 1 to 65535 (in a password, / is written %2F and @ %40)"
                        + REMEDY);
    }

    private static @Nullable String decoded(String text) {
        try {
            return text.isEmpty() ? null : URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
        } catch (IllegalArgumentException e) { // its message quotes a part of the password
            throw new IllegalArgumentException(
                    "in user and password, two hexadecimal digits must follow each % (% itself is written %25)"
                            + REMEDY);
        }
    }

    private static int database(String path) {
        if (path.isEmpty()) {
            return 0;
        }
        if (!path.matches("\\d{1,5}")) {
            throw new IllegalArgumentException(
                    "what follows the last slash is not a database number (in a password, / is written %2F)" + REMEDY);
        }
        return Integer.parseInt(path);
    }

    private static String master(String path) {
        if (path.isEmpty()) {
            throw new IllegalArgumentException("the primary's name is missing" + REMEDY);
        }
        return path;
    }

    /** The hosts only. */
    @Override
    public String toString() {
        return hosts.toString();
    }
}
