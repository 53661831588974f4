package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Calls that go to one server in one write, and are answered in their order. One thread at a time uses them: the sender, or the
 * {@linkplain ReplyQueue reader}, as {@link BatchIo} does.
 */
final class Pipeline {

    /*
     * A script may not span slots, so there is a script call for each; calls of one slot share it, as many as there are: a
     * flood of one caller costs the server one call for 64 decisions, and so do all calls to a server that has no slots. More than
     * 64, which travel where the server is far away, are several script calls, so that none keeps the server for long.
     * Where a slot is moving some of its keys are here and some are there, and a server may refuse what speaks of both (ASK,
     * TRYAGAIN): then each call is sent by itself, to the same server. Following an ASK together would take those along
     * whose counters have not moved, and begin new ones.
     *
     * Each call is answered as soon as its reply was read, so that no thread waits for what comes after it; all that come after
     * a connection broke have one failure, which counts once.
     */
    private static final String SPLIT = "TRYAGAIN";

    /** How many calls share a script call at most. */
    private static final int MOST_SHARING = 64;

    private final TimeSource time;
    private final ServerClock clock;
    private final Procedure procedure;
    final List<ScriptRequest> calls;
    final long deadlineMicros;

    /** The first call of each script call; the others follow it. */
    final List<ScriptRequest> heads;

    final long begunMicros;
    long endedMicros;
    private int told;

    /** The failure that says of the server that its time was over while it read, though others read on. */
    @Nullable
    StoreException late;

    /** Whether all is answered, if only by where to ask. */
    boolean fine = true;

    Pipeline(TimeSource time, ServerClock clock, Procedure procedure, List<ScriptRequest> calls, long deadlineMicros) {
        this.time = time;
        this.clock = clock;
        this.procedure = procedure;
        this.calls = calls;
        this.deadlineMicros = deadlineMicros;
        this.heads = calls.size() == 1 ? calls : heads(calls);
        this.begunMicros = time.micros();
    }

    private static List<ScriptRequest> heads(List<ScriptRequest> calls) {
        List<ScriptRequest> heads = new ArrayList<>(calls.size());
        Map<Integer, ScriptRequest> slots = new HashMap<>();
        for (int i = 0; i < calls.size(); i++) {
            ScriptRequest call = calls.get(i);
            ScriptRequest head = call.sociable() ? slots.get(call.slot) : null;
            if (head == null || head.sharing == MOST_SHARING || head.form != call.form) {
                heads.add(call);
                if (call.sociable()) {
                    slots.put(call.slot, call);
                }
            } else {
                (head.last == null ? head : head.last).next = call;
                head.last = call;
                head.sharing++;
            }
        }
        return heads;
    }

    /** All that is not answered yet has failed. */
    void fail(StoreException failure) {
        for (ScriptRequest next = head(); next != null; next = head()) {
            tellAll(next, failure);
        }
    }

    /** The first call of the next script call to be answered; null if all are. */
    @Nullable
    ScriptRequest head() {
        return told < heads.size() ? heads.get(told) : null;
    }

    /** The command for a call and those that share its script call. */
    CommandArguments command(ScriptRequest head) {
        ScriptArguments wire = head.next == null ? head.wire : new ScriptArguments();
        int texts = procedure.texts();
        boolean known = head.texts != texts;
        for (ScriptRequest each = head; each != null; each = each.next) {
            each.texts = texts;
            each.wire.meant(clock.surelyAt(each.deadlineMicros));
            if (wire != head.wire) {
                wire.add(each.wire);
            }
        }
        return procedure.command(known && head.form == Procedure.Form.TEXT ? Procedure.Form.DIGEST : head.form, wire);
    }

    /** Hands out what the server has said of a script call, one reply per call; what comes next. */
    @Nullable
    ScriptRequest answer(ScriptRequest head, @Nullable Object said) {
        told++;
        if (head.form == Procedure.Form.TEXT) {
            procedure.took();
        }
        List<?> replies = said instanceof List<?> list ? list : List.of();
        endedMicros = time.micros();
        if (replies.size() > head.sharing && replies.get(head.sharing) instanceof Long micros) {
            clock.heard(micros, begunMicros, endedMicros);
        }
        int i = 0;
        for (ScriptRequest call = head; call != null; i++) {
            ScriptRequest next = call.next;
            call.begunMicros = begunMicros;
            call.endedMicros = endedMicros;
            Object reply = i < replies.size() ? replies.get(i) : null;
            call.say(reply != null ? reply : new StoreException("Redis gave an answer that cannot be read"));
            call = next;
        }
        return head();
    }

    /** The same of an error; all stays fine if nothing is wrong but the place, or the company. */
    @Nullable
    ScriptRequest refuse(ScriptRequest head, JedisDataException said) {
        endedMicros = time.micros();
        boolean splits = said instanceof JedisAskDataException
                || String.valueOf(said.getMessage()).startsWith(SPLIT);
        Object answer = splits && head.next != null ? ScriptRequest.ALONE : said;
        tellAll(head, answer);
        fine &= answer == ScriptRequest.ALONE
                || said instanceof JedisRedirectionException
                || said instanceof JedisNoScriptException;
        return head();
    }

    private void tellAll(ScriptRequest head, Object answer) {
        told++;
        for (ScriptRequest call = head; call != null; ) {
            ScriptRequest next = call.next;
            call.say(answer);
            call = next;
        }
    }
}
