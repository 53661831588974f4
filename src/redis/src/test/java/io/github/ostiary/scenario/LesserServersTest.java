package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.ForbiddingProxy;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Twemproxy;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** Servers that lack a command, and proxies that keep one back: a node names it at its start, in one sentence, and then decides as it can. */
class LesserServersTest {

    private static final String ENVOY = "unsupported command '%s'";
    private static final String OF_REDIS = "ERR unknown command '%s', with args beginning with: 'secret'";

    private RedisServer redis = RedisServer.start();

    @AfterEach
    void stop() {
        redis.close();
    }

    private static void warns(String uri, boolean decides, String... words) {
        try (LogLines lines = LogLines.of("io.github.ostiary");
                Guard guard = GuardBuilder.create()
                        .redis(uri)
                        .property("redis.timeout", "5s")
                        .limit("page", "100/1m")
                        .build()) {
            List<String> warnings = lines.warnings();
            assertThat(guard.limiter("page").tryAcquire(Key.of("bob")).degraded())
                    .as("decided without Redis; warned of: %s", warnings)
                    .isEqualTo(!decides);
            assertThat(warnings).hasSize(1);
            assertThat(warnings.get(0)).contains(words).doesNotContain("secret");
        }
    }

    private void restart(String... arguments) {
        redis.close();
        redis = RedisServer.start(arguments);
    }

    @ParameterizedTest
    @ValueSource(strings = {ENVOY, OF_REDIS})
    void aProxyThatForbidsScripts(String answer) {
        try (ForbiddingProxy proxy =
                ForbiddingProxy.before(redis, answer, "EVAL", "EVALSHA", "SCRIPT", "FUNCTION", "FCALL")) {
            warns(proxy.uri(), false, "it does not know EVAL and EVALSHA", "proxy", "onStoreFailure decides until");
        }
    }

    @Test
    void aProxyThatForbidsLesserThings() {
        try (ForbiddingProxy proxy =
                ForbiddingProxy.before(redis, ENVOY, "SCAN", "TIME", "INFO", "CONFIG", "FUNCTION", "FCALL")) {
            warns(proxy.uri(), true, "it does not know SCAN and TIME", "proxy", "onStoreFailure decides what needs it");
        }
    }

    @Test
    void twemproxyHangsUp() {
        Twemproxy proxy = Twemproxy.before(redis).orElse(null);
        assumeTrue(proxy != null, "no nutcracker on the PATH");
        try (proxy) {
            warns(
                    proxy.uri(),
                    false,
                    "hangs up at CONFIG GET, FUNCTION LOAD, INFO, SCAN and TIME",
                    "name Redis itself");
        }
    }

    @Test
    void aRenamedCommandOfScripts() {
        restart("--rename-command", "HSET", "hidden");
        warns(redis.uri(), true, "it does not know HSET: renamed or switched off");
    }

    @Test
    void scriptsSwitchedOff() {
        restart("--rename-command", "EVAL", "", "--rename-command", "EVALSHA", "");
        boolean functions = redis.ask(jedis -> {
            try {
                return jedis.functionList() != null;
            } catch (JedisDataException e) {
                return false;
            }
        });
        warns(redis.uri(), functions, "it does not know EVAL and EVALSHA: renamed or switched off");
    }

    /** Valkey has it as a module from 9.1 on. */
    @Test
    void noLua() {
        try {
            restart("--enable-module-command", "yes");
            redis.ask(jedis -> jedis.sendCommand(Command.MODULE, "UNLOAD", "lua"));
        } catch (RuntimeException | AssertionError e) {
            assumeTrue(false, "Lua is part of this server");
        }
        warns(redis.uri(), false, "it runs no Lua scripts; load its Lua module");
    }
}
