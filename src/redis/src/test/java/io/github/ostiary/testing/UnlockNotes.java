package io.github.ostiary.testing;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.LockId;
import java.util.HashMap;
import java.util.Map;

/** The notes that Redis keeps of what was unlocked, for counters of this JVM that stand in its place. Not thread-safe. */
public final class UnlockNotes {

    private record Note(long doneMicros, long heardMicros) {

        Note after(Note earlier) {
            return new Note(Math.max(doneMicros, earlier.doneMicros), heardMicros);
        }
    }

    private final TimeSource clock;
    private final Map<CounterId, Note> notes = new HashMap<>();

    /** None. */
    public UnlockNotes(TimeSource clock) {
        this.clock = clock;
    }

    /** A key was unlocked so long ago. */
    public void unlocked(LockId place, long agoMicros) {
        long now = clock.micros();
        notes.merge(
                place.claim().counterId(), new Note(now - agoMicros, now), (earlier, later) -> later.after(earlier));
    }

    /** Whether a lock is not to be restored. */
    public boolean areAfter(KeptLock lock) {
        Note note = notes.get(lock.place().claim().counterId());
        long at = clock.micros() - lock.age().micros();
        return note != null && at <= (lock.age().begun() ? note.doneMicros : note.heardMicros);
    }

    /** It was locked by hand. */
    public void forget(LockId place) {
        notes.remove(place.claim().counterId());
    }

    /** The data are lost. */
    public void clear() {
        notes.clear();
    }
}
