package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;

/**
 * What a reader thread makes of it: the leanest script for each decision, by one connection of Lettuce, on which as many are under way as
 * ask, and none waits for its turn. Nothing travels together, but for what Lettuce finds queued.
 */
final class FarScript implements FarContender.Asking {

    private static final String PERMITS = "" + FarPath.PERMITS;
    private static final String MICROS = "1000000";

    private final RedisClient client;
    private final RedisAsyncCommands<String, String> commands;
    private final String sha;

    FarScript(FarRedis redis, int door) {
        client = RedisClient.create(
                RedisURI.create("127.0.0.1", redis.ports(door).get(0)));
        commands = client.connect().async();
        try (InputStream in = FarScript.class.getResourceAsStream("lean-log.lua")) {
            sha = commands.scriptLoad(new String(in.readAllBytes(), US_ASCII))
                    .toCompletableFuture()
                    .join();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public boolean ask(String caller) {
        String[] keys = {"lettuce:" + caller};
        List<?> reply = commands.<List<?>>evalsha(sha, ScriptOutputType.MULTI, keys, PERMITS, MICROS)
                .toCompletableFuture()
                .join();
        if (!reply.get(0).equals(1L)) {
            throw new IllegalStateException("not admitted");
        }
        return true;
    }

    @Override
    public void close() {
        client.shutdown();
    }
}
