package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.Log;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The signatures of the texts that nodes share. With a secret a node signs what it writes, for the place where it stands and
 * until its end, and reads nothing else; without one it reads all. Thread-safe.
 */
final class Signatures {

    private static final System.Logger LOG = Log.of(Signatures.class);
    private static final Pattern SIGNED = Pattern.compile("s1 ([0-9]{1,15}) ([A-Za-z0-9_-]{32})\n");
    private static final int BYTES = 24;
    private static final long ONCE_MICROS = TimeUnit.HOURS.toMicros(1);

    /** The time by which the clocks of a primary and of the replica that takes its place may differ. */
    private static final long DOUBT_MILLIS = 60_000;

    private final String prefix;
    private final byte @Nullable [] key;
    private final TimeSource time;
    private final ConcurrentMap<String, Long> warned = new ConcurrentHashMap<>();

    /**
     * Signatures of one application.
     *
     * @param prefix of its keys: what it signs counts for no other one of the same secret
     * @param secret {@code keySecret}; null if there is none
     */
    Signatures(String prefix, @Nullable String secret, TimeSource time) {
        this.prefix = prefix;
        this.key = secret == null ? null : Digest.hmac(bytes(secret), "shared texts of " + prefix);
        this.time = time;
    }

    /**
     * A text that was read.
     *
     * @param leftMicros how long it may be believed, µs
     */
    record Genuine(String text, long leftMicros) {}

    /** Whether there is a secret. */
    boolean are() {
        return key != null;
    }

    /** A text as it is stored: with its signature, if there is a secret. */
    String sign(String topic, String name, String text, long endMillis) {
        return key == null
                ? text
                : "s1 " + endMillis + ' ' + signature(key, topic, name, endMillis, text) + '\n' + text;
    }

    /** A stored text without its signature; null, and said, if that is wrong or was for another place or time. */
    @Nullable
    Genuine read(String topic, String name, String stored, long nowMillis) {
        Matcher signed = SIGNED.matcher(stored);
        String text = signed.lookingAt() ? stored.substring(signed.end()) : stored;
        if (key == null) {
            return new Genuine(text, Long.MAX_VALUE);
        }
        if (text.length() < stored.length()) {
            long end = Long.parseLong(signed.group(1));
            byte[] right = bytes(signature(key, topic, name, end, text));
            long leftMillis = end + DOUBT_MILLIS - nowMillis;
            if (MessageDigest.isEqual(right, bytes(signed.group(2))) && leftMillis > 0) {
                return new Genuine(text, TimeUnit.MILLISECONDS.toMicros(leftMillis));
            }
        }
        warn(topic, name);
        return null;
    }

    private static String signature(byte[] key, String topic, String name, long endMillis, String text) {
        byte[] whole = Digest.hmac(key, topic + '\n' + name + '\n' + endMillis + '\n' + text);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(whole, BYTES));
    }

    /** Warns, once an hour of each topic. */
    private void warn(String topic, String name) {
        long now = time.micros();
        Long before = warned.get(topic);
        boolean due = before == null
                ? warned.putIfAbsent(topic, now) == null
                : now - before >= ONCE_MICROS && warned.replace(topic, before, now);
        if (due) {
            LOG.log(
                    System.Logger.Level.WARNING,
                    "This node ignores a text in Redis ({0} in {1}:1:board:'{'{2}'}') that is not signed with the"
                            + " keySecret of this application. Give all nodes the same keySecret, and the command line by"
                            + " --config; repeat the overrides made before it was set or changed. If that is not the reason, a"
                            + " stranger writes to this Redis: find out who can",
                    name.isEmpty() ? "a line" : name,
                    prefix,
                    topic);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
