package io.github.ostiary.redis;

import io.github.ostiary.store.Store;
import java.util.function.Function;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** Makes connections fit for a request path: bounded waits everywhere, no hidden retries. */
final class Connections {

    private Connections() {}

    /** The servers that a URI names; none is connected to yet. */
    static Owners open(RedisUri uri, ServerContext context) {
        JedisClientConfig config = config(uri, context);
        Function<HostAndPort, Node> only = address -> new Node(address, Store.UNDIVIDED, config, context);
        return switch (uri.topology()) {
            case STANDALONE -> new Owners.Fixed(
                    only.apply(uri.hosts().iterator().next()));
            case CLUSTER -> new Topology(
                    uri.hosts(), address -> new Node(address, address.toString(), config, context), context);
            case SENTINEL -> {
                JedisClientConfig anonymous = config(withoutCredentials(uri), context);
                yield new Sentinels(
                        String.valueOf(uri.master()),
                        uri.hosts().stream()
                                .map(host -> new Node(host, host.toString(), anonymous, context))
                                .toList(),
                        only,
                        context);
            }
        };
    }

    /**
     * The configuration without HELLO and CLIENT SETINFO: a replacement connection to a hung server must not wait for
     * them too.
     */
    private static JedisClientConfig config(RedisUri uri, ServerContext context) {
        int millis = (int) Math.max(1, context.budgetMicros() / 1_000);
        DefaultJedisClientConfig.Builder config = DefaultJedisClientConfig.builder()
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .user(uri.user())
                .password(uri.password())
                .database(uri.database());
        JedisVersion.negotiateNothing(config);
        if (uri.tls()) {
            JedisVersion.encrypt(config);
        }
        return config.build();
    }

    private static RedisUri withoutCredentials(RedisUri uri) {
        return new RedisUri(uri.topology(), uri.tls(), uri.hosts(), null, null, 0, uri.master());
    }
}
