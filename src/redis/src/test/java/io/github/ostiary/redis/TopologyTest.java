package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.FreePort;
import io.github.ostiary.testing.RedisServer;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;

/** Who has which slots, as somebody said. */
class TopologyTest {

    private static final ServerContext CONTEXT =
            new ServerContext(Script.decide(), "p", 5_000_000, TimeSource.system(), null);

    /** Without HELLO, which a stand-in for a server does not know. */
    private static final JedisClientConfig PLAIN = DefaultJedisClientConfig.builder()
            .autoNegotiateProtocol(false)
            .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
            .build();

    private static HostAndPort local(int port) {
        return new HostAndPort("127.0.0.1", port);
    }

    private static Topology knowing(Integer... ports) {
        Set<HostAndPort> seeds = new LinkedHashSet<>();
        List.of(ports).forEach(port -> seeds.add(local(port)));
        return new Topology(seeds, at -> new Node(at, at.toString(), PLAIN, CONTEXT), CONTEXT);
    }

    /** The check value of the cluster's CRC, and a key's identity alone in braces. */
    @Test
    void aSlotIsTheIdentitys() {
        assertThat(Topology.slot("123456789")).isEqualTo(0x31C3 % 16_384);
    }

    @Test
    void ownersAreKnownOnceAServerWasAsked() throws Exception {
        try (FakeClusterNode node = new FakeClusterNode();
                Topology topology = knowing(node.port())) {
            assertThat(topology.owner(0)).isNull();
            topology.refresh(null);
            assertThat(topology.primaries()).containsOnlyKeys("127.0.0.1:" + node.port());
            assertThat(topology.owner(0)).isNotNull().isSameAs(topology.owner(16_383));
            assertThat(topology.at(local(node.port()))).isSameAs(topology.owner(0));
        }
    }

    @Test
    void aDeadServerIsNoObstacle() throws Exception {
        int dead = FreePort.next();
        try (FakeClusterNode node = new FakeClusterNode();
                Topology topology = knowing(dead, node.port())) {
            topology.refresh(null);
            topology.refresh("127.0.0.1:" + dead);
            assertThat(topology.primaries()).containsOnlyKeys("127.0.0.1:" + node.port());
        }
    }

    @Test
    void whoeverARedirectionNamesIsConnectedToOnce() throws Exception {
        int stranger = FreePort.next();
        try (FakeClusterNode node = new FakeClusterNode();
                Topology topology = knowing(node.port())) {
            topology.refresh(null);
            Node other = topology.at(local(stranger));
            assertThat(topology.at(local(stranger))).isSameAs(other);
            topology.refresh(null);
            assertThatThrownBy(() -> other.ask(Connection::ping, CONTEXT.deadline()))
                    .as("no server says that it is there")
                    .hasMessageContaining("not asked any more");
        }
    }

    @Test
    void whereNobodyAnswersItIsSaid() {
        try (Topology topology = knowing(FreePort.next())) {
            assertThatThrownBy(() -> topology.refresh(null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("nothing listens");
        }
    }

    @Test
    void aServerThatIsInNoClusterSaysSo() {
        try (Topology topology = knowing(RedisServer.shared().port())) {
            assertThatThrownBy(() -> topology.refresh(null))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("write redis:// in redis.uri");
        }
    }
}
