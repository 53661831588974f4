package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Limits;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisDataException;

/** Several batches under way on one connection. The server answers with the key that it was asked about. */
class SharedLinksTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long LONG = 20_000_000;
    private static final int MANY = 8;

    private final TimeSource clock = TimeSource.system();
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch held = new CountDownLatch(1);
    private final AtomicInteger loads = new AtomicInteger();
    private final Set<StoreException> failures = ConcurrentHashMap.newKeySet();
    private final List<Thread> threads = new ArrayList<>();
    private volatile boolean hangsUp;

    private final FakeServer server = new FakeServer(this::answer);
    private final ServerContext context = new ServerContext(Script.decide(), "p", LONG, clock, null);
    private final JedisClientConfig config =
            DefaultJedisClientConfig.builder().autoNegotiateProtocol(false).build();
    private final HostAndPort address = new HostAndPort("127.0.0.1", server.port());
    private final Procedure procedure = new Procedure("", context.script());
    private final LinkPool pool = new LinkPool(address, "", config, context, 1);
    private final SharedLinks links = new SharedLinks(pool, procedure, new Lanes(MANY, 1, MANY), context, true);

    SharedLinksTest() throws IOException {
        context.observer().set(new Store.Observer() {
            @Override
            public void answered(String primary, long begun, long ended) {}

            @Override
            public void failed(String primary, StoreException failure) {
                failures.add(failure);
            }
        });
    }

    @AfterEach
    void close() throws InterruptedException {
        held.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        pool.close();
        server.close();
    }

    private @Nullable String answer(List<String> command) {
        if (command.get(0).equals("FUNCTION")) {
            loads.incrementAndGet();
            return "+OK\r\n";
        }
        String key = command.get(3);
        if (key.contains("half")) {
            begun.countDown();
            return "*1\r\n$5000\r\nhalf";
        }
        if (key.contains("held")) {
            begun.countDown();
            awaitQuietly();
            if (hangsUp) {
                return null;
            }
        }
        return "*1\r\n$" + key.length() + "\r\n" + key + "\r\n";
    }

    private void awaitQuietly() {
        try {
            assertThat(held.await(BOUND.toSeconds(), TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private ScriptRequest call(String key, long micros) {
        List<Charge> charge = List.of(new Charge(Limits.of(Algorithm.SLIDING_LOG, "10/1h"), key, 1));
        ScriptArguments wire = new ScriptArguments().add("p", Operation.DECIDE, charge);
        return new RoutedRequest(0, wire, clock.micros() + micros);
    }

    /** Sent by another thread, behind all that were begun before. */
    private ScriptRequest begin(String key, long micros) {
        ScriptRequest call = call(key, micros);
        Thread thread = new Thread(() -> send(call));
        threads.add(thread);
        thread.start();
        boolean first = threads.size() == 1;
        Await.until(
                () -> !thread.isAlive()
                        || (first ? begun.getCount() == 0 : thread.getState() == Thread.State.TIMED_WAITING),
                BOUND);
        return call;
    }

    private ScriptRequest send(ScriptRequest call) {
        assertThat(call.send()).isTrue();
        links.send(new Pipeline(clock, new ServerClock(), procedure, List.of(call), call.deadlineMicros));
        return call;
    }

    private void join(int number) throws InterruptedException {
        threads.get(number).join(BOUND.toMillis());
        assertThat(threads.get(number).isAlive()).isFalse();
    }

    private static void isAbout(ScriptRequest call, String key) throws StoreException {
        assertThat(new String((byte[]) call.reply(), StandardCharsets.UTF_8)).contains("{" + key + "}");
    }

    private List<ScriptRequest> beginAll() {
        List<ScriptRequest> calls = new ArrayList<>(List.of(begin("held", LONG)));
        for (int i = 1; i < MANY; i++) {
            calls.add(begin("k" + i, LONG));
        }
        return calls;
    }

    @Test
    void eachBatchHasItsAnswer() throws Exception {
        List<ScriptRequest> calls = beginAll();
        held.countDown();
        for (int i = 0; i < MANY; i++) {
            join(i);
            isAbout(calls.get(i), i == 0 ? "held" : "k" + i);
        }
        assertThat(server.connections()).isEqualTo(1);
        assertThat(failures).isEmpty();
    }

    /** They were sent: what became of them is not known. */
    @Test
    void whatBreaksTheConnectionIsOneFailureForAll() throws Exception {
        List<ScriptRequest> calls = beginAll();
        hangsUp = true;
        held.countDown();
        for (int i = 0; i < MANY; i++) {
            join(i);
        }
        assertThat(calls).allMatch(ScriptRequest::sent);
        assertThat(calls)
                .extracting(ScriptRequest::failure)
                .containsOnly(calls.get(0).failure());
        assertThat(failures).hasSize(1).allMatch(StoreException::evidence);
        isAbout(send(call("after", LONG)), "after");
    }

    @Test
    void whoseTimeIsOverWhileItReadsAloneBreaksTheConnection() throws Exception {
        ScriptRequest first = begin("held", 500_000);
        join(0);
        assertThat(first.failure()).hasMessageContaining("did not answer within redis.timeout");
        assertThat(failures).hasSize(1);
        held.countDown();
        isAbout(send(call("after", LONG)), "after");
    }

    /** Their time is not over: the next of them reads on. It is evidence all the same, once. */
    @Test
    void whoseTimeIsOverWhileItReadsEndsNothingForThoseBehind() throws Exception {
        ScriptRequest first = begin("held", 1_000_000);
        ScriptRequest second = begin("second", 1_200_000);
        ScriptRequest third = begin("third", LONG);
        join(0);
        join(1);
        assertThat(failures).hasSize(1).allMatch(StoreException::evidence);
        held.countDown();
        join(2);
        isAbout(third, "third");
        isAbout(second, "second");
        isAbout(first, "held");
        isAbout(send(call("after", LONG)), "after");
        assertThat(server.connections()).as("it answers again").isEqualTo(1);
        assertThat(failures).hasSize(1);
    }

    /** Part of an answer was read: nobody knows where the next one begins. */
    @Test
    void whoseTimeIsOverWithinAnAnswerBreaksTheConnection() throws Exception {
        ScriptRequest first = begin("held half", 1_000_000);
        ScriptRequest second = begin("second", LONG);
        join(0);
        join(1);
        assertThat(first.failure()).hasMessageContaining("did not answer within redis.timeout");
        assertThat(second.failure()).isSameAs(first.failure());
        assertThat(failures).hasSize(1);
    }

    /** No batch is written behind answers that may never come. */
    @Test
    void aConnectionThatAnswersNobodyIsBoardedNoMore() throws Exception {
        ScriptRequest first = begin("held", 500_000);
        ScriptRequest second = begin("second", 1_500_000);
        join(0);
        ScriptRequest third = begin("third", LONG);
        join(1);
        hangsUp = true;
        held.countDown();
        join(2);
        assertThat(first.over() || second.over()).isFalse();
        isAbout(third, "third");
        assertThat(server.connections()).isEqualTo(2);
        assertThat(failures).hasSize(1);
    }

    /** Its answer comes all the same, and is no other's. */
    @Test
    void whoGivesUpBeforeItsTurnLeavesItsAnswersToTheNext() throws Exception {
        ScriptRequest first = begin("held", LONG);
        ScriptRequest second = begin("second", 100_000);
        join(1);
        assertThat(second.over()).isFalse();
        ScriptRequest third = begin("third", LONG);
        held.countDown();
        join(0);
        join(2);
        isAbout(first, "held");
        isAbout(second, "second");
        isAbout(third, "third");
        assertThat(server.connections()).isEqualTo(1);
        assertThat(failures).isEmpty();
    }

    @Test
    void aConnectionThatOwesAnswersIsNotUsedAgain() throws Exception {
        ScriptRequest first = begin("held", LONG);
        ScriptRequest second = begin("second", 100_000);
        join(1);
        held.countDown();
        join(0);
        isAbout(first, "held");
        isAbout(send(call("third", LONG)), "third");
        assertThat(second.over() && second.failure() != null).isFalse();
        assertThat(failures).isEmpty();
    }

    /** The server has forgotten the function: it must be asked about it when no other answer is to come. */
    @Test
    void whatWasNotWrittenGoesByAnotherConnection() throws Exception {
        ScriptRequest first = begin("held", LONG);
        procedure.instead(Procedure.Form.USUAL, new JedisDataException("ERR Function not found"));
        ScriptRequest second = begin("second", LONG);
        hangsUp = true;
        held.countDown();
        join(0);
        join(1);
        assertThat(first.failure()).isNotNull();
        isAbout(second, "second");
        assertThat(loads).hasValue(2);
        assertThat(server.connections()).isEqualTo(2);
    }

    /** It comes too late to be written. */
    @Test
    void whoseTimeIsOverBeforeItIsWrittenHasNotCounted() throws Exception {
        ScriptRequest first = begin("held", LONG);
        procedure.instead(Procedure.Form.USUAL, new JedisDataException("ERR Function not found"));
        ScriptRequest second = begin("second", 100_000);
        join(1);
        assertThat(second.failure()).hasMessageContaining("nothing was counted");
        assertThat(second.sent()).isFalse();
        ScriptRequest third = begin("third", LONG);
        held.countDown();
        join(0);
        join(2);
        isAbout(first, "held");
        isAbout(third, "third");
        assertThat(failures).allMatch(failure -> !failure.evidence());
    }
}
