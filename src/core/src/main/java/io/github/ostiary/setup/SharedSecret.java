package io.github.ostiary.setup;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.Log;
import java.lang.System.Logger.Level;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * A random text that all nodes of a store come to have, whichever made it, so that one node's console takes the forms of
 * another's. Thread-safe; asks the store now and then.
 *
 * @hidden
 */
public final class SharedSecret {

    /*
     * A node that finds none writes one and reads again: of nodes that begin together the last has written it, and the others
     * find that when they next look. Where the store does not answer, what is known goes on; a node that knows none yet has its
     * own until then. A person who can read the store could unlock there, too: the secret guards against strangers.
     */
    private static final System.Logger LOG = Log.of(SharedSecret.class);
    private static final Topic TOPIC = new Topic("secret", 1);
    private static final String NAME = "console";
    private static final int BYTES = 32;
    private static final long LOOK_MICROS = 10_000_000;
    private static final long KEPT_MICROS = Durations.toMicros(Duration.ofDays(30));

    private final SharedState sharedState;
    private final TimeSource time;
    private final ReentrantLock looking = new ReentrantLock();

    /** Behind the lock. */
    private String text = random();

    private boolean looked;
    private long lookedAt;

    /**
     * A secret that has not been read yet.
     *
     * @param sharedState holds the secret
     * @param time tells when to read it again
     */
    SharedSecret(SharedState sharedState, TimeSource time) {
        this.sharedState = sharedState;
        this.time = time;
    }

    private static String random() {
        byte[] secret = new byte[BYTES];
        new SecureRandom().nextBytes(secret);
        return HexFormat.of().formatHex(secret);
    }

    /** Whether a text that another node has written, or a stranger, is a secret: what is shorter could be guessed. */
    private static boolean isSecret(String found) {
        return found.length() == 2 * BYTES;
    }

    /** The secret as it is known; looked for if that was not done lately. */
    public String text() {
        looking.lock();
        try {
            long now = time.micros();
            if (!looked || Math.abs(now - lookedAt) >= LOOK_MICROS) {
                looked = true;
                lookedAt = now;
                look();
            }
            return text;
        } finally {
            looking.unlock();
        }
    }

    private void look() {
        try {
            Optional<Entry> there = sharedState.get(TOPIC, NAME);
            if (there.isEmpty()) {
                sharedState.put(TOPIC, new Entry(NAME, text, KEPT_MICROS));
                there = sharedState.get(TOPIC, NAME);
            }
            text = there.map(Entry::text).filter(SharedSecret::isSecret).orElse(text);
        } catch (StoreException e) {
            LOG.log(Level.DEBUG, "The secret that nodes share cannot be looked for", e);
        }
    }
}
