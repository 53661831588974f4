package io.github.ostiary.benchmarks.simulation;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.benchmarks.RedisProcess;
import io.github.ostiary.benchmarks.Waiting;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.UnifiedJedis;

/**
 * Plays a run with real nodes, guards in this JVM with some threads each, and one real Redis: every request at its time,
 * or as soon after as a thread of its node is free. Redis is ended when the outage begins.
 */
final class RealFleet {

    private static final int THREADS_PER_NODE = 3;
    private static final int WARM_UP = 2_000;

    /**
     * What was seen from outside.
     *
     * @param admitted by the request's number
     * @param calls of scripts while calls were counted
     * @param cpuMicros of the thread of Redis that decides, meanwhile
     * @param keys that Redis had when the outage began
     * @param bytes that it had taken for them
     */
    record Seen(BitSet admitted, long calls, double cpuMicros, long keys, long bytes) {}

    private final Scale scale;
    private final Traffic traffic;
    private final byte[] admitted;

    RealFleet(Scale scale, Traffic traffic) {
        this.scale = scale;
        this.traffic = traffic;
        this.admitted = new byte[traffic.requests()];
    }

    Seen play() throws IOException, InterruptedException {
        List<Guard> guards = new ArrayList<>();
        try (RedisProcess redis = RedisProcess.start();
                UnifiedJedis client = redis.client(1)) {
            for (int i = 0; i < scale.nodes(); i++) {
                guards.add(guard(redis));
                warmUp(guards.get(i).limiter("page"));
            }
            client.flushDB();
            long empty = used(client);
            long begun = System.nanoTime();
            List<Thread> threads = start(guards, begun);
            sleepUntil(begun, scale.countedFromMicros());
            long calls = RedisProcess.scriptCalls(client);
            long cpu = redis.mainThreadNanos();
            sleepUntil(begun, scale.outageFromMicros());
            double micros = (redis.mainThreadNanos() - cpu) / 1e3;
            calls = RedisProcess.scriptCalls(client) - calls;
            long keys = client.dbSize();
            long bytes = used(client) - empty;
            redis.kill();
            for (Thread thread : threads) {
                thread.join();
            }
            return new Seen(seen(), calls, micros, keys, bytes);
        } finally {
            guards.forEach(Guard::close);
        }
    }

    private Guard guard(RedisProcess redis) {
        return Guard.builder()
                .redis(redis.uri())
                .property("redis.timeout", "1s")
                .property("keyPrefix", "fleet")
                .property("expectedNodes", "" + scale.nodes())
                .limit("page", scale.permits() + "/" + scale.windowSeconds() + "s")
                .build();
    }

    /** By callers of whom nobody asks later. */
    private static void warmUp(RateLimiter limiter) {
        for (int i = 0; i < WARM_UP; i++) {
            limiter.tryAcquire(Key.of("nobody-" + i));
        }
    }

    private static long used(UnifiedJedis client) {
        String memory = client.info("memory");
        int at = memory.indexOf("used_memory:") + "used_memory:".length();
        return Long.parseLong(memory.substring(at, memory.indexOf('\r', at)));
    }

    private static void sleepUntil(long begun, long micros) {
        Waiting.until(begun + TimeUnit.MICROSECONDS.toNanos(micros));
    }

    private List<Thread> start(List<Guard> guards, long begun) {
        List<Thread> threads = new ArrayList<>();
        for (int node = 0; node < guards.size(); node++) {
            int[] own = requestsOf(node);
            AtomicInteger next = new AtomicInteger();
            RateLimiter limiter = guards.get(node).limiter("page");
            for (int i = 0; i < THREADS_PER_NODE; i++) {
                Thread thread = new Thread(() -> serve(limiter, own, next, begun));
                thread.start();
                threads.add(thread);
            }
        }
        return threads;
    }

    private int[] requestsOf(int node) {
        int[] own = new int[traffic.requests()];
        int count = 0;
        for (int i = 0; i < own.length; i++) {
            if (traffic.node(i) == node) {
                own[count++] = i;
            }
        }
        return Arrays.copyOf(own, count);
    }

    private void serve(RateLimiter limiter, int[] own, AtomicInteger next, long begun) {
        for (int i = next.getAndIncrement(); i < own.length; i = next.getAndIncrement()) {
            int request = own[i];
            sleepUntil(begun, traffic.micros(request));
            boolean allowed = limiter.tryAcquire(Key.of(Traffic.name(traffic.caller(request))))
                    .allowed();
            admitted[request] = (byte) (allowed ? 1 : 0);
        }
    }

    private BitSet seen() {
        BitSet seen = new BitSet(admitted.length);
        for (int i = 0; i < admitted.length; i++) {
            seen.set(i, admitted[i] == 1);
        }
        return seen;
    }
}
