package io.github.ostiary.config;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Knows which keys hold secrets, and takes them out of messages: {@code keySecret} wholly, whatever is not plainly host,
 * port and name of {@code redis.uri}, and what a {@code when} compares headers with.
 */
final class Secrets {

    private static final String MASK = "***";
    private static final Pattern SCHEME = Pattern.compile("^[a-z+]{1,20}://");
    private static final Pattern HOSTS =
            Pattern.compile("(?:\\[[0-9a-fA-F:.]+]|[A-Za-z0-9][A-Za-z0-9._-]*)(?::\\d{1,5})?"
                    + "(?:,(?:\\[[0-9a-fA-F:.]+]|[A-Za-z0-9][A-Za-z0-9._-]*)(?::\\d{1,5})?)*(?:/[A-Za-z0-9_-]*)?");
    private static final int SHORTEST = 4;

    private Secrets() {}

    /** Whether a key's value may hold a secret. */
    static boolean hides(String key) {
        return key.equals("keySecret") || key.equals("redis.uri") || isCondition(key);
    }

    /** The value as it may be shown. */
    static String mask(String key, String value) {
        if (key.equals("redis.uri")) {
            return maskUri(value);
        }
        if (isCondition(key)) {
            int equals = value.indexOf('=');
            return equals < 0 ? value : value.substring(0, equals + 1) + MASK;
        }
        return hides(key) ? MASK : value;
    }

    /** A message about the value, with every trace of what {@link #mask} hides taken out. */
    static String scrub(String key, String value, String message) {
        if (!hides(key) || value.isEmpty()) {
            return message;
        }
        String scrubbed = message.replace(value, mask(key, value));
        for (String secret : secretsOf(key, value)) {
            scrubbed = scrubbed.replace(secret, MASK);
        }
        return scrubbed;
    }

    private static boolean isCondition(String key) {
        return key.endsWith(".when");
    }

    private static String maskUri(String uri) {
        String scheme = SCHEME.matcher(uri).find() ? uri.substring(0, uri.indexOf("://") + 3) : "";
        String rest = uri.substring(scheme.length());
        String hosts = rest.substring(rest.lastIndexOf('@') + 1);
        String user = hosts.length() == rest.length() ? "" : MASK + "@";
        return scheme + user + (HOSTS.matcher(hosts).matches() ? hosts : MASK);
    }

    private static List<String> secretsOf(String key, String value) {
        String hidden = hidden(key, value);
        List<String> secrets = new ArrayList<>(List.of(hidden.split("[:,=@\\s]+")));
        secrets.add(hidden);
        secrets.removeIf(secret -> secret.length() < SHORTEST);
        secrets.sort(Comparator.comparing(String::length).reversed());
        return secrets;
    }

    private static String hidden(String key, String value) {
        if (key.equals("redis.uri")) {
            String shown = maskUri(value);
            int start = SCHEME.matcher(value).find() ? value.indexOf("://") + 3 : 0;
            boolean hostsShown = !shown.endsWith(MASK);
            return value.substring(start, hostsShown ? Math.max(start, value.lastIndexOf('@')) : value.length());
        }
        return key.equals("keySecret")
                ? value
                : value.substring(value.indexOf('=') < 0 ? value.length() : value.indexOf('=') + 1);
    }
}
