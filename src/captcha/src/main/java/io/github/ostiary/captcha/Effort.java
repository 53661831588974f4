package io.github.ostiary.captcha;

import io.github.ostiary.text.SeededHash;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * The effort of puzzles: how far a phone has to count. It doubles with what a network has answered within ten minutes, and again
 * during a siege, up to {@value #MOST_FACTOR} times. Thread-safe, of constant size.
 */
final class Effort {

    /*
     * A number is looked for from 0, and found half-way on average: twice as many are tried at most as a phone tries in the
     * stated time. The script beside this class tries 1.3 million a second on one core of a server; a phone of the middle class
     * of these years is taken to do a third of that.
     */
    static final long HASHES_A_SECOND = 400_000;

    static final int MOST_FACTOR = 16;
    private static final long MOST_NUMBER = 100_000_000;
    private static final int SIEGE_FACTOR = 2;
    private static final int MOST_OF_NETWORK = 8;
    private static final int FREE = 4;
    private static final int NETWORKS = 1 << 12;
    private static final long SLOT_MICROS = 600_000_000;
    private static final int COUNT_BITS = 12;
    private static final int MOST_COUNT = (1 << COUNT_BITS) - 1;

    /** The slot of time and the answers in it; networks of one place are counted together, which only asks for more. */
    private final AtomicIntegerArray answers = new AtomicIntegerArray(NETWORKS);

    private static int place(String network) {
        return SeededHash.of(network) & (NETWORKS - 1);
    }

    private static int slot(long now) {
        return (int) (now / SLOT_MICROS) << COUNT_BITS;
    }

    /** A network has answered, and so failed before. */
    void answered(String network, long now) {
        int slot = slot(now);
        answers.updateAndGet(place(network), known -> {
            int count = (known & ~MOST_COUNT) == slot ? known & MOST_COUNT : 0;
            return slot | Math.min(MOST_COUNT, count + 1);
        });
    }

    private int answersOf(String network, long now) {
        int known = answers.get(place(network));
        return (known & ~MOST_COUNT) == slot(now) ? known & MOST_COUNT : 0;
    }

    /** The largest number that may have to be tried. */
    long most(long effortMicros, String network, boolean siege, long now) {
        int factor = siege ? SIEGE_FACTOR : 1;
        int ofNetwork = 1;
        for (int count = answersOf(network, now); count > FREE && ofNetwork < MOST_OF_NETWORK; count /= 2) {
            ofNetwork *= 2;
        }
        return Math.min(MOST_NUMBER, 2 * HASHES_A_SECOND * effortMicros / 1_000_000 * factor * ofNetwork);
    }
}
