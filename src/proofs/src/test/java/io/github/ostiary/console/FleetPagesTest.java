package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The pages of one node of three tell of all, or of the one that is chosen. */
@Tag("slow")
@Together
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
                        .contains("<b>33</b> over the rate", "Some nodes differ from the others.")
                        .contains("Other rules or settings than most nodes", "99 % of calls within");
                String one = page("", "node", id(other));
                assertThat(one).contains("selected", "Figures of <bdi>").doesNotContain("over the rate");
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
                    .doesNotContain("Some nodes differ from the others.");

            String texts = prefix + ":1:board:{fleet}:texts";
            redis.ask(jedis -> {
                String fleet = prefix + ":1:board:{fleet}:";
                jedis.zadd(fleet + "ends", 9e15, "rogue");
                jedis.hset(texts, "rogue", "<script>alert(1)</script>");
                jedis.zadd(fleet + "ends", 9e15, "named");
                String none = "[true,[],null,[0,0,[[],[],0.0]],0,0,0]";
                return jedis.hset(texts, "named", "[1,\"<script>alert(1)</script>\",[\"\",\"\"],0," + none + "]");
            });
            assertThat(page(""))
                    .contains("1 node cannot be read, and is left out.", "rogue", "&lt;script&gt;alert(1)")
                    .doesNotContain("<script>alert");

            redis.kill();
            assertThat(page("")).contains("Redis does not answer.", "Figures of this node, since it started.");
            assertThat(overview().get("coverage").asText()).isEqualTo("store_away");
            assertThat(admitted(overview())).isEqualTo(3);
        }
    }

    private GuardBuilder withConsole(String redis) {
        return node(redis, "2/1h").property("console.path", "/ostiary").property("console.role", "doorkeeper");
    }

    @Test
    void eventsAreThoseOfAllNodesOrOfOne() throws IOException {
        String redis = RedisServer.shared().uri();
        given(withConsole(redis));
        try (Guard other = withConsole(redis).build()) {
            use(guard, 3);
            for (int i = 0; i < 4; i++) {
                other.limiter("reply").tryAcquire(Key.principal("walter"));
            }
            Await.until(
                    () -> page("/events").contains("walter") && page("/events").contains("bob"), SOON);
            assertThat(page("/events")).contains("The last 1,000 on all 2 nodes", "<th scope=\"col\">Node</th>");
            assertThat(page("/events", "node", id(other))).contains("walter").doesNotContain("bob");
            assertThat(page("/events", "node", id(guard))).contains("bob").doesNotContain("walter");
            assertThat(page("/events", "rule", "none")).contains("Nothing has happened");
            JsonNode events = new ObjectMapper().readTree(page("/api/events")).get("events");
            assertThat(events).hasSize(3);
            assertThat(events.findValuesAsText("node")).contains(id(guard), id(other));
            assertThat(get("/api/events", "node", "nowhere").status()).isEqualTo(400);
        }
    }

    @Test
    void aTrialIsThatOfAllNodesOrOfOne() throws IOException {
        String redis = RedisServer.shared().uri();
        given(withConsole(redis).property("limit.reply.enforce", "false"));
        try (Guard other =
                withConsole(redis).property("limit.reply.enforce", "false").build()) {
            use(guard, 2);
            use(other, 3);
            Await.until(() -> page("/trial").contains("3 of 5 calls would have been denied"), SOON);
            assertThat(page("/trial"))
                    .contains("would have denied on all 2 nodes", "Figures of other nodes are a minute old");
            assertThat(page("/trial", "node", id(guard))).contains("0 of 2 calls");
            assertThat(page("/trial", "node", id(other))).contains("3 of 3 calls");
            JsonNode trial = new ObjectMapper().readTree(page("/api/trial"));
            assertThat(trial.at("/rules/0/asked").asInt()).isEqualTo(5);
            String texts =
                    RedisServer.shared().ask(jedis -> String.join("", jedis.hvals(prefix + ":1:board:{trials}:texts")));
            assertThat(texts).contains("LIMIT").doesNotContain("bob");
        }
    }

    /** Neither a name nor an address reaches a Redis that is told no names. */
    @Test
    void withASecretEventsOfOthersNameNoCaller() {
        String redis = RedisServer.shared().uri();
        given(withConsole(redis).property("keySecret", "0123456789abcdef"));
        try (Guard other =
                withConsole(redis).property("keySecret", "0123456789abcdef").build()) {
            use(other, 3);
            Await.until(() -> page("/events").contains("limited</span>"), SOON);
            assertThat(page("/events")).doesNotContain("bob");
            String lines = RedisServer.shared()
                    .ask(jedis -> String.join("", jedis.lrange(prefix + ":1:board:{fleet}:lines", 0, -1)));
            assertThat(lines).contains("LIMITED").doesNotContain("bob");
        }
    }

    @Test
    void longHistoriesAreShownInParts() {
        given("limit.reply.rate=5/1m");
        for (int i = 0; i < 250; i++) {
            time.advance(Duration.ofNanos(i % 3 * 1_000L));
            events.on(new Event(Kind.LIMITED, "reply", Optional.of(Key.principal("user" + i)), Optional.empty()));
        }
        Set<String> seen = new TreeSet<>();
        String before = "";
        for (int i = 0; i < 3; i++) {
            String page = page("/events", "before", before);
            Matcher name = Pattern.compile("user\\d+").matcher(page);
            while (name.find()) {
                seen.add(name.group());
            }
            assertThat(page.contains("rel=\"next\"")).isEqualTo(i < 2);
            before = page.replaceAll("(?s).*before=([0-9-]+).*", "$1");
        }
        assertThat(seen).hasSize(250);
    }

    @Test
    void aNodeWithoutRedisIsAFleetOfOne() throws IOException {
        given("limit.reply.rate=5/1m");
        assertThat(page(""))
                .contains("Figures of this node, since it started.")
                .doesNotContain("id=\"nodes\"", "<select");
        assertThat(overview().get("coverage").asText()).isEqualTo("one_node");
        assertThat(overview().get("nodes")).hasSize(1);
    }
}
