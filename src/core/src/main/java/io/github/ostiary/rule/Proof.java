package io.github.ostiary.rule;

/** The proof that attempts at a sign-in can show a success, for the rules that are enforced from then on. Thread-safe. */
public final class Proof {

    private final String id;
    private final String written;
    private final Runnable onSight;
    private volatile boolean seen;

    /**
     * A proof that has not been seen yet.
     *
     * @param id of the sign-in and its signals, {@code [A-Za-z0-9_-]{1,64}}: the same on all nodes
     * @param written as the keys of the sign-in begin
     * @param onSight is run when it is seen; must not wait
     */
    Proof(String id, String written, Runnable onSight) {
        this.id = id;
        this.written = written;
        this.onSight = onSight;
    }

    /** The sign-in and its signals. */
    public String id() {
        return id;
    }

    /** The text that the keys of the sign-in begin with, such as {@code signin.main}. */
    public String written() {
        return written;
    }

    /** Whether a success has shown, here or on another node. */
    public boolean seen() {
        return seen;
    }

    /** A success has shown. */
    public void see() {
        if (!seen) {
            seen = true;
            onSight.run();
        }
    }
}
