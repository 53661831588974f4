package io.github.ostiary.config;

import io.github.ostiary.config.ConfigKey.Secret;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;

/** Takes out of messages what the catalogues of keys mark as {@link Secret}. */
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
        return partOf(key) != Secret.NONE;
    }

    /** The value as it may be shown. */
    static String mask(String key, String value) {
        return switch (partOf(key)) {
            case NONE -> value;
            case ALL -> MASK;
            case CREDENTIALS -> maskUri(value);
            case COMPARED -> value.substring(0, compared(value)) + (compared(value) < value.length() ? MASK : "");
        };
    }

    /** A key that is not known is judged by its last part: it may be one that is misspelt. */
    private static Secret partOf(String key) {
        Secret global = in(GlobalKeys.ALL, key);
        String last = key.substring(key.lastIndexOf('.') + 1);
        return global == Secret.NONE && last.length() < key.length() ? in(RuleKeys.ALL, last) : global;
    }

    private static Secret in(ConfigKeys keys, String name) {
        return keys.find(name).map(key -> key.terms().secret()).orElse(Secret.NONE);
    }

    /** The index where the secret of a comparison begins; the end if it compares nothing. */
    private static int compared(String value) {
        int equals = value.indexOf('=');
        return equals < 0 ? value.length() : equals + 1;
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
        return switch (partOf(key)) {
            case NONE -> "";
            case ALL -> value;
            case COMPARED -> value.substring(compared(value));
            case CREDENTIALS -> {
                int start = SCHEME.matcher(value).find() ? value.indexOf("://") + 3 : 0;
                boolean hostsShown = !maskUri(value).endsWith(MASK);
                yield value.substring(start, hostsShown ? Math.max(start, value.lastIndexOf('@')) : value.length());
            }
        };
    }
}
