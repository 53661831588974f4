package io.github.ostiary.book;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.Life;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/** A node as a text that the others read: a line about the node, and its figures, none of them about a caller. */
final class FleetText {

    private static final String FORMAT = "1";
    private static final String RUNS = "runs";
    private static final String STOPPED = "stopped";
    private static final int WORDS = 6;
    private static final int LONGEST_NAME = 80;
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9._+-]{0,40}");
    private static final Pattern DIGEST = Pattern.compile("[A-Za-z0-9_-]{0,24}");

    /** A node that said nothing for longer has missed five times. */
    private static final Duration SILENT = Duration.ofSeconds(30);

    private FleetText() {}

    /** Writes it: of a node that has stopped without figures. */
    static String write(FleetNode node) {
        String head = String.join(
                "\t",
                FORMAT,
                OneLine.of(node.name(), LONGEST_NAME),
                node.build().version(),
                node.build().configuration(),
                node.runs() ? RUNS : STOPPED,
                Packed.number(node.life().running().toSeconds()));
        return node.runs()
                ? head + '\n' + FigureText.write(node.figures(), SharedState.MAX_TEXT - head.length() - 1)
                : head;
    }

    /**
     * Reads what was written by a node of this version, or a later one that says no less.
     *
     * @param heard how long ago it was written
     * @throws IllegalArgumentException if it is anything else
     */
    static FleetNode read(String id, String text, Duration heard) {
        List<String> lines = Arrays.asList(text.split("\n", -1));
        String[] words = lines.get(0).split("\t", -1);
        if (!words[0].equals(FORMAT)
                || words.length < WORDS
                || !VERSION.matcher(words[2]).matches()
                || !DIGEST.matcher(words[3]).matches()) {
            throw new IllegalArgumentException("another version says it otherwise");
        }
        Figures figures = FigureText.read(lines.subList(1, lines.size()));
        boolean stopped = words[4].equals(STOPPED);
        State state = stopped ? State.STOPPED : heard.compareTo(SILENT) > 0 ? State.SILENT : State.RUNNING;
        Duration running = Duration.ofSeconds(Packed.number(words[5]));
        return new FleetNode(
                id,
                OneLine.of(words[1], LONGEST_NAME),
                new Build(words[2], words[3]),
                new Life(state, running, heard),
                figures);
    }
}
