package io.github.ostiary.algorithm;

/** A challenge: whether it is pending, and how many answers to it were wrong. Not thread-safe. */
final class Challenge {

    private boolean asked;
    private long since;
    private long touched;
    private int wrong;

    /** Whether it was first asked in the call under way. */
    boolean news;

    /** Whether one is pending, which it is for so long after it was last asked or answered. */
    boolean pending(long now, long life) {
        return asked && now - touched < life;
    }

    /** The time since it was first asked, µs; of one that is pending only. */
    long age(long now) {
        return now - since;
    }

    int wrong() {
        return wrong;
    }

    long touched() {
        return asked ? touched : Long.MIN_VALUE;
    }

    void ask(long now, long life) {
        if (!pending(now, life)) {
            wrong = 0;
            since = now;
            news = true;
        }
        asked = true;
        touched = now;
    }

    void touch(long now) {
        touched = now;
    }

    int countWrong(long now) {
        touched = now;
        return ++wrong;
    }

    void clear() {
        asked = false;
        since = 0;
        touched = 0;
        wrong = 0;
    }
}
