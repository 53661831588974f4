package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisNoScriptException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Parcels that go to one server in one write, and are answered in their order. Confined to a thread. */
final class Pipeline implements AutoCloseable {

    /*
     * A script may not span slots, so there is a script call for each; calls of one slot share it, as many as there are: a
     * flood of one caller costs the server one call for 64 decisions. Where a slot is moving some of its keys are here and
     * some are there, and a server may refuse what speaks of both (ASK, TRYAGAIN): then each call is sent by itself, to the
     * same server. Following an ASK together would take those along whose counters have not moved, and begin new ones.
     *
     * Each parcel is answered as soon as the last of its replies was read, so that nobody waits for what comes after its own;
     * all that come after a connection broke have one failure, which counts once.
     */
    private static final String SPLIT = "TRYAGAIN";

    /** One script call, and whom its replies are for. */
    private static final class ScriptLine {

        final List<Parcel.Item> items = new ArrayList<>(1);
        ScriptCall wire;

        ScriptLine(Parcel.Item first) {
            items.add(first);
            wire = first.call.wire;
        }

        Call first() {
            return items.get(0).call;
        }

        void join(Parcel.Item item) {
            if (items.size() == 1) {
                ScriptCall own = wire;
                wire = new ScriptCall();
                wire.add(own);
            }
            wire.add(item.call.wire);
            items.add(item);
        }

        /** One reply per decision. */
        void answer(Object said) {
            List<?> replies = said instanceof List<?> list ? list : List.of();
            for (int i = 0; i < items.size(); i++) {
                Object reply = i < replies.size() ? replies.get(i) : null;
                items.get(i).tell(reply != null ? reply : new StoreException("Redis answers what cannot be read"));
            }
        }

        /** Whether nothing is wrong but the place, or the company. */
        boolean refuse(JedisDataException said) {
            boolean splits = said instanceof JedisAskDataException
                    || String.valueOf(said.getMessage()).startsWith(SPLIT);
            Object answer = splits && items.size() > 1 ? Parcel.ALONE : said;
            for (int i = 0; i < items.size(); i++) {
                items.get(i).tell(answer);
            }
            return answer == Parcel.ALONE
                    || said instanceof JedisRedirectionException
                    || said instanceof JedisNoScriptException;
        }
    }

    private final Node node;
    private final long deadlineMicros;
    private final TimeSource time;
    private final List<Parcel> parcels;
    private final List<ScriptLine> lines = new ArrayList<>();
    private @Nullable Link link;

    Pipeline(Node node, List<Parcel> parcels, long deadlineMicros, TimeSource time) {
        this.node = node;
        this.parcels = parcels;
        this.deadlineMicros = deadlineMicros;
        this.time = time;
    }

    /** Sends parcels, waits for the answers, and hands them out. */
    static void send(
            Node node, List<Parcel> parcels, long deadlineMicros, TimeSource time, @Nullable StoreCounts counts) {
        long begun = counts == null ? 0 : time.micros();
        boolean answered = false;
        Pipeline pipeline = new Pipeline(node, parcels, deadlineMicros, time);
        try (pipeline) {
            pipeline.write();
            answered = pipeline.read(false);
        } finally {
            if (counts != null) {
                counts.called(time.micros() - begun, pipeline.decisions(), answered);
            }
        }
    }

    private int decisions() {
        int decisions = 0;
        for (int i = 0; i < parcels.size(); i++) {
            decisions += parcels.get(i).items.size();
        }
        return decisions;
    }

    private void layOut() {
        Map<Integer, ScriptLine> slots = parcels.size() > 1 ? new HashMap<>() : Map.of();
        for (int i = 0; i < parcels.size(); i++) {
            List<Parcel.Item> items = parcels.get(i).items;
            for (int j = 0; j < items.size(); j++) {
                add(items.get(j), slots);
            }
        }
    }

    private void add(Parcel.Item item, Map<Integer, ScriptLine> slots) {
        boolean joins = parcels.size() > 1 && item.call.sociable();
        ScriptLine known = joins ? slots.get(item.call.slot) : null;
        if (known != null) {
            known.join(item);
            return;
        }
        ScriptLine line = new ScriptLine(item);
        lines.add(line);
        if (joins) {
            slots.put(item.call.slot, line);
        }
    }

    /** Writes to the server, in one piece; what cannot be written has failed. */
    void write() {
        try {
            layOut();
            Link to = node.borrow(deadlineMicros, time);
            link = to;
            node.procedure.prepare(to);
            for (int i = 0; i < lines.size(); i++) {
                write(to, lines.get(i));
            }
            to.push();
        } catch (StoreException e) {
            fail(e.at(node.name));
        } catch (RuntimeException | Error e) {
            fail(failure(e));
        }
    }

    /** Nothing half written is sent by the next who has the connection, nothing unread is read by it. */
    private StoreException failure(Throwable fault) {
        if (link != null) {
            link.setBroken();
        }
        return RedisErrors.of(fault instanceof RuntimeException run ? run : new IllegalStateException(fault))
                .at(node.name);
    }

    private void write(Link to, ScriptLine line) {
        Call first = line.first();
        if (first.asking) {
            to.sendCommand(Protocol.Command.ASKING);
        }
        for (int i = 0; i < line.items.size(); i++) {
            line.items.get(i).sent = true;
        }
        to.sendCommand(node.procedure.command(first.form, line.wire));
    }

    /**
     * Reads until the deadline. The first answer ends with the time that was left when the connection was borrowed.
     *
     * @param others whether those of other servers were waited for since
     * @return whether all is answered, if only by where to ask
     */
    boolean read(boolean others) {
        try {
            return readAll(others);
        } catch (RuntimeException | Error e) {
            fail(failure(e));
            return false;
        }
    }

    private boolean readAll(boolean others) {
        boolean waited = others;
        boolean fine = true;
        for (int i = 0; i < lines.size(); i++) {
            ScriptLine line = lines.get(i);
            if (line.items.get(0).told()) {
                return false;
            }
            Object said = await(line, waited);
            waited = true;
            if (said instanceof JedisDataException refusal) {
                fine &= line.refuse(refusal);
            } else if (said instanceof StoreException failure) {
                fail(failure);
            } else {
                line.answer(said);
            }
        }
        return fine;
    }

    /** What is said of it: a reply, an error of the server's, or why there will be none for this and all that come after. */
    private Object await(ScriptLine line, boolean waited) {
        Link from = link;
        if (from == null) {
            throw new IllegalStateException("nothing was written");
        }
        try {
            if (waited) {
                Node.limit(from, deadlineMicros, time);
            }
            if (line.first().asking) {
                readAsked(from);
            }
            Object reply = from.getUnflushedObject();
            return reply == null ? List.of() : reply;
        } catch (JedisDataException e) {
            return e;
        } catch (RuntimeException e) {
            node.pool.clear();
            return failure(e);
        }
    }

    /** The answer that comes before the one that matters. */
    private static void readAsked(Link link) {
        try {
            link.getUnflushedObject();
        } catch (JedisDataException e) {
            throw new JedisException(e);
        }
    }

    private void fail(StoreException failure) {
        for (int i = 0; i < parcels.size(); i++) {
            parcels.get(i).fail(failure);
        }
    }

    @Override
    public void close() {
        Link used = link;
        if (used != null) {
            used.close();
        }
    }
}
