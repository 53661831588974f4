package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
import java.time.Duration;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** The pages of one node of three tell of all, or of the one that is chosen. */
class FleetPagesTest extends ConsoleFixture {

    private static final Duration SOON = Duration.ofSeconds(30);

    private final String prefix = "fleet-pages:" + UUID.randomUUID();

    private GuardBuilder node(String redis, String rate) {
        return GuardBuilder.create()
                .redis(redis)
                .property("keyPrefix", prefix)
                .property("redis.timeout", "2s")
                .property("metrics", "jmx")
                .limit("reply", rate);
    }

    private static void use(Guard node, int times) {
        for (int i = 0; i < times; i++) {
            node.limiter("reply").tryAcquire(Key.principal("bob"));
        }
    }

    private static String id(Guard node) {
        return OperatorApi.of(node).fleet().self();
    }

    private JsonNode overview(String... parameters) throws IOException {
        return new ObjectMapper().readTree(page("/api/overview", parameters));
    }

    private static long admitted(JsonNode overview) {
        return overview.at("/rules/0/admitted").asLong();
    }

    @Test
    void figuresAreThoseOfAllNodesOrOfOne() throws IOException {
        RedisServer redis = RedisServer.start();
        try (redis) {
            given(node(redis.uri(), "100/1h"));
            use(guard, 3);
            try (Guard other = node(redis.uri(), "100/1h").build();
                    Guard different = node(redis.uri(), "90/1h").build()) {
                use(other, 20);
                use(different, 100);
                Await.until(() -> admitted(overview()) == 90, SOON);

                assertThat(page(""))
                        .contains("3 nodes together, each since it started.", "id=\"nodes\"", "this node</span>")
                        .contains("<b>33</b> over the rate", "Not all nodes run the same.")
                        .contains("Other rules or settings than most nodes", "99 % of calls within");
                String one = page("", "node", id(other));
                assertThat(one).contains("selected", "Of <bdi>").doesNotContain("over the rate");
                assertThat(admitted(overview("node", id(other)))).isEqualTo(20);
                JsonNode all = overview();
                assertThat(all.get("coverage").asText()).isEqualTo("all_nodes");
                assertThat(all.get("nodes")).hasSize(3);
                for (JsonNode each : all.get("nodes")) {
                    assertThat(each.get("differs").asBoolean())
                            .isEqualTo(each.get("id").asText().equals(id(different)));
                    assertThat(each.get("self").asBoolean())
                            .isEqualTo(each.get("id").asText().equals(id(guard)));
                }
                assertThat(get("/api/overview", "node", "nowhere").status()).isEqualTo(400);
                assertThat(page("", "node", "nowhere")).contains("That node is not known any more.");
            }
            assertThat(page(""))
                    .contains("stopped</span><small>since <time", "(gone)</option>")
                    .doesNotContain("Not all nodes run the same.");

            String texts = prefix + ":1:board:{fleet}:texts";
            redis.ask(jedis -> {
                String fleet = prefix + ":1:board:{fleet}:";
                jedis.zadd(fleet + "ends", 9e15, "rogue");
                jedis.hset(texts, "rogue", "<script>alert(1)</script>");
                jedis.zadd(fleet + "ends", 9e15, "named");
                return jedis.hset(texts, "named", "1\t<script>alert(1)</script>\t\t\truns\t");
            });
            assertThat(page(""))
                    .contains("1 node cannot be read, and is left out.", "rogue", "&lt;script&gt;alert(1)")
                    .doesNotContain("<script>alert");

            redis.kill();
            assertThat(page("")).contains("Redis does not answer.", "Of this node, since it started.");
            assertThat(overview().get("coverage").asText()).isEqualTo("store_away");
            assertThat(admitted(overview())).isEqualTo(3);
        }
    }

    @Test
    void aNodeWithoutRedisIsAFleetOfOne() throws IOException {
        given("limit.reply.rate=5/1m");
        assertThat(page("")).contains("Of this node, since it started.").doesNotContain("id=\"nodes\"", "<select");
        assertThat(overview().get("coverage").asText()).isEqualTo("one_node");
        assertThat(overview().get("nodes")).hasSize(1);
    }
}
