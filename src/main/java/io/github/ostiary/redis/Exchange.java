package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Runs scripts on the servers of a cluster. Thread-safe. */
final class Exchange {

    /*
     * Calls that go to one server queue there and travel with those of other threads; nobody's other server is waited for.
     * Calls that go to several are written to all of them, one write each, before any answer is read: however many slots
     * and servers, it takes as long as the slowest round trip.
     *
     * What a server answers without having run the script (MOVED, ASK, NOSCRIPT, a function it has not) is sent again, to
     * whom and as it says, until the deadline, by the thread whose call it is: others that travelled with it have gone on.
     * What was sent and not answered is never sent again, since it may have counted. One server's failure is not another's:
     * each call has its own end.
     */
    private static final int TRIES = 6;

    private final Topology topology;
    private final TimeSource time;
    private final PlatformThreads threads;
    private final Runnable onMoved;
    private final @Nullable StoreCounts counts;

    Exchange(
            Topology topology,
            TimeSource time,
            PlatformThreads threads,
            Runnable onMoved,
            @Nullable StoreCounts counts) {
        this.counts = counts;
        this.topology = topology;
        this.time = time;
        this.threads = threads;
        this.onMoved = onMoved;
    }

    /** Every call has its reply or its failure afterwards. Travels with others, and is counted. */
    void decide(List<Call> calls, long deadlineMicros) {
        List<Call> pending = calls;
        for (int i = 0; i < TRIES && !pending.isEmpty(); i++) {
            Member only = locate(pending);
            if (only != null) {
                queue(only, new Parcel(pending, deadlineMicros));
            } else {
                countSpread(pending, deadlineMicros);
            }
            pending = pending(pending);
        }
        giveUp(pending);
    }

    /** Every call has its reply or its failure afterwards. Keeps no decision waiting. */
    void run(List<Call> calls, long deadlineMicros) {
        List<Call> pending = calls;
        for (int i = 0; i < TRIES && !pending.isEmpty(); i++) {
            locate(pending);
            spread(pending, deadlineMicros);
            pending = pending(pending);
        }
        giveUp(pending);
    }

    private static void giveUp(List<Call> pending) {
        for (int i = 0; i < pending.size(); i++) {
            pending.get(i).fail(new StoreException("Redis sends from one server to the next"));
        }
    }

    private static List<Call> pending(List<Call> calls) {
        List<Call> pending = List.of();
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            if (call.pending()) {
                pending = pending.isEmpty() ? new ArrayList<>(calls.size()) : pending;
                pending.add(call);
            }
        }
        return pending;
    }

    /** Lets each call know where it goes; null unless all go to one server. */
    private @Nullable Member locate(List<Call> calls) {
        Member only = null;
        boolean one = true;
        for (int i = 0; i < calls.size(); i++) {
            Call call = calls.get(i);
            Member node = call.node != null ? call.node : topology.owner(call.slot);
            if (node == null) {
                onMoved.run();
                call.fail(new StoreException("no server of the Redis cluster has this slot"));
            }
            call.node = node;
            one &= node != null && (only == null || only == node);
            only = node;
        }
        return one ? only : null;
    }

    private void queue(Member node, Parcel parcel) {
        try {
            node.queue.execute(parcel);
            settle(parcel);
        } catch (StoreException e) {
            StoreException failure = e.at(node.name);
            for (int i = 0; i < parcel.items.size(); i++) {
                Call call = parcel.items.get(i).call;
                call.sent = !parcel.withdrawn();
                call.fail(failure);
            }
        }
    }

    private void countSpread(List<Call> calls, long deadlineMicros) {
        long begun = counts == null ? 0 : time.micros();
        spread(calls, deadlineMicros);
        if (counts != null) {
            boolean answered = true;
            for (int i = 0; i < calls.size(); i++) {
                answered &= calls.get(i).failure() == null;
            }
            counts.called(time.micros() - begun, calls.size(), answered);
        }
    }

    private void spread(List<Call> calls, long deadlineMicros) {
        try {
            threads.undisturbed(() -> {
                writeAndRead(calls, deadlineMicros);
                return calls;
            });
        } catch (StoreException e) {
            calls.stream().filter(Call::pending).forEach(call -> call.fail(e));
        }
    }

    private void writeAndRead(List<Call> calls, long deadlineMicros) {
        Map<Member, List<Call>> byNode = new LinkedHashMap<>();
        for (Call call : calls) {
            if (call.node != null) {
                byNode.computeIfAbsent(call.node, any -> new ArrayList<>()).add(call);
            }
        }
        List<Parcel> parcels = new ArrayList<>(byNode.size());
        List<Pipeline> pipelines = new ArrayList<>(byNode.size());
        try {
            for (Map.Entry<Member, List<Call>> each : byNode.entrySet()) {
                Parcel parcel = new Parcel(each.getValue(), deadlineMicros);
                Pipeline pipeline = new Pipeline(each.getKey(), List.of(parcel), deadlineMicros, time);
                parcels.add(parcel);
                pipelines.add(pipeline);
                pipeline.write();
            }
            boolean waited = false;
            for (Pipeline pipeline : pipelines) {
                pipeline.read(waited);
                waited = true;
            }
        } finally {
            pipelines.forEach(Pipeline::close);
        }
        for (int i = 0; i < parcels.size(); i++) {
            settle(parcels.get(i));
        }
    }

    /** What comes of what was said. */
    private void settle(Parcel parcel) {
        for (int i = 0; i < parcel.items.size(); i++) {
            Parcel.Item item = parcel.items.get(i);
            Call call = item.call;
            Object said = item.said();
            if (said instanceof JedisDataException refusal) {
                followOrFail(call, refusal);
            } else if (said instanceof StoreException failure) {
                call.sent = item.sent;
                call.fail(failure);
            } else if (said == Parcel.ALONE) {
                call.alone = true;
            } else if (said != null) {
                call.answer(said);
            }
        }
    }

    private void followOrFail(Call call, JedisDataException said) {
        Member node = call.node;
        if (node == null) {
            throw new IllegalStateException("nobody was asked");
        }
        call.sent = false;
        Procedure.Form instead = node.procedure.instead(call.form, said);
        if (instead != null) {
            call.form = instead;
        } else if (said instanceof JedisRedirectionException elsewhere) {
            call.node = topology.at(elsewhere.getTargetNode());
            call.asking = said instanceof JedisAskDataException;
            if (said instanceof JedisMovedDataException) {
                onMoved.run();
            }
        } else {
            StoreException failure = RedisErrors.of(said);
            if (RedisErrors.spoilsConnections(failure)) {
                node.pool.clear();
            }
            call.fail(failure.at(node.name));
        }
    }
}
