package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import org.jspecify.annotations.Nullable;

/** One script call to the server that has a slot, and what became of it. Confined to a thread. */
final class Call {

    final int slot;
    final ScriptCall wire;

    /** Of the next try: where, whether that server has the slot only on the way, in which words, whether by itself. */
    @Nullable
    Member node;

    boolean asking;
    boolean alone;
    Procedure.Form form = Procedure.Form.USUAL;

    /** Whether a server may have run it, for all that is known. */
    boolean sent;

    private @Nullable Object reply;
    private @Nullable StoreException failure;

    Call(String identity, ScriptCall wire) {
        this.slot = Topology.slot(identity);
        this.wire = wire;
    }

    void answer(Object answer) {
        reply = answer;
    }

    void fail(StoreException cause) {
        failure = cause;
    }

    /** Whether it may share a script call with others of its slot. */
    boolean sociable() {
        return !asking && !alone && form == Procedure.Form.USUAL;
    }

    boolean pending() {
        return reply == null && failure == null;
    }

    @Nullable
    StoreException failure() {
        return failure;
    }

    /** What the script said. */
    Object reply() throws StoreException {
        if (failure != null) {
            throw failure;
        }
        if (reply == null) {
            throw new StoreException("Redis was not asked");
        }
        return reply;
    }
}
