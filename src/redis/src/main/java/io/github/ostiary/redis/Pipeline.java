package io.github.ostiary.redis;

import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/**
 * Calls that go to one server in one write, and are answered in their order. Of one thread at a time: who sends them, or who {@linkplain Turns
 * reads}.
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

    private static final CommandArguments ASKING = new CommandArguments(Protocol.Command.ASKING);

    /** How many calls share a script call at most. */
    private static final int MOST_SHARING = 64;

    private final Node node;
    private final ServerContext context;
    private final List<ScriptRequest> calls;
    final long deadlineMicros;

    /** The first call of each script call; the others follow it. */
    private final List<ScriptRequest> heads;

    final long begunMicros;
    private long endedMicros;
    private int told;

    /** What it says of the server that its time was over while it read, though others read on. */
    @Nullable
    StoreException late;

    /** Whether all is answered, if only by where to ask. */
    private boolean fine = true;

    Pipeline(Node node, List<ScriptRequest> calls, long deadlineMicros) {
        this.node = node;
        this.context = node.context;
        this.calls = calls;
        this.deadlineMicros = deadlineMicros;
        this.heads = calls.size() == 1 ? calls : heads(calls);
        this.begunMicros = context.time().micros();
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

    /** Sends the calls, waits for the answers, and hands them out. Never fails: calls do. */
    void send(SharedLinks links, Lanes lanes, boolean counted) {
        boolean answered = false;
        try {
            boolean read = links.carry(this);
            answered = read && fine;
            if (answered) {
                lanes.answered(begunMicros, endedMicros);
            }
        } catch (StoreException e) {
            fail(e, counted);
        }
        if (late != null && counted) {
            context.watching().failed(node.name, late);
        }
        StoreCounts counts = context.counts();
        if (counted && counts != null) {
            long ended = answered ? endedMicros : context.time().micros();
            counts.called(ended - begunMicros, calls.size(), answered);
        }
    }

    private void fail(StoreException failure, boolean counted) {
        if (counted) {
            context.watching().failed(node.name, failure);
        }
        for (ScriptRequest next = head(); next != null; next = head()) {
            tellAll(next, failure);
        }
    }

    private @Nullable ScriptRequest head() {
        return told < heads.size() ? heads.get(told) : null;
    }

    /** Sends all, and waits for nothing. */
    void write(Link link) {
        for (int i = 0; i < heads.size(); i++) {
            write(link, heads.get(i));
        }
        link.push();
    }

    private void write(Link link, ScriptRequest head) {
        if (head.asking) {
            link.write(ASKING);
        }
        ScriptArguments wire = head.next == null ? head.wire : new ScriptArguments();
        for (ScriptRequest each = head; each != null; each = each.next) {
            each.wire.meant(node.clock.surelyAt(each.deadlineMicros));
            if (wire != head.wire) {
                wire.add(each.wire);
            }
        }
        link.write(node.procedure.command(head.form, wire));
    }

    /** Reads until no answer is there, or none has begun at a deadline; whether all are read. Another thread may read on. */
    boolean read(Link link, long nowMicros, long untilMicros, boolean onlyWhatIsThere) {
        long now = nowMicros;
        for (ScriptRequest head = head(); head != null; head = head()) {
            if (onlyWhatIsThere && !link.hasAnswer()) {
                return false;
            }
            LinkPool.limitRead(link, now, untilMicros);
            if (!link.awaitAnswer()) {
                return false;
            }
            if (head.asking) {
                readAsked(link);
            }
            try {
                answer(head, link.getUnflushedObject());
            } catch (JedisDataException e) {
                endedMicros = context.time().micros();
                fine &= refuse(head, e);
            }
            now = endedMicros;
        }
        return true;
    }

    /** The answer that comes before the one that matters. */
    private static void readAsked(Link link) {
        try {
            link.getUnflushedObject();
        } catch (JedisDataException e) {
            throw new JedisException(e);
        }
    }

    /** One reply per call. */
    private void answer(ScriptRequest head, @Nullable Object said) {
        told++;
        List<?> replies = said instanceof List<?> list ? list : List.of();
        endedMicros = context.time().micros();
        if (replies.size() > head.sharing && replies.get(head.sharing) instanceof Long micros) {
            node.clock.heard(micros, begunMicros, endedMicros);
        }
        int i = 0;
        for (ScriptRequest call = head; call != null; i++) {
            ScriptRequest next = call.next;
            call.begunMicros = begunMicros;
            call.endedMicros = endedMicros;
            Object reply = i < replies.size() ? replies.get(i) : null;
            call.say(reply != null ? reply : new StoreException("Redis answers what cannot be read"));
            call = next;
        }
    }

    /** Whether nothing is wrong but the place, or the company. */
    private boolean refuse(ScriptRequest head, JedisDataException said) {
        boolean splits = said instanceof JedisAskDataException
                || String.valueOf(said.getMessage()).startsWith(SPLIT);
        Object answer = splits && head.next != null ? ScriptRequest.ALONE : said;
        tellAll(head, answer);
        return answer == ScriptRequest.ALONE
                || said instanceof JedisRedirectionException
                || said instanceof JedisNoScriptException;
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
