package io.github.ostiary.engine;

import io.github.ostiary.Front;
import io.github.ostiary.Ladder;
import io.github.ostiary.LockBook;
import io.github.ostiary.LockState;
import io.github.ostiary.StoreException;
import org.jspecify.annotations.Nullable;

/** The shared store's locks; what is changed there, this node forgets. Thread-safe. */
final class TwoTierLocks implements LockBook {

    private final LockBook shared;
    private final LockBook local;
    private final Front front;

    TwoTierLocks(LockBook shared, LockBook local, Front front) {
        this.shared = shared;
        this.local = local;
        this.front = front;
    }

    @Override
    public LockState state(Place place) throws StoreException {
        return shared.state(place);
    }

    @Override
    public void lock(Place place, String label, long micros, String reason) throws StoreException {
        shared.lock(place, label, micros, reason);
        front.forget(place.claim());
    }

    @Override
    public void unlock(Place place) throws StoreException {
        shared.unlock(place);
        local.unlock(place);
        front.forget(place.claim());
    }

    @Override
    public Page list(Ladder ladder, @Nullable String cursor, int max) throws StoreException {
        return shared.list(ladder, cursor, max);
    }
}
