package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.MovedRedis;
import io.github.ostiary.testing.RedisServer;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which window it is the server's clock says, whatever the clocks of nodes show: they neither mint nor lose. */
class CalendarClocksTest {

    private static final RedisServer SERVER = RedisServer.shared();
    private static final long SECOND = 1_000_000;
    private static final long MINUTE = 60 * SECOND;
    private static final long DAY = 86_400 * SECOND;

    /** New Year in Berlin. */
    private static final long BOUNDARY = Instant.parse("2026-12-31T23:00:00Z").getEpochSecond() * SECOND;

    private final String prefix = "calendar:" + UUID.randomUUID();
    private final AtomicLong server = new AtomicLong(BOUNDARY - 3 * MINUTE);
    private final MovedRedis redis = new MovedRedis(SERVER, prefix + "-clock", server.get());
    private final List<Node> nodes = new ArrayList<>();

    @AfterEach
    void close() {
        nodes.forEach(node -> node.store.close());
        redis.close();
    }

    /** A node, and its clock. */
    private record Node(Store store, TimeSource clock) {

        List<Verdict> ask(Operation operation, List<Charge> charges) throws StoreException {
            return store.ask(operation, charges, clock.micros() + 5 * SECOND);
        }

        List<Verdict> decide(List<Charge> charges) throws StoreException {
            return ask(Operation.DECIDE, charges);
        }
    }

    /** Its clock goes on in real time from where the server's stood, and is wrong by so much. */
    private Node node(long wrongBy) {
        long begun = TimeSource.system().micros();
        long stood = server.get();
        TimeSource clock = () -> TimeSource.system().micros() - begun + wrongBy + Math.max(stood, server.get());
        Node node = new Node(RedisStore.open(RedisUri.parse(redis.uri()), prefix, Duration.ofSeconds(5), clock), clock);
        nodes.add(node);
        return node;
    }

    private void serverAt(long micros) {
        server.set(micros);
        redis.moveTo(micros);
    }

    private static Limit limit(String rate, String counter) {
        Rate parsed = Rate.parse(rate).in(ZoneId.of("Europe/Berlin"), DayOfWeek.MONDAY);
        Algorithm algorithm = Algorithm.SLIDING_LOG.of(parsed);
        return new Limit(new LimitId("api", "api-" + counter, counter), algorithm, parsed, 0, false, false);
    }

    private static Verdict ask(Node node, Limit limit, long permits) throws StoreException {
        return node.decide(List.of(new Charge(limit, "bob", permits))).get(0);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hour", "day", "week", "month", "year"})
    void clocksThatAreApartNeitherMintNorLose(String unit) throws StoreException {
        Limit limit = limit("50/" + unit, "0");
        boolean week = unit.equals("week");
        long boundary = week ? Instant.parse("2027-01-03T23:00:00Z").getEpochSecond() * SECOND : BOUNDARY;
        serverAt(boundary - 3 * MINUTE);
        long[] wrong = {0, MINUTE, -MINUTE, 2 * MINUTE, DAY, -DAY, 40 * DAY, -400 * DAY};
        for (long by : wrong) {
            node(by);
        }
        Random random = new Random(29);
        int before = 0;
        int after = 0;
        for (long now = boundary - 3 * MINUTE; now < boundary + 3 * MINUTE; now += 2 * SECOND) {
            serverAt(now);
            Verdict said = ask(nodes.get(random.nextInt(wrong.length)), limit, 1);
            before += said.passed() && now < boundary ? 1 : 0;
            after += said.passed() && now >= boundary ? 1 : 0;
            if (now < boundary) {
                assertThat(said.resetMicros()).isEqualTo(boundary - now);
            }
        }
        assertThat(before).isEqualTo(50);
        assertThat(after).isEqualTo(50);
    }

    /** The server's clock was stepped back again and again, so that each counter is ahead by another span: all are decided together. */
    @Test
    void eachCounterOfADecisionMayHaveATimeOfItsOwn() throws StoreException {
        Node node = node(0);
        List<Charge> all = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            all.add(new Charge(limit("5/day", Integer.toString(i)), "bob", 1));
            serverAt(BOUNDARY + 40 * DAY - 3 * i * DAY);
            assertThat(node.decide(List.of(all.get(i))).get(0).passed()).isTrue();
        }
        serverAt(BOUNDARY);
        assertThat(node.decide(all)).allMatch(said -> said.passed() && said.remaining() == 3);
    }

    @Test
    void theFiguresAreTheServersToTheMicrosecond() throws StoreException {
        Limit month = limit("2/month", "0");
        serverAt(BOUNDARY - 1);
        Node fast = node(MINUTE);
        Node slow = node(-MINUTE);
        assertThat(ask(fast, month, 2).consequence().window()).isEqualTo(31 * DAY);
        assertThat(ask(slow, month, 1).retryMicros()).isEqualTo(1);
        serverAt(BOUNDARY);
        Verdict next = ask(slow, month, 1);
        assertThat(next.passed()).isTrue();
        assertThat(next.resetMicros()).isEqualTo(31 * DAY);
    }

    @Test
    void theWindowToldIsTheServersToo() throws StoreException {
        long february = Instant.parse("2027-01-31T23:00:00Z").getEpochSecond() * SECOND;
        serverAt(february + SECOND);
        Limit month = limit("9/month", "0");
        assertThat(ask(node(-MINUTE), month, 1).consequence().window()).isEqualTo(28 * DAY);
        assertThat(ask(node(60 * DAY), month, 1).consequence().window()).isEqualTo(28 * DAY);
    }

    @Test
    void allIsGrantedOrNothing() throws StoreException {
        Limit month = limit("5/month", "0");
        Limit second = limit("2/1s", "1");
        for (Node node : List.of(node(0), node(400 * DAY))) {
            node.ask(Operation.RESET, List.of(new Charge(month, "eve", 1), new Charge(second, "eve", 1)));
            List<Charge> both = List.of(new Charge(month, "eve", 1), new Charge(second, "eve", 1));
            node.decide(both);
            node.decide(both);
            assertThat(node.decide(both).get(1).passed()).isFalse();
            assertThat(node.ask(Operation.PEEK, List.of(new Charge(month, "eve", 1)))
                            .get(0)
                            .remaining())
                    .as("a call that the second denies costs nothing of the month")
                    .isEqualTo(3);
        }
    }

    /** What writes for one claim after the other decides first whether it can for all. */
    @Test
    void nothingIsGivenBackTwice() throws StoreException {
        Limit hour = limit("9/hour", "0");
        Limit year = limit("9/year", "1");
        List<Charge> both = List.of(new Charge(year, "bob", 5), new Charge(hour, "bob", 5));
        node(0).decide(both);
        List<Charge> one = List.of(new Charge(year, "bob", 1), new Charge(hour, "bob", 1));
        node(DAY).ask(Operation.GIVE_BACK, one);
        List<Verdict> left = nodes.get(0).ask(Operation.PEEK, one);
        assertThat(left.get(0).remaining()).isEqualTo(5);
        assertThat(left.get(1).remaining()).isEqualTo(5);
    }

    @Test
    void aResetReachesItFromAnyClock() throws StoreException {
        Limit month = limit("5/month", "0");
        ask(node(0), month, 5);
        node(90 * DAY).ask(Operation.RESET, List.of(new Charge(month, "bob", 1)));
        assertThat(ask(nodes.get(0), month, 5).passed()).isTrue();
    }

    @Test
    void theKeyOutlivesItsWindowForReports() throws StoreException {
        Limit day = limit("5/day", "0");
        serverAt(BOUNDARY - 20 * 3_600 * SECOND);
        ask(node(0), day, 3);
        assertThat(redis.moveTo(BOUNDARY + 6 * 3_600 * SECOND - SECOND)).isEmpty();
        assertThat(redis.moveTo(BOUNDARY + 12 * 3_600 * SECOND + SECOND)).hasSize(1);
    }

    /** A server whose clock is set back does not give the last month's permits again, nor forget this one's. */
    @Test
    void aServersClockThatIsSetBackNeitherMintsNorLoses() throws StoreException {
        Limit month = limit("5/month", "0");
        Node node = node(0);
        serverAt(BOUNDARY + MINUTE);
        ask(node, month, 3);
        serverAt(BOUNDARY - 20 * DAY);
        assertThat(ask(node, month, 1).remaining()).isEqualTo(1);
        assertThat(ask(node, month, 2).passed()).isFalse();
        serverAt(BOUNDARY + 2 * MINUTE);
        assertThat(ask(node, month, 1).remaining()).isZero();
    }
}
