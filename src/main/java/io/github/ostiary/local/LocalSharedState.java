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
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The board in this JVM, which ends with it. Thread-safe. */
final class LocalSharedState implements SharedState {

    private final TimeSource time;
    private final ReentrantLock lock = new ReentrantLock();
    private final Map<String, Entries> notices = new HashMap<>();
    private final Map<String, Deque<SharedStateText>> lines = new HashMap<>();

    LocalSharedState(TimeSource time) {
        this.time = time;
    }

    /** A text, when it came, and when it ends. */
    private record SharedStateText(String text, long micros, long end) {

        SharedStateText {
            SharedState.checked(text);
        }
    }

    /** The order in which notices end. */
    private record End(long micros, String name) implements Comparable<End> {

        @Override
        public int compareTo(End other) {
            int first = Long.compare(micros, other.micros);
            return first != 0 ? first : name.compareTo(other.name);
        }
    }

    /** The notices of a shelf, by name and in the order of their ends. */
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

    private static Entry notice(String name, SharedStateText kept, long now) {
        return new Entry(name, kept.text(), kept.end() - now);
    }

    /** The lock is held. */
    private Entries at(Topic shelf, long now) {
        Entries found = notices.computeIfAbsent(shelf.name(), name -> new Entries());
        found.purge(now, shelf.most());
        return found;
    }

    @Override
    public void put(Topic shelf, List<Entry> put, Lines added) {
        lock.lock();
        try {
            long now = time.micros();
            if (!added.texts().isEmpty()) {
                append(shelf, added, now);
            }
            Entries found = at(shelf, now);
            for (Entry notice : put) {
                found.put(notice.name(), new SharedStateText(notice.text(), now, now + notice.leftMicros()));
            }
            found.changes++;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public Optional<Entry> get(Topic shelf, String name) {
        lock.lock();
        try {
            long now = time.micros();
            @Nullable SharedStateText kept = at(shelf, now).byName.get(name);
            return kept == null ? Optional.empty() : Optional.of(notice(name, kept, now));
        } finally {
            lock.unlock();
        }
    }

    @Override
    public boolean remove(Topic shelf, String name) {
        lock.lock();
        try {
            Entries found = at(shelf, time.micros());
            found.changes++;
            return found.remove(name);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public List<Entry> notices(Topic shelf, int most) {
        lock.lock();
        try {
            long now = time.micros();
            Entries found = at(shelf, now);
            List<Entry> list = new ArrayList<>();
            for (String name : found.byEnd.values()) {
                SharedStateText kept = found.byName.get(name);
                if (kept != null && list.size() < most) {
                    list.add(notice(name, kept, now));
                }
            }
            return list;
        } finally {
            lock.unlock();
        }
    }

    @Override
    public String version(Topic shelf) {
        lock.lock();
        try {
            Entries found = at(shelf, time.micros());
            return found.changes == 0 ? "" : Long.toString(found.changes);
        } finally {
            lock.unlock();
        }
    }

    @Override
    public void append(Topic shelf, List<String> texts, long keepMicros) {
        lock.lock();
        try {
            append(shelf, new Lines(texts, keepMicros, shelf.most()), time.micros());
        } finally {
            lock.unlock();
        }
    }

    /** The lock is held. */
    private void append(Topic shelf, Lines added, long now) {
        Deque<SharedStateText> list = lines.computeIfAbsent(shelf.name(), name -> new ArrayDeque<>());
        added.texts().forEach(text -> list.addFirst(new SharedStateText(text, now, now + added.keepMicros())));
        while (!list.isEmpty() && (list.size() > added.most() || list.getLast().end() <= now)) {
            list.removeLast();
        }
    }

    @Override
    public List<Line> lines(Topic shelf, int most) {
        lock.lock();
        try {
            long now = time.micros();
            List<Line> newest = new ArrayList<>();
            for (SharedStateText kept : lines.getOrDefault(shelf.name(), new ArrayDeque<>())) {
                if (kept.end() > now && newest.size() < Math.min(most, shelf.most())) {
                    newest.add(new Line(now - kept.micros(), kept.text()));
                }
            }
            return newest;
        } finally {
            lock.unlock();
        }
    }
}
