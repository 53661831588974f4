package io.github.ostiary.redis;

import io.github.ostiary.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.Protocol;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.Response;
import redis.clients.jedis.UnifiedJedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.SetParams;

/** Whether a server can serve: it must answer, and it must take writes, which a replica or a full server does not. */
final class Health {

    private static final System.Logger LOG = System.getLogger(Health.class.getName());
    private static final long PROBE_MILLIS = 1_000;
    private static final long YEAR_SECONDS = 366L * 86_400L;

    private static final Pattern LEADER = Pattern.compile("master_replid:(\\w+)");

    private Health() {}

    static void check(UnifiedJedis client, String prefix) throws StoreException {
        try {
            client.set(prefix + ":1:probe", "1", SetParams.setParams().px(PROBE_MILLIS));
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }

    /**
     * The text that ends with the data it stands beside, and who leads the replication: a replica that was promoted has
     * the text, but not all of the data. The text is made if it is missing, and kept for a year after it was last made.
     */
    static String epoch(UnifiedJedis client, String prefix) throws StoreException {
        String key = prefix + ":1:epoch";
        if (client instanceof RedisClusterClient) {
            return text(client, key);
        }
        try (AbstractPipeline asked = client.pipelined()) {
            Response<String> text = asked.get(key);
            Response<Object> replication = asked.sendCommand(Protocol.Command.INFO, "replication");
            asked.sync();
            String made = text.get() == null ? make(client, key) : text.get();
            return made + leader(replication);
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }

    private static String text(UnifiedJedis client, String key) throws StoreException {
        try {
            String text = client.get(key);
            return text == null ? make(client, key) : text;
        } catch (RuntimeException e) {
            throw Failures.of(e);
        }
    }

    private static String make(UnifiedJedis client, String key) {
        client.set(key, UUID.randomUUID().toString(), SetParams.setParams().nx().ex(YEAR_SECONDS));
        return String.valueOf(client.get(key));
    }

    /** Users without the right to ask do without. */
    private static String leader(Response<Object> replication) {
        try {
            Matcher id = LEADER.matcher(new String((byte[]) replication.get(), StandardCharsets.UTF_8));
            return id.find() ? " " + id.group(1) : "";
        } catch (JedisDataException e) {
            return "";
        }
    }

    /** A policy that evicts any key may evict a counter of somebody who is refused. */
    static void warnOfEviction(UnifiedJedis client) {
        try {
            String policy = client.configGet("maxmemory-policy").getOrDefault("maxmemory-policy", "");
            if (policy.startsWith("allkeys-")) {
                LOG.log(
                        System.Logger.Level.WARNING,
                        "Redis evicts any key when it is full (maxmemory-policy {0}): refused callers may be forgotten."
                                + " Use noeviction or volatile-ttl",
                        policy);
            }
        } catch (JedisException e) {
            LOG.log(System.Logger.Level.DEBUG, "maxmemory-policy cannot be read here", e);
        }
    }
}
