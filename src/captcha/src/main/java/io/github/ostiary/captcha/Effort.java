package io.github.ostiary.captcha;

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

    private final NetworkCounts answers = new NetworkCounts();

    /** A network has answered, and so failed before. */
    void answered(String network, long now) {
        answers.add(network, now);
    }

    /** The largest number that may have to be tried. */
    long most(long effortMicros, String network, boolean siege, long now) {
        int factor = siege ? SIEGE_FACTOR : 1;
        int ofNetwork = 1;
        for (int count = answers.of(network, now); count > FREE && ofNetwork < MOST_OF_NETWORK; count /= 2) {
            ofNetwork *= 2;
        }
        return Math.min(MOST_NUMBER, 2 * HASHES_A_SECOND * effortMicros / 1_000_000 * factor * ofNetwork);
    }
}
