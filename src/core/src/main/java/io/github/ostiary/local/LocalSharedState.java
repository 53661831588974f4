package io.github.ostiary.local;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.SharedState;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The shared state in this JVM, which ends with it. Thread-safe. */
final class LocalSharedState implements SharedState {

    /** The most things that are remembered as said; what is forgotten beyond may be said twice. */
    private static final int MOST_SAID = 100_000;

    private static final long SUMS_KEPT_MICROS = 26 * 3_600_000_000L;

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entries> entries = new HashMap<>();
    private final Map<String, Deque<SharedStateText>> lines = new HashMap<>();

    private final Map<String, Summed> sums = new HashMap<>();

    /** The things that were said once of callers. */
    private final Entries said = new Entries();

    LocalSharedState(TimeSource time) {
        this.time = time;
    }

    /** Forgets all of it. */
    void clear() {
        lock.lock();
        try {
            entries.clear();
            lines.clear();
            sums.clear();
            said.purge(Long.MAX_VALUE, 0);
        } finally {
            lock.unlock();
        }
    }

    /** A text, when it came, and when it ends. */
    private record SharedStateText(String text, long micros, long end) {

        SharedStateText {
            SharedState.checked(text);
        }
    }

    /** The order in which entries end. */
    private record End(long micros, String name) implements Comparable<End> {

        @Override
        public int compareTo(End other) {
            int first = Long.compare(micros, other.micros);
            return first != 0 ? first : name.compareTo(other.name);
        }
    }

    /** The entries of a topic, by name and in the order of their ends. */
    private static final class Entries {

        private final Map<String, SharedStateText> byName = new HashMap<>();
        private final TreeMap<End, String> byEnd = new TreeMap<>();
        private long changes;

        void put(String name, SharedStateText kept) {
            SharedStateText before = byName.put(name, kept);
            if (before != null) {
                byEnd.remove(new End(before.end(), name));
            }
            byEnd.put(new End(kept.end(), name), name);
        }

        boolean remove(String name) {
            SharedStateText before = byName.remove(name);
            return before != null && byEnd.remove(new End(before.end(), name)) != null;
        }

        /** The first may end, or have to go. */
        void purge(long now, int most) {
            while (!byEnd.isEmpty() && (byEnd.firstKey().micros() <= now || byEnd.size() > most)) {
                remove(byEnd.firstKey().name());
            }
        }
    }

    /** The sums of a topic, and under which marks they were counted; of one topic there are few. */
    private static final class Summed {

        private final String epoch = UUID.randomUUID().toString();
        private final Map<String, Long> values = new HashMap<>();
        private final Map<String, Marked> marks = new HashMap<>();
        private long end;

        /** Whether it has changed anything. */
        boolean count(Count count, long now) {
            Marked before = marks.get(count.mark());
            if (before != null && before.end() <= now) {
                marks.remove(count.mark());
                before = null;
            }
            if (count.keepMicros() > 0 && before == null) {
                marks.put(count.mark(), new Marked(count, now + count.keepMicros()));
                add(count, 1);
                return true;
            }
            if (count.keepMicros() == 0 && before != null) {
                marks.remove(count.mark());
                add(before.count(), -1);
                return true;
            }
            return false;
        }

        private void add(Count count, int sign) {
            count.sums().forEach((name, by) -> values.merge(name, sign * by, Long::sum));
            values.values().removeIf(value -> value == 0);
        }
    }

    /** A thing that was counted, until its mark ends. */
    private record Marked(Count count, long end) {}

    private static Entry entry(String name, SharedStateText kept, long now) {
        return new Entry(name, kept.text(), kept.end() - now);
    }

    /** The lock is held. */
    private Entries at(Topic topic, long now) {
        Entries found = entries.computeIfAbsent(topic.name(), name -> new Entries());
        found.purge(now, topic.most());
        return found;
    }

    @Override
    public void put(Topic topic, List<Entry> put, Lines added) {
        lock.lock();
        try {
            long now = time.micros();
            if (!added.texts().isEmpty()) {
                append(topic, added, now);
            }
            Entries found = at(topic, now);
            for (Entry entry : put) {
                found.put(entry.name(), new SharedStateText(entry.text(), now, now + entry.leftMicros()));
            }
            found.changes++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Entry> get(Topic topic, String name) {
        lock.lock();
        try {
            long now = time.micros();
            @Nullable SharedStateText kept = at(topic, now).byName.get(name);
            return kept == null ? Optional.empty() : Optional.of(entry(name, kept, now));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean remove(Topic topic, String name) {
        lock.lock();
        try {
            Entries found = at(topic, time.micros());
            found.changes++;
            return found.remove(name);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Entry> entries(Topic topic, int most) {
        lock.lock();
        try {
            long now = time.micros();
            Entries found = at(topic, now);
            List<Entry> list = new ArrayList<>();
            for (String name : found.byEnd.values()) {
                SharedStateText kept = found.byName.get(name);
                if (kept != null && list.size() < most) {
                    list.add(entry(name, kept, now));
                }
            }
            return list;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean first(String identity, String name, long keepMicros) {
        lock.lock();
        try {
            long now = time.micros();
            said.purge(now, MOST_SAID);
            String whole = identity + ' ' + name;
            if (said.byName.containsKey(whole)) {
                return false;
            }
            said.put(whole, new SharedStateText("", now, now + keepMicros));
            return true;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Sums sum(Topic topic, Tally tally) {
        lock.lock();
        try {
            long now = time.micros();
            Summed found = sums.get(topic.name());
            if (found == null || found.end <= now) {
                found = new Summed();
            }
            boolean changed = false;
            for (Count count : tally.counts()) {
                changed |= found.count(count, now);
            }
            found.values.keySet().removeAll(tally.gone());
            if (changed) {
                found.end = now + SUMS_KEPT_MICROS;
                sums.put(topic.name(), found);
                at(topic, now).changes += tally.news() ? 1 : 0;
            }
            Map<String, Long> told = new HashMap<>(found.values);
            if (!tally.wanted().isEmpty()) {
                told.keySet().retainAll(tally.wanted());
            }
            return new Sums(found.end > now ? found.epoch : "", told);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String version(Topic topic) {
        lock.lock();
        try {
            Entries found = at(topic, time.micros());
            return found.changes == 0 ? "" : Long.toString(found.changes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void append(Topic topic, List<String> texts, long keepMicros) {
        lock.lock();
        try {
            append(topic, new Lines(texts, keepMicros, topic.most()), time.micros());
        } finally {
            lock.unlock();
        }
    }

    /** The lock is held. */
    private void append(Topic topic, Lines added, long now) {
        Deque<SharedStateText> list = lines.computeIfAbsent(topic.name(), name -> new ArrayDeque<>());
        added.texts().forEach(text -> list.addFirst(new SharedStateText(text, now, now + added.keepMicros())));
        while (!list.isEmpty() && (list.size() > added.most() || list.getLast().end() <= now)) {
            list.removeLast();
        }
    }

    @Override
    public List<Line> lines(Topic topic, int most) {
        lock.lock();
        try {
            long now = time.micros();
            List<Line> newest = new ArrayList<>();
            for (SharedStateText kept : lines.getOrDefault(topic.name(), new ArrayDeque<>())) {
                if (kept.end() > now && newest.size() < Math.min(most, topic.most())) {
                    newest.add(new Line(now - kept.micros(), kept.text()));
                }
            }
            return newest;
        } finally {
            lock.unlock();
        }
    }
}
