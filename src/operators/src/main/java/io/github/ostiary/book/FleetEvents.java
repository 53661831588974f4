package io.github.ostiary.book;

import io.github.ostiary.GuardListener;
import io.github.ostiary.Key;
import io.github.ostiary.TimeSource;
import io.github.ostiary.config.GlobalKeys;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.operator.FleetNode;
import io.github.ostiary.operator.NodeEvent;
import io.github.ostiary.store.RecordText;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Line;
import io.github.ostiary.store.SharedState.Lines;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The events of this node that the other nodes have not heard of, and how they are written. Thread-safe.
 *
 * <p>A caller is written as records of denials write it, and for as long: not at all where there are none, or where names are
 * secret. An event says how long before its writing it happened, and the store how long ago that was, so that no two clocks
 * are compared.
 */
final class FleetEvents implements GuardListener {

    /** The lines on the topic that has the nodes. */
    static final Topic TOPIC = new Topic("fleet", 1_000);

    private static final int MOST_AT_ONCE = 100;
    private static final int LONGEST_NAME = 80;
    private static final RecordText<WrittenEvent> TEXT = new RecordText<>(WrittenEvent.class, 1, 400);
    private static final Duration USUAL = Duration.ofHours(1);
    private static final Pattern RULE = Pattern.compile("([a-z][a-z0-9.-]{0,99})?");

    /**
     * An event as it is written.
     *
     * @param ago how long before this was said
     * @param key nothing where it is not to be said, or cannot be said as it is
     */
    private record WrittenEvent(
            String node,
            String name,
            long number,
            Duration ago,
            Kind kind,
            String rule,
            Optional<Key> key,
            Optional<Duration> duration) {}

    /** An event and when it was heard. */
    private record Happened(long number, long micros, Event event) {}

    /** The events that are said together. */
    final class News {

        private final List<Happened> happened;
        private final long now = time.micros();

        private News(List<Happened> happened) {
            this.happened = happened;
        }

        /** The events as lines, by the node that says them. */
        Lines lines(FleetNode by) {
            List<String> texts =
                    happened.stream().map(each -> text(by, each, now)).toList();
            return new Lines(texts, Durations.toMicros(keep), TOPIC.most());
        }
    }

    private final Function<Key, String> label;
    private final Duration keep;
    private final TimeSource time;
    private final Deque<Happened> unsaid = new ArrayDeque<>();
    private long count;

    /**
     * Nothing has happened.
     *
     * @param label what is written of a caller, or nothing
     * @param keep how long
     */
    FleetEvents(Function<Key, String> label, Duration keep, TimeSource time) {
        this.label = label;
        this.keep = keep;
        this.time = time;
    }

    /** Events by what is configured of references. */
    static FleetEvents of(RuleContext context, TimeSource time) {
        Duration keep = context.global().get(GlobalKeys.EXPLAIN_KEEP);
        return keep.isZero()
                ? new FleetEvents(key -> "", USUAL, time)
                : new FleetEvents(context.names()::label, keep, time);
    }

    /** Takes note of an event; of more than are said at once the oldest go. */
    @Override
    public void on(Event event) {
        long now = time.micros();
        synchronized (unsaid) {
            unsaid.addLast(new Happened(++count, now, event));
            if (unsaid.size() > MOST_AT_ONCE) {
                unsaid.removeFirst();
            }
        }
    }

    /** The events that the others have not heard of. */
    News news() {
        synchronized (unsaid) {
            return new News(new ArrayList<>(unsaid));
        }
    }

    /** The others can hear of it now. */
    void said(News news) {
        synchronized (unsaid) {
            unsaid.removeAll(news.happened);
        }
    }

    private String text(FleetNode by, Happened happened, long now) {
        Event event = happened.event();
        return TEXT.write(new WrittenEvent(
                by.id(),
                OneLine.of(by.name(), LONGEST_NAME),
                happened.number(),
                Durations.ofMicros(now - happened.micros()),
                event.kind(),
                event.rule(),
                event.key().filter(key -> !label.apply(key).isEmpty()),
                event.duration()));
    }

    /** The event that a node has said; empty if it cannot be read, as of another version. */
    Optional<NodeEvent> read(Line line) {
        return TEXT.readable(line.text())
                .filter(said ->
                        Entry.isName(said.node) && RULE.matcher(said.rule).matches())
                .map(said -> new NodeEvent(
                        said.node,
                        OneLine.of(said.name, LONGEST_NAME),
                        said.number,
                        Durations.instant(time.micros() - line.agoMicros()).minus(said.ago),
                        new Event(said.kind, said.rule, said.key, said.duration)));
    }
}
