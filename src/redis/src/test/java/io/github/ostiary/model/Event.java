package io.github.ostiary.model;

/** One step of a history. It is a number, {@code kind << 8 | whom << 4 | how}, since histories are kept by the million. */
enum Event {
    /** A request arrives at a node. */
    ARRIVE(
            "a guess arrives at node %1$s%2$s",
            "",
            ", with the right answer to a challenge",
            ", with a wrong answer",
            ", with an answer that the verifier throws at",
            ", with a right answer that takes time to verify",
            ", with a wrong answer that takes time to verify",
            ", with an answer at which the verifier takes time and throws",
            ", from Java"),
    /** A request that has waited goes on. */
    RESUME("guess %1$s goes on after its wait"),
    /** The caller of a request that waits leaves. */
    QUIT("the caller of guess %1$s, which waits, leaves"),
    /** A slow verifier has come to an end. */
    VERIFIED("the verifier has come to an end with the answer of guess %1$s"),
    /** A status is set that shows a failure. */
    SHOW("guess %1$s sets the status 401"),
    /** An answer that shows a failure is about to leave. */
    COMMIT("the answer 401 of guess %1$s is about to leave"),
    /** A request ends. */
    END(
            "guess %1$s ends: %2$s",
            "it proves a success",
            "401",
            "200, which proves nothing",
            "500",
            "an exception that no signal names",
            "an answer that is neutral"),
    /** Its caller has left, or its time is up, and the application works on. */
    LEAVE("the caller of guess %1$s leaves; the application works on"),
    /** That work is done. */
    DONE("the application has ended the work of guess %1$s"),
    /** A task of a node's waiting calls runs. */
    RUN("node %1$s asks again for those who wait"),
    /** Time passes. */
    PASS("time passes: %2$s", "1 s", "3 s", "6 s", "until the next of those who wait is due"),
    /** An operator locks. */
    LOCK("an operator locks the key at node %1$s"),
    /** An operator unlocks. */
    UNLOCK("an operator unlocks the key at node %1$s"),
    /** An operator locks for good. */
    BLOCK("an operator blocks the key at node %1$s"),
    /** An operator changes the rule, or ends the change. */
    OVERRIDE("node %1$s decides by %2$s", "the rule as configured", "the rule with a threshold of one"),
    /** The same rule is read again. */
    RELOAD("node %1$s reads its rules again"),
    /** A node dies and starts. */
    RESTART("node %1$s is killed and starts again"),
    /** The store is cut off. */
    AWAY("the store is cut off%2$s", "", " after one more question", " after two more questions"),
    /** It is back. */
    BACK(
            "the store is back%2$s",
            "", ", for one question", ", for two questions", ", for three questions", ", for four questions"),
    /** It loses its data. */
    FLUSH("the store loses its data"),
    /** The next answer of the store is lost. */
    LOSE("the next answer of the store will be lost"),
    /** Nothing that the next step asks the store arrives there. */
    DROP("what the next step asks the store will be lost on its way"),
    /** A replica takes over. */
    FAIL_OVER("a replica takes the store's place, which lacks the last second"),
    /** Permits of a limit are asked for. */
    TAKE("%2$s permits are asked for at node %1$s", "no", "1", "2"),
    /** Permits are charged after the fact. */
    CHARGE("%2$s permits are charged at node %1$s", "no", "1", "2"),
    /** Permits are credited. */
    CREDIT("%2$s permits are credited at node %1$s", "no", "1", "2");

    static final int RIGHT = 1;
    static final int WRONG = 2;
    static final int THROWS = 3;
    static final int SLOW_RIGHT = 4;
    static final int SLOW_WRONG = 5;
    static final int SLOW_THROWS = 6;
    static final int FROM_JAVA = 7;

    static final int PROVED = 0;
    static final int FAILED = 1;
    static final int BARE = 2;
    static final int ERROR = 3;
    static final int THROWN = 4;
    static final int NEUTRAL = 5;

    private static final Event[] ALL = values();

    private final String words;
    private final String[] ways;

    Event(String words, String... ways) {
        this.words = words;
        this.ways = ways;
    }

    int of(int whom, int how) {
        return ordinal() << 8 | whom << 4 | how;
    }

    int of(int whom) {
        return of(whom, 0);
    }

    static Event kind(int event) {
        return ALL[event >> 8];
    }

    static int whom(int event) {
        return event >> 4 & 15;
    }

    static int how(int event) {
        return event & 15;
    }

    /** In words. */
    static String told(int event) {
        Event kind = kind(event);
        String way = kind.ways.length == 0 ? "" : kind.ways[how(event)];
        return String.format(kind.words, whom(event) + 1, way);
    }

    /** On one line, to be replayed. */
    static String line(int[] history) {
        StringBuilder line = new StringBuilder();
        for (int event : history) {
            line.append(line.isEmpty() ? "" : " ")
                    .append(kind(event).name().toLowerCase(java.util.Locale.ROOT))
                    .append('.')
                    .append(whom(event))
                    .append('.')
                    .append(how(event));
        }
        return line.toString();
    }

    /** The history of a line. */
    static int[] history(String line) {
        String[] words = line.trim().split("\\s+");
        int[] history = new int[words.length];
        for (int i = 0; i < words.length; i++) {
            String[] parts = words[i].split("\\.");
            history[i] = valueOf(parts[0].toUpperCase(java.util.Locale.ROOT))
                    .of(Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
        }
        return history;
    }
}
