package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.RedisServer;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;

/** How calls that travel together are asked. */
class PipelineTest {

    /** As many as travel where Redis is far away: one script call of them all would keep it for a millisecond. */
    @Test
    void noScriptCallDecidesMoreThanSixtyFourCalls() throws Exception {
        ServerContext context = new ServerContext(Script.decide(), "pipeline", 5_000_000, TimeSource.system(), null);
        try (RedisServer redis = RedisServer.start();
                Owners owners = Connections.open(RedisUri.parse(redis.uri()), context);
                Servers servers = new Servers(owners, context)) {
            Node node = owners.owner(0);
            // Brings the script.
            assertThat(servers.ask(Operation.DECIDE, hit(0), context.deadline()))
                    .hasSize(1);
            redis.ask(jedis -> jedis.configResetStat());
            List<RoutedRequest> calls = new ArrayList<>();
            for (int i = 0; i < 200; i++) {
                RoutedRequest call = servers.call(Operation.DECIDE, hit(i % 10), context.deadline());
                call.node = node;
                assertThat(call.send()).isTrue();
                calls.add(call);
            }
            Procedure procedure = node.procedure;
            try (LinkPool pool = new LinkPool(
                    node.address, "", DefaultJedisClientConfig.builder().build(), context, 1)) {
                new SharedLinks(pool, procedure, new Lanes(1), context, true)
                        .send(new Pipeline(
                                context.time(), new ServerClock(), procedure, List.copyOf(calls), context.deadline()));
            }
            for (RoutedRequest call : calls) {
                assertThat(servers.verdicts(call, hit(0))).allMatch(Verdict::passed);
            }
            assertThat(redis.decidingCalls()).isEqualTo(4);
        }
    }

    private static List<Charge> hit(int number) {
        return List.of(new Charge(Limits.of(Algorithm.SLIDING_LOG, "1000/1h"), "k" + number, 1));
    }
}
