package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.rule.RuleLedger;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.SiegeThreshold;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What sieges cost a real Redis: as much after three deployments of fifty nodes as on the first day. */
class SiegeCostTest {

    private static final int NODES = 50;
    private static final SiegeThreshold TERMS = new SiegeThreshold(1_000_000, 1_800_000_000L);

    private final ManualTimeSource time = new ManualTimeSource();
    private int callers;

    /** A node whose members sign in, and mistype; each look it has something to tell. */
    private final class Node {

        private final RuleLedger ledger = new RuleLedger(time);
        private final SiegeBook book;

        Node(Store store) {
            book = new SiegeBook(ledger, store.sharedState(), true);
        }

        void look() {
            ledger.siege("main.account").count(Sign.SUCCEEDED, "member-" + callers, TERMS);
            ledger.siege("main.account").count(Sign.FAILED, "network-" + callers++, TERMS);
            book.look();
        }
    }

    private List<Node> deploy(Store store) {
        List<Node> nodes = new ArrayList<>();
        for (int i = 0; i < NODES; i++) {
            nodes.add(new Node(store));
        }
        return nodes;
    }

    @Test
    void whatIsReadDoesNotGrowWithNodesLongGone() throws StoreException {
        try (RedisServer server = RedisServer.start();
                Store store = RedisStore.open(
                        RedisUri.parse(server.uri()), "siege", Duration.ofSeconds(5), TimeSource.system())) {
            store.ping();
            long first = bytesOfASecond(server, deploy(store));
            List<Node> last = List.of();
            for (int deployment = 0; deployment < 3; deployment++) {
                last = deploy(store);
                for (int hour = 0; hour < 8; hour++) {
                    for (int look = 0; look < 4; look++) {
                        last.forEach(Node::look);
                    }
                    time.advance(Duration.ofHours(1));
                }
            }
            long then = bytesOfASecond(server, last);
            assertThat(then).as("bytes of a second").isLessThan(200_000);
            assertThat(then).as("after a day").isLessThan(first * 5 / 4);
            for (int look = 0; look < 4; look++) { // they hear what came last
                last.forEach(node -> node.book.look());
            }
            long calls = server.commandCount("evalsha");
            for (int look = 0; look < 4; look++) {
                last.forEach(node -> node.book.look());
            }
            assertThat(server.commandCount("evalsha"))
                    .as("while nothing happens each asks for the version alone")
                    .isEqualTo(calls);
        }
    }

    /** In which something happens on every node between two looks. */
    private long bytesOfASecond(RedisServer server, List<Node> nodes) {
        nodes.forEach(Node::look);
        long before = bytes(server);
        long calls = server.commandCount("evalsha");
        int seconds = 40;
        for (int look = 0; look < seconds * 5 / 2; look++) {
            nodes.forEach(Node::look);
            time.advance(Duration.ofMillis(400));
        }
        assertThat(server.commandCount("evalsha") - calls)
                .as("each tells and hears at once, every fourth time")
                .isEqualTo(seconds * 5L / 2 / 4 * NODES);
        return (bytes(server) - before) / seconds;
    }

    private static long bytes(RedisServer server) {
        return Pattern.compile("(?m)^total_net_(?:in|out)put_bytes:(\\d+)")
                .matcher(server.ask(jedis -> jedis.info("stats")))
                .results()
                .map(MatchResult::group)
                .mapToLong(line ->
                        Long.parseLong(line.substring(line.indexOf(':') + 1).strip()))
                .sum();
    }
}
