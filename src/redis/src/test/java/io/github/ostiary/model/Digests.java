package io.github.ostiary.model;

/** A set of digests, in parts that several threads fill. Thread-safe. */
final class Digests {

    private static final int PARTS = 64;

    private final Part[] parts = new Part[PARTS];

    Digests() {
        for (int i = 0; i < PARTS; i++) {
            parts[i] = new Part();
        }
    }

    /** Whether it was not there. */
    boolean add(long digest) {
        return parts[(int) (digest >>> 58)].add(digest == 0 ? 1 : digest);
    }

    private static final class Part {

        private long[] slots = new long[1 << 10];
        private int size;

        synchronized boolean add(long digest) {
            if (!put(slots, digest)) {
                return false;
            }
            if (++size * 2 > slots.length) {
                long[] wider = new long[2 * slots.length];
                for (long each : slots) {
                    boolean unused = each != 0 && put(wider, each);
                }
                slots = wider;
            }
            return true;
        }

        private static boolean put(long[] slots, long digest) {
            int at = (int) digest & (slots.length - 1);
            while (slots[at] != 0) {
                if (slots[at] == digest) {
                    return false;
                }
                at = (at + 1) & (slots.length - 1);
            }
            slots[at] = digest;
            return true;
        }
    }
}
