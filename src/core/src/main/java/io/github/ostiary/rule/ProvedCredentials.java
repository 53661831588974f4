package io.github.ostiary.rule;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Digest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * The credentials that proved right on this node within the last minute. Kept is a digest keyed by a secret of this start, so that no
 * password is, beside whom the rule counts. Thread-safe.
 */
public final class ProvedCredentials {

    private static final int SECRET_BYTES = 32;
    private static final int MOST = 10_000;
    private static final long KEPT_MICROS = 60_000_000;
    private static final long LOOK_MICROS = 1_000_000;

    private final String secret;
    private final TimeSource pace;
    private final ConcurrentMap<String, Proved> proved = new ConcurrentHashMap<>();

    /** Credentials of one rule, and when operators' locks were last looked for. */
    public static final class Proved {

        private volatile long micros;
        private final AtomicLong lookedMicros;

        /** Whether an operator has locked their owner, as was last seen. */
        volatile boolean held;

        private Proved(long micros) {
            this.micros = micros;
            this.lookedMicros = new AtomicLong(micros);
        }

        /** An operator's lock was seen, or none. */
        public void seen(boolean locked) {
            held = locked;
        }

        /** Whether an operator's lock was seen. */
        public boolean held() {
            return held;
        }
    }

    /** None yet. */
    public ProvedCredentials(TimeSource pace) {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        this.secret = HexFormat.of().formatHex(random);
        this.pace = pace;
    }

    /** The trace that is kept of credentials: nobody finds others that have it, nor learns them from it. */
    String trace(String credentials) {
        return Digest.of(secret + credentials);
    }

    /** They proved right; false if that is known, or there is no room: those of the last minute stay. */
    public boolean learn(String proof) {
        long now = pace.micros();
        if (proved.size() >= MOST) {
            proved.values().removeIf(each -> now - each.micros >= KEPT_MICROS);
        }
        Proved known = proved.get(proof);
        if (known != null && now - known.micros < KEPT_MICROS) {
            known.micros = now;
            return false;
        }
        boolean room = known != null || proved.size() < MOST;
        if (room) {
            proved.put(proof, new Proved(now));
        }
        return room;
    }

    /** They are wrong. */
    public void forget(String proof) {
        proved.remove(proof);
    }

    /** The same of all. */
    public void clear() {
        proved.clear();
    }

    /** The proof that is known of them; null if they did not prove right within the last minute. */
    public @Nullable Proved find(String proof) {
        Proved found = proof.isEmpty() ? null : proved.get(proof);
        return found != null && pace.micros() - found.micros < KEPT_MICROS ? found : null;
    }

    /** Whether the calling thread is to look for operators' locks: one does each second. */
    public boolean isDue(Proved found) {
        long now = pace.micros();
        long before = found.lookedMicros.get();
        return now - before >= LOOK_MICROS && found.lookedMicros.compareAndSet(before, now);
    }
}
