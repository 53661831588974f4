package io.github.ostiary.console;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Digest;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Supplier;

/**
 * Short texts that this console has signed: for which caller, what for, and until when. Nothing is kept, so that no caller fills a
 * memory and no session is made. Thread-safe.
 */
final class Tickets {

    /** The ticket of forms: that they come from a page that was shown to this visitor. */
    static final String FORM = "form";

    /** The ticket of the filter: that an operator in the role has been here lately. */
    static final String PASS = "pass";

    private static final long LIFE_SECONDS = 3_600;
    private static final int MAC_BYTES = 18;
    private static final int BYTES = Long.BYTES + MAC_BYTES;

    private final Supplier<byte[]> secret;
    private final TimeSource time;

    /**
     * Tickets.
     *
     * @param secret any holder can issue them; when it changes, earlier ones are no longer valid
     */
    Tickets(Supplier<byte[]> secret, TimeSource time) {
        this.secret = secret;
        this.time = time;
    }

    /** A ticket that is valid for an hour. */
    String issue(String purpose, String holder) {
        long until = seconds() + LIFE_SECONDS;
        byte[] ticket = ByteBuffer.allocate(BYTES)
                .putLong(until)
                .put(mac(purpose, holder, until))
                .array();
        return Base64.getUrlEncoder().withoutPadding().encodeToString(ticket);
    }

    /** Whether it is one of ours, for this purpose and holder, and still valid. */
    boolean isValid(String ticket, String purpose, String holder) {
        if (ticket.length() > 2 * BYTES) {
            return false;
        }
        byte[] bytes;
        try {
            bytes = Base64.getUrlDecoder().decode(ticket);
        } catch (IllegalArgumentException e) {
            return false;
        }
        if (bytes.length != BYTES) {
            return false;
        }
        long until = ByteBuffer.wrap(bytes).getLong();
        byte[] given = Arrays.copyOfRange(bytes, Long.BYTES, BYTES);
        return MessageDigest.isEqual(given, mac(purpose, holder, until)) && seconds() < until;
    }

    /** The text that stands for a name where it must not be read. */
    String alias(String name) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(mac("alias", name, 0));
    }

    private long seconds() {
        return time.micros() / 1_000_000;
    }

    private byte[] mac(String purpose, String holder, long until) {
        return Arrays.copyOf(Digest.hmac(secret.get(), purpose + '\n' + until + '\n' + holder), MAC_BYTES);
    }
}
