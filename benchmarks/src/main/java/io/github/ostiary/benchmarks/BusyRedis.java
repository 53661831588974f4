package io.github.ostiary.benchmarks;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;

/** Keeps a Redis busy for a part of its time, decisions included, with short scripts of others. */
final class BusyRedis implements AutoCloseable {

    private static final String BURN = "local n = 0 for i = 1, 20000 do n = n + i end return 1";
    private static final long NAP_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long SPAN_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final Thread thread;
    private volatile boolean over;

    private BusyRedis(FarRedis redis, double share) {
        thread = new Thread(() -> run(redis, share), "busy-redis");
        thread.setDaemon(true);
        thread.start();
    }

    /** Null if Redis is not to be busy. */
    static BusyRedis of(FarRedis redis, double share) {
        return share > 0 ? new BusyRedis(redis, share) : null;
    }

    private void run(FarRedis redis, double share) {
        try (Connection near = redis.near().connect()) {
            while (!over) {
                long begun = System.nanoTime();
                long cpu = redis.mainThreadsNanos();
                for (long now = begun; now < begun + SPAN_NANOS && !over; now = System.nanoTime()) {
                    if (redis.mainThreadsNanos() - cpu < share * (now - begun)) {
                        near.sendCommand(Protocol.Command.EVAL, BURN, "0");
                        near.getOne();
                    } else {
                        LockSupport.parkNanos(NAP_NANOS);
                    }
                }
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() throws InterruptedException {
        over = true;
        thread.join();
    }
}
