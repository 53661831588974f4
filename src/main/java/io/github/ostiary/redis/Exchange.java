package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.exceptions.JedisMovedDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** Runs scripts on the servers of a cluster. Thread-safe. */
final class Exchange {

    /*
     * All calls of one exchange are written to all their servers, one write each, before any answer is read: however many
     * slots and servers, it takes as long as the slowest round trip. What a server answers without having run the script
     * (MOVED, ASK, NOSCRIPT, a function it has not) is sent again, to whom and as it says, until the deadline; what was
     * sent and not answered is never sent again, since it may have counted. One server's failure is not another's: each
     * call has its own end.
     */
    private static final int TRIES = 5;

    private final Topology topology;
    private final TimeSource time;
    private final Runnable onMoved;

    Exchange(Topology topology, TimeSource time, Runnable onMoved) {
        this.topology = topology;
        this.time = time;
        this.onMoved = onMoved;
    }

    /** Every call has its reply or its failure afterwards. */
    void run(List<Call> calls, long deadlineMicros) {
        List<Call> pending = calls;
        for (int i = 0; i < TRIES && !pending.isEmpty(); i++) {
            send(pending, deadlineMicros);
            pending = pending(pending);
        }
        for (Call call : pending) {
            call.fail(new StoreException("Redis sends from one server to the next"));
        }
    }

    private static List<Call> pending(List<Call> calls) {
        List<Call> pending = List.of();
        for (Call call : calls) {
            if (call.pending()) {
                pending = pending.isEmpty() ? new ArrayList<>(calls.size()) : pending;
                pending.add(call);
            }
        }
        return pending;
    }

    private void send(List<Call> calls, long deadlineMicros) {
        Map<Node, List<Call>> byNode = new LinkedHashMap<>();
        for (Call call : calls) {
            Node node = call.node != null ? call.node : topology.owner(call.slot);
            if (node == null) {
                onMoved.run();
                call.fail(new StoreException("no server of the Redis cluster has this slot"));
            } else {
                call.node = node;
                byNode.computeIfAbsent(node, any -> new ArrayList<>()).add(call);
            }
        }
        Map<Node, Link> links = new LinkedHashMap<>();
        try {
            for (Map.Entry<Node, List<Call>> each : byNode.entrySet()) {
                write(each.getKey(), each.getValue(), links, deadlineMicros);
            }
            boolean waited = false;
            for (Map.Entry<Node, Link> each : links.entrySet()) {
                List<Call> its = byNode.getOrDefault(each.getKey(), List.of());
                read(each.getKey(), each.getValue(), its, deadlineMicros, waited);
                waited = true;
            }
        } finally {
            links.values().forEach(Link::close);
        }
    }

    private void write(Node node, List<Call> calls, Map<Node, Link> links, long deadlineMicros) {
        try {
            Link link = node.borrow(deadlineMicros, time);
            links.put(node, link);
            node.procedure.prepare(link);
            for (Call call : calls) {
                if (call.asking) {
                    link.sendCommand(Protocol.Command.ASKING);
                }
                call.sent = true;
                link.sendCommand(node.procedure.command(call.form, call.wire));
            }
            link.push();
        } catch (StoreException e) {
            failAll(calls, e.at(node.name));
        } catch (RuntimeException e) {
            failAll(calls, RedisErrors.of(e).at(node.name));
        }
    }

    /** The first answer of all ends with the time that was left when its connection was borrowed. */
    private void read(Node node, Link link, List<Call> calls, long deadlineMicros, boolean others) {
        boolean waited = others;
        for (Call call : calls) {
            if (call.pending()) {
                try {
                    if (waited) {
                        Node.limit(link, deadlineMicros, time);
                    }
                    waited = true;
                    readAsked(link, call);
                    call.answer(link.getUnflushedObject());
                } catch (JedisDataException e) {
                    followOrFail(call, node, e);
                } catch (RuntimeException e) {
                    link.setBroken();
                    node.pool.clear();
                    failAll(calls, RedisErrors.of(e).at(node.name));
                }
            }
        }
    }

    /** The answer that comes before the one that matters. */
    private static void readAsked(Link link, Call call) {
        try {
            if (call.asking) {
                link.getUnflushedObject();
            }
        } catch (JedisDataException e) {
            throw new JedisException(e);
        }
    }

    private void followOrFail(Call call, Node node, JedisDataException said) {
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

    private static void failAll(List<Call> calls, StoreException failure) {
        calls.stream().filter(Call::pending).forEach(call -> call.fail(failure));
    }
}
