package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.Algorithm;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** As a function where the server has functions and lets us, else as a script: whatever is in the way, it is decided. */
class ProcedureTest {

    private static final Limit LIMIT = Limits.of(Algorithm.SLIDING_LOG, "1000/1h");
    private static final String NAME = Script.decide().name();

    private final RedisServer server = RedisServer.start();
    private final boolean functions = server.ask(ProcedureTest::hasFunctions);
    private long expected = 1_000;

    @AfterEach
    void stop() {
        server.close();
    }

    private static boolean hasFunctions(Jedis jedis) {
        try {
            return jedis.functionList() != null;
        } catch (JedisDataException e) {
            return false;
        }
    }

    private Store open(String user) {
        String uri = "redis://" + user + "127.0.0.1:" + server.port();
        return RedisStore.open(RedisUri.parse(uri), "p", Duration.ofSeconds(5), TimeSource.system());
    }

    /** Each attempt counts once, however often the call had to be said. */
    private void decide(Store store) throws StoreException {
        expected--;
        assertThat(Asked.ask(store, Operation.DECIDE, List.of(new Charge(LIMIT, "bob", 1)))
                        .get(0)
                        .remaining())
                .isEqualTo(expected);
    }

    private long loads() {
        return server.commandCount("function|load");
    }

    private long byFunction(Store store) throws StoreException {
        long before = server.commandCount("fcall");
        decide(store);
        return server.commandCount("fcall") - before;
    }

    @Test
    void isAFunctionWhereThereAreAnyAndAScriptElsewhere() throws StoreException {
        try (Store store = open("");
                LogLines lines = LogLines.of(Procedure.class.getName())) {
            for (int i = 0; i < 5; i++) {
                assertThat(byFunction(store)).isEqualTo(functions ? 1 : 0);
            }
            assertThat(server.decidingCalls()).isBetween(5L, 6L);
            assertThat(loads()).isEqualTo(functions ? 1 : 0);
            assertThat(lines.lines())
                    .as("told once")
                    .hasSize(1)
                    .first()
                    .asString()
                    .contains(functions ? NAME : "script");
        }
    }

    @Test
    void isLoadedAgainInTheSameCallWhenItIsGone() throws StoreException {
        assumeTrue(functions, "this server has none");
        try (Store store = open("")) {
            decide(store);
            for (int i = 0; i < 3; i++) {
                server.ask(Jedis::functionFlush);
                decide(store);
                assertThat(byFunction(store)).isEqualTo(1);
            }
            assertThat(loads()).isEqualTo(4);
        }
    }

    @Test
    void surviesARestart() throws StoreException {
        try (Store store = open("")) {
            decide(store);
            server.restart();
            expected = 1_000;
            assertThatThrownBy(store::ping).as("over the connection it had").isInstanceOf(StoreException.class);
            decide(store);
            assertThat(byFunction(store)).isEqualTo(functions ? 1 : 0);
        }
    }

    @Test
    void replacesAForeignLibraryOfItsName() throws StoreException {
        assumeTrue(functions, "this server has none");
        String foreign = "redis.register_function('%s', function() return 'foreign' end)";
        server.ask(jedis -> jedis.functionLoad("#!lua name=" + NAME + "\n" + foreign.formatted(NAME)));
        try (Store store = open("")) {
            assertThat(byFunction(store)).isEqualTo(1);
            server.ask(jedis -> jedis.functionLoadReplace("#!lua name=" + NAME + "\n" + foreign.formatted("other")));
            decide(store);
            assertThat(byFunction(store)).isEqualTo(1);
        }
    }

    @Test
    void isAScriptWhereAnotherLibraryHasTheFunctionsName() throws StoreException {
        assumeTrue(functions, "this server has none");
        String foreign = "redis.register_function('" + NAME + "', function() return 'foreign' end)";
        server.ask(jedis -> jedis.functionLoad("#!lua name=foreign\n" + foreign));
        try (Store store = open("")) {
            assertThat(byFunction(store)).isZero();
        }
    }

    @Test
    void isAScriptForWhomMayNotLoadFunctions() throws StoreException {
        assertScriptWithout("-function");
    }

    @Test
    void isAScriptForWhomMayNotCallFunctions() throws StoreException {
        assertScriptWithout("-fcall");
    }

    private void assertScriptWithout(String right) throws StoreException {
        assumeTrue(functions, "this server has none");
        server.ask(jedis -> jedis.aclSetUser("app", "on", ">secret", "~*", "+@all", right));
        try (Store store = open("app:secret@");
                LogLines lines = LogLines.of(Procedure.class.getName())) {
            decide(store);
            long before = server.commandCount("evalsha");
            decide(store);
            assertThat(server.commandCount("evalsha") - before).isEqualTo(1);
            assertThat(lines.lines()).last().asString().contains("+function|load +fcall");
        }
    }

    /** The text is as long as a thousand calls: on each lane one caller sends it, and no other does once it is there. */
    @Test
    void theTextOfAForgottenScriptIsSharedByThoseWhoMissIt() throws StoreException {
        assumeTrue(!functions, "this server decides by a function");
        try (Store store = open("")) {
            decide(store);
            server.ask(Jedis::scriptFlush);
            long before = server.commandCount("eval");
            List<Callable<List<Verdict>>> asks =
                    Collections.nCopies(64, () -> Asked.decide(store, List.of(new Charge(LIMIT, "bob", 1))));
            QueuedAsks all = QueuedAsks.of(server, asks);
            assertThat(all.failures).isEmpty();
            assertThat(all.passed()).isEqualTo(64);
            expected -= 64;
            decide(store);
            assertThat(server.commandCount("eval") - before).isBetween(1L, (long) Node.LANES);
        }
    }

    /** It refuses to begin a function that may write; a script may read there. */
    @Test
    void readsOnAServerThatIsFull() throws StoreException {
        try (Store store = open("")) {
            decide(store);
            server.configSet("maxmemory", "1");
            List<Charge> one = List.of(new Charge(LIMIT, "bob", 1));
            assertThat(Asked.peek(store, one).get(0).remaining()).isEqualTo(expected);
            assertThatThrownBy(() -> decide(store))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("OOM");
            expected++;
            server.configSet("maxmemory", "0");
            assertThat(byFunction(store)).isEqualTo(functions ? 1 : 0);
        }
    }
}
