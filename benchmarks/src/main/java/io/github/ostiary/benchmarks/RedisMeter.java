package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import redis.clients.jedis.UnifiedJedis;

/** Sends recorded calls, many at a time without waiting, and tells what they cost the thread that decides. */
final class RedisMeter implements AutoCloseable {

    private static final int DECISIONS_AHEAD = 64;
    private static final int PINGS = 20_000;
    private static final int CALLS_ALONE = 4_000;
    private static final long LASTING_NANOS = TimeUnit.MILLISECONDS.toNanos(300);

    /**
     * Of one decision.
     *
     * @param micros CPU time, reading what was sent and writing the answer included
     * @param commands of the script
     */
    record Price(double micros, double commands) {}

    private final RedisProcess redis;
    private final UnifiedJedis client;
    private final RawRedis raw;
    private int next;

    RedisMeter(RedisProcess redis) throws IOException {
        this.redis = redis;
        this.client = redis.client(1);
        this.raw = new RawRedis(redis.port());
    }

    /** Forgets all callers. */
    void forget() {
        client.flushDB();
        next = 0;
    }

    /** The price of being asked at all. */
    double ping(RecordedCall ping) throws IOException {
        long cpu = redis.mainThreadNanos();
        for (int sent = 0; sent < PINGS; sent += DECISIONS_AHEAD) {
            for (int i = 0; i < DECISIONS_AHEAD; i++) {
                raw.send(ping.toOne(0));
            }
            raw.receive(DECISIONS_AHEAD);
        }
        return (redis.mainThreadNanos() - cpu) / 1e3 / PINGS;
    }

    /** The price of a call that waits for the answer to the one before, so that Redis is woken for each; µs. */
    double alone(RecordedCall call, int callers) throws IOException {
        long cpu = redis.mainThreadNanos();
        for (int i = 0; i < CALLS_ALONE; i++) {
            raw.send(call.to(next, callers));
            raw.receive(1);
            next = (next + 1) % callers;
        }
        return (redis.mainThreadNanos() - cpu) / 1e3 / CALLS_ALONE;
    }

    /** All that Redis has taken. */
    long usedMemory() {
        String memory = client.info("memory");
        int at = memory.indexOf("used_memory:") + "used_memory:".length();
        return Long.parseLong(memory.substring(at, memory.indexOf('\r', at)));
    }

    /** So many calls, all of whose decisions must admit. */
    Price admitted(RecordedCall call, int calls, int callers) throws IOException {
        return checked(call, calls, callers, true);
    }

    /** So many calls, all of whose decisions must refuse. */
    Price refused(RecordedCall call, int calls, int callers) throws IOException {
        return checked(call, calls, callers, false);
    }

    private Price checked(RecordedCall call, int calls, int callers, boolean writes) throws IOException {
        long changes = RedisProcess.changes(client);
        long commands = RedisProcess.inScripts(client);
        long cpu = redis.mainThreadNanos();
        send(call, calls, callers);
        double micros = (redis.mainThreadNanos() - cpu) / 1e3;
        double decisions = (double) calls * call.names();
        double made = RedisProcess.inScripts(client) - commands;
        long changed = RedisProcess.changes(client) - changes;
        if (writes ? changed < decisions : changed > 0) {
            throw new IllegalStateException("not what is to be measured: " + changed + " changes");
        }
        return new Price(micros / decisions, made / decisions);
    }

    /** So many calls for the next callers in turn. */
    void send(RecordedCall call, int calls, int callers) throws IOException {
        int ahead = Math.max(1, DECISIONS_AHEAD / call.names());
        for (int sent = 0; sent < calls; sent += ahead) {
            int burst = Math.min(ahead, calls - sent);
            for (int i = 0; i < burst; i++) {
                raw.send(call.to(next, callers));
                next = (next + call.names()) % callers;
            }
            raw.receive(burst);
        }
    }

    /** Calls for somewhat more than the window. */
    Price lasting(RecordedCall call, int callers) throws IOException {
        long commands = RedisProcess.inScripts(client);
        long cpu = redis.mainThreadNanos();
        long end = System.nanoTime() + LASTING_NANOS;
        double decisions = 0;
        while (System.nanoTime() < end) {
            send(call, callers, callers);
            decisions += (double) callers * call.names();
        }
        double micros = (redis.mainThreadNanos() - cpu) / 1e3;
        return new Price(micros / decisions, (RedisProcess.inScripts(client) - commands) / decisions);
    }

    /** One call for each of so many callers, all its keys being his. */
    Price each(RecordedCall call, int callers) throws IOException {
        long commands = RedisProcess.inScripts(client);
        long cpu = redis.mainThreadNanos();
        for (int caller = 0; caller < callers; caller++) {
            raw.send(call.toOne(caller));
            if (caller % DECISIONS_AHEAD == DECISIONS_AHEAD - 1 || caller == callers - 1) {
                raw.receive(caller % DECISIONS_AHEAD + 1);
            }
        }
        double micros = (redis.mainThreadNanos() - cpu) / 1e3;
        return new Price(micros / callers, (RedisProcess.inScripts(client) - commands) / (double) callers);
    }

    /** The mean of all keys there are. */
    double bytesPerKey() {
        Set<String> keys = client.keys("cost:*:page:*");
        return keys.stream()
                .mapToLong(key -> client.memoryUsage(key, 0))
                .average()
                .orElse(0);
    }

    @Override
    public void close() throws IOException {
        raw.close();
        client.close();
    }
}
