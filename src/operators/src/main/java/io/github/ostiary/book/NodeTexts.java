package io.github.ostiary.book;

import io.github.ostiary.store.SharedState;
import io.github.ostiary.store.SharedState.Entry;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * The texts in which each node of the fleet says what it has counted, by name, beside those of the other nodes. One thread
 * writes; a text outlives its node by a day.
 */
final class NodeTexts {

    private static final long KEPT_MICROS = 25L * 3_600 * 1_000_000;

    /** A name in the shared state has 64 characters: those of a long rule's are cut. */
    private static final int LONGEST = 48;

    private final Topic topic;
    private final SharedState state;
    private final String end = "_" + UUID.randomUUID().toString().substring(0, 13);
    private final Map<String, Long> said = new HashMap<>();

    /** Nothing said. */
    NodeTexts(String topic, SharedState state) {
        this.topic = new Topic(topic, 1_000);
        this.state = state;
    }

    /**
     * A text that may be new.
     *
     * @param changes how often it has changed
     */
    record NodeText(String name, long changes, Supplier<String> text) {}

    /** Says what has changed. */
    void say(List<NodeText> texts) throws StoreException {
        List<Entry> news = new ArrayList<>();
        Map<String, Long> counted = new HashMap<>();
        for (NodeText each : texts) {
            long before = said.getOrDefault(each.name(), 0L);
            if (each.changes() != before) {
                news.add(new Entry(cut(each.name()) + end, each.text().get(), KEPT_MICROS));
                counted.put(each.name(), each.changes());
            }
        }
        if (!news.isEmpty()) {
            state.put(topic, news);
            said.putAll(counted);
        }
    }

    /** The texts of the other nodes, by {@link #cut} names. */
    Map<String, List<String>> others() throws StoreException {
        Map<String, List<String>> others = new HashMap<>();
        for (Entry entry : state.entries(topic, topic.most())) {
            int name = entry.name().lastIndexOf('_');
            if (name > 0 && !entry.name().endsWith(end)) {
                others.computeIfAbsent(entry.name().substring(0, name), any -> new ArrayList<>())
                        .add(entry.text());
            }
        }
        return others;
    }

    /** A name as the shared state has it. */
    static String cut(String name) {
        return name.substring(0, Math.min(name.length(), LONGEST));
    }
}
