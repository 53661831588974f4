package io.github.ostiary.redis;

import io.github.ostiary.TimeSource;
import io.github.ostiary.text.Log;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.BuilderFactory;
import redis.clients.jedis.CommandObject;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.Response;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * The test of whether a server can serve: it must answer, and take writes, which a replica does not. One that is full, or cannot save,
 * serves: it knows who is locked.
 */
final class Health {

    private static final System.Logger LOG = Log.of(Health.class);
    private static final long PROBE_MILLIS = 1_000;
    private static final long YEAR_SECONDS = 366L * 86_400L;

    private static final Pattern LEADER = Pattern.compile("master_replid:(\\w+)");

    private Health() {}

    /** How long that took, µs. */
    static long check(Connection link, String key, TimeSource time) {
        long begun = time.micros();
        try {
            link.executeCommand(new CommandObject<>(
                    Commands.of(Command.SET, key, "1", "PX", Long.toString(PROBE_MILLIS)), BuilderFactory.STRING));
        } catch (JedisDataException e) {
            if (!RedisErrors.readsOnly(e)) {
                throw e;
            }
        }
        return time.micros() - begun;
    }

    /**
     * The text that ends with the data it stands beside, and who leads the replication: a replica that was promoted has
     * the text, but perhaps not all of the data. The text is made if it is missing, and kept for a year. One round trip.
     */
    static String epoch(Connection link, String key) {
        String fresh = UUID.randomUUID().toString();
        Pipeline asked = new Pipeline(link, false);
        var unused = asked.executeCommand(new CommandObject<>(
                Commands.of(Command.SET, key, fresh, "NX", "EX", Long.toString(YEAR_SECONDS)), BuilderFactory.STRING));
        var unusedReply = asked.pexpire(key, 1_000 * YEAR_SECONDS);
        Response<String> text = asked.get(key);
        Response<String> replication = asked.executeCommand(
                new CommandObject<>(Commands.of(Command.INFO, "replication"), BuilderFactory.STRING));
        asked.sync();
        return text.get() + leader(replication);
    }

    /** Users without the right to ask do without. */
    private static String leader(Response<String> replication) {
        try {
            Matcher id = LEADER.matcher(replication.get());
            return id.find() ? " " + id.group(1) : "";
        } catch (JedisDataException e) {
            LOG.log(System.Logger.Level.DEBUG, "This user may not call INFO", e);
            return "";
        }
    }

    /**
     * Warns of every policy but {@code noeviction}: all our keys have an end, so {@code volatile-ttl} evicts denied callers first, and
     * {@code volatile-lru} locks, which nobody asks for. Whether it may be asked for.
     */
    static boolean warnOfEviction(Connection link, String server) {
        try {
            String policy = link.executeCommand(new CommandObject<>(
                            Commands.of(Command.CONFIG, "GET", "maxmemory-policy"), BuilderFactory.STRING_MAP))
                    .getOrDefault("maxmemory-policy", "");
            if (!policy.isEmpty() && !policy.equals("noeviction")) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Redis evicts keys when it is full (maxmemory-policy {0}{1}): it may forget callers who are denied or"
                                + " locked. Set maxmemory-policy noeviction",
                        policy,
                        server.isEmpty() ? "" : " at " + server);
            }
            return true;
        } catch (JedisDataException e) {
            LOG.log(System.Logger.Level.DEBUG, "maxmemory-policy cannot be read here", e);
            return false;
        }
    }
}
