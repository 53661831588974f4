package io.github.ostiary.redis;

import io.github.ostiary.store.StoreException;
import java.util.concurrent.atomic.AtomicIntegerFieldUpdater;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One try to have a script run by the server that has a slot: waiting, sent, answered, withdrawn before it was sent, or left
 * after that. Made by the thread that waits for it; any thread may send and answer it.
 */
abstract class ScriptRequest {

    private static final int WAITING = 0;
    private static final int SENT = 1;
    private static final int ANSWERED = 2;
    private static final int WITHDRAWN = 3;
    private static final int LEFT = 4;

    private static final AtomicIntegerFieldUpdater<ScriptRequest> STATE =
            AtomicIntegerFieldUpdater.newUpdater(ScriptRequest.class, "state");

    /** Said of a call that was sent with others in vain: it should be sent by itself. Nothing ran. */
    static final Object ALONE = new Object();

    final int slot;
    final ScriptArguments wire;
    final long deadlineMicros;

    /** Whether the server has the slot only on the way, whether it is sent by itself, in which words. */
    final boolean asking;

    final boolean alone;
    final Procedure.Form form;

    /** Set before it is queued: its owner never sends it itself. */
    boolean posted;

    /** The next request in the same script call, the last one, and their number; the thread that sends them writes these. */
    @Nullable
    ScriptRequest next;

    @Nullable
    ScriptRequest last;

    int sharing = 1;

    /** How often its server had taken the text of the script when this was last written, or what it repeats was. */
    int texts;

    /** The time when the server was asked, followed by the time when it had answered; only after it has. */
    long begunMicros;

    long endedMicros;

    private final Thread owner = Thread.currentThread();
    private volatile int state;

    /** The answer, once the request is over and has not failed; its owner reads it. */
    @Nullable
    Object said;

    /** Set by its owner, which has given up. */
    @Nullable
    StoreException failure;

    ScriptRequest(
            int slot, ScriptArguments wire, long deadlineMicros, boolean asking, boolean alone, Procedure.Form form) {
        this.slot = slot;
        this.wire = wire;
        this.deadlineMicros = deadlineMicros;
        this.asking = asking;
        this.alone = alone;
        this.form = form;
    }

    /** Whether it may share a script call with others of its slot. */
    boolean sociable() {
        return !asking && !alone;
    }

    /** Takes the request for sending; a caller who gets true must answer it. */
    boolean send() {
        return STATE.compareAndSet(this, WAITING, SENT);
    }

    /** Says, once: a reply, an error of the server's, why there is none, or {@link #ALONE}. */
    void say(Object answer) {
        said = answer;
        if (STATE.compareAndSet(this, SENT, ANSWERED)) {
            wake();
        }
    }

    /** Gives up, for the owner; false if it was answered meanwhile. */
    boolean withdraw(StoreException cause) {
        return leave(WAITING, WITHDRAWN, cause);
    }

    /** The same of a call that was sent. */
    boolean leave(StoreException cause) {
        return leave(SENT, LEFT, cause);
    }

    private boolean leave(int from, int to, StoreException cause) {
        boolean left = STATE.compareAndSet(this, from, to);
        if (left) {
            failure = cause;
        }
        return left;
    }

    void wake() {
        if (owner != Thread.currentThread()) {
            LockSupport.unpark(owner);
        }
    }

    boolean waiting() {
        return state == WAITING;
    }

    /** Whether its owner has nothing more to wait for. */
    boolean over() {
        return state >= ANSWERED;
    }

    /** The answer, once the request is over; null if its owner gave up. */
    @Nullable
    Object said() {
        return state == ANSWERED ? said : null;
    }

    /** Fails, for its owner, which has given up. */
    void fail(StoreException cause) {
        failure = cause;
    }

    /** Why it has failed; null if it has a reply. */
    @Nullable
    StoreException failure() {
        return failure == null && said() instanceof StoreException cause ? cause : failure;
    }

    /** Whether a server may have run it, for all that is known. */
    boolean sent() {
        StoreException cause = failure();
        return cause == null || cause.sent();
    }

    /** Returns the script's reply. */
    Object reply() throws StoreException {
        StoreException cause = failure();
        if (cause != null) {
            throw cause;
        }
        Object reply = said();
        if (reply == null) {
            throw new StoreException("Redis was not asked");
        }
        return reply;
    }
}
