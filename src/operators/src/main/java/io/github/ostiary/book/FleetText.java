package io.github.ostiary.book;

import io.github.ostiary.operator.Figures;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.FleetNode.Build;
import io.github.ostiary.operator.FleetNode.Life;
import io.github.ostiary.operator.FleetNode.State;
import io.github.ostiary.store.RecordText;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** A node as a text that the others read, none of it about a caller. */
final class FleetText {

    /**
     * A node as it is written.
     *
     * @param figures of one that has stopped none
     */
    private record WrittenNode(String name, Build build, Duration running, Optional<Figures> figures) {}

    private static final RecordText<WrittenNode> TEXT = FigureText.text(WrittenNode.class);
    private static final int LONGEST_NAME = 80;
    private static final Pattern VERSION = Pattern.compile("[A-Za-z0-9._+-]{0,40}");
    private static final Pattern DIGEST = Pattern.compile("[A-Za-z0-9_-]{0,24}");

    /** A node that said nothing for longer has missed five times. */
    private static final Duration SILENT = Duration.ofSeconds(30);

    private FleetText() {}

    /** Writes it. */
    static String write(FleetNode node) {
        Optional<Figures> figures = Optional.of(node.figures()).filter(some -> node.runs());
        int rest = text(node, figures.map(FigureText::withoutRules)).length();
        return text(node, figures.map(some -> FigureText.fitting(some, SharedState.MAX_TEXT - rest)));
    }

    private static String text(FleetNode node, Optional<Figures> figures) {
        return TEXT.write(new WrittenNode(node.name(), node.build(), node.life().running(), figures));
    }

    /**
     * Reads what was written by a node of this version, or a later one that says no less.
     *
     * @param heard how long ago it was written
     * @throws IllegalArgumentException if it is anything else
     */
    static FleetNode read(String id, String text, Duration heard) {
        WrittenNode said = TEXT.read(text);
        Build build = said.build();
        if (!VERSION.matcher(build.version()).matches()
                || !DIGEST.matcher(build.configuration()).matches()) {
            throw new IllegalArgumentException("another version writes it in another form");
        }
        State state =
                said.figures().isEmpty() ? State.STOPPED : heard.compareTo(SILENT) > 0 ? State.SILENT : State.RUNNING;
        return new FleetNode(
                id,
                OneLine.of(said.name(), LONGEST_NAME),
                build,
                new Life(state, said.running(), heard),
                said.figures().map(FigureText::checked).orElse(FigureText.NONE));
    }
}
