package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Calls on their way to one server of a cluster, all of one thread. Whoever sends them notes what was said; what comes of it
 * is for that thread to see, which may have gone.
 */
final class Parcel extends Passage {

    /** Said of a call that was sent with others in vain: it should be sent by itself. Nothing ran. */
    static final Object ALONE = new Object();

    /** A call, and what was said of it: a reply, an error of the server's, why there is none, or {@link #ALONE}. */
    final class Item {

        final Call call;

        /** Whether a server may have run it, unless it says that it has not. */
        boolean sent;

        private @Nullable Object said;

        private Item(Call call) {
            this.call = call;
        }

        /** To be told once. */
        void tell(Object answer) {
            said = answer;
            open--;
            if (open == 0) {
                finish();
            }
        }

        boolean told() {
            return said != null;
        }

        /** Only after {@link #answered}. */
        @Nullable
        Object said() {
            return said;
        }
    }

    final List<Item> items;
    private int open;

    Parcel(List<Call> calls, long deadlineMicros) {
        super(deadlineMicros);
        open = calls.size();
        items = new ArrayList<>(open);
        for (int i = 0; i < calls.size(); i++) {
            items.add(new Item(calls.get(i)));
        }
    }

    /** All that was not told yet. */
    @Override
    void fail(StoreException cause) {
        for (int i = 0; i < items.size(); i++) {
            if (!items.get(i).told()) {
                items.get(i).tell(cause);
            }
        }
    }
}
