package io.github.ostiary.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Nodes;
import io.github.ostiary.testing.RedisServer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operator types commands while an application runs that shares Redis with them. */
class MainTest {

    private static final String RULES =
            """
            lockout.login.key=principal + ip
            lockout.login.steps=2/1m lock 5m
            lockout.name.key=principal
            lockout.name.steps=2/1m challenge, 4/1h lock 5m
            lockout.name.challenge.verifier=%s
            limit.api.rate=2/1m
            limit.api.key=principal
            """;

    private final String application = "/" + UUID.randomUUID();
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private Path config;
    private Guard guard;

    @BeforeEach
    void start(@TempDir Path folder) throws IOException {
        config = folder.resolve("ostiary.properties");
        Files.writeString(config, RULES.formatted("com.example.OnlyInTheApplication"));
        Path own = folder.resolve("own.properties");
        Files.writeString(own, RULES.formatted(NoVerifier.class.getName()));
        guard = GuardBuilder.fromProperties(own)
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "ostiary:" + application)
                .build();
    }

    @AfterEach
    void stop() {
        guard.close();
    }

    private int run(String... typed) {
        String[] all = new String[typed.length + 3];
        System.arraycopy(typed, 0, all, 0, typed.length);
        all[typed.length] = "--application=" + application;
        all[typed.length + 1] = "--redis";
        all[typed.length + 2] = RedisServer.shared().uri();
        out.reset();
        err.reset();
        return Main.run(
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8),
                typed.length > 0 && typed[0].equals("bare") ? Arrays.copyOfRange(typed, 1, typed.length) : all);
    }

    private String out() {
        return out.toString(StandardCharsets.UTF_8);
    }

    private String err() {
        return err.toString(StandardCharsets.UTF_8);
    }

    private void lockOut(Key key) {
        for (int i = 0; i < 2; i++) {
            try (var attempt = guard.lockouts("login").begin(key)) {
                attempt.failed();
            }
        }
        assertThat(guard.lockouts("login").state(key).phase()).isEqualTo(Phase.LOCKED);
    }

    @Test
    void somebodyIsFoundAndLetInAgainWithoutTheRules() {
        Key home = Key.principal("bob").and(Key.ip("10.1.2.3"));
        Key work = Key.principal("bob").and(Key.ip("10.9.9.9"));
        Key other = Key.principal("bobby").and(Key.ip("10.1.2.3"));
        lockOut(home);
        lockOut(work);
        lockOut(other);

        assertThat(run("list", "login")).isZero();
        assertThat(out().lines()).hasSize(3).anySatisfy(line -> assertThat(line)
                .startsWith("principal=bob + ip=10.1.2.3  locked for ")
                .endsWith("2 failures"));

        assertThat(run("unlock", "login", "Bob", "--reason", "called us")).isZero();
        assertThat(out().lines())
                .containsExactlyInAnyOrder(
                        "unlocked principal=bob + ip=10.1.2.3", "unlocked principal=bob + ip=10.9.9.9");
        assertThat(guard.lockouts("login").state(home).phase()).isEqualTo(Phase.OPEN);
        assertThat(guard.lockouts("login").state(work).phase()).isEqualTo(Phase.OPEN);
        assertThat(guard.lockouts("login").state(other).phase()).isEqualTo(Phase.LOCKED);

        assertThat(run("unlock", "login", "10.1.2.3")).isZero();
        assertThat(guard.lockouts("login").state(other).phase()).isEqualTo(Phase.OPEN);
        assertThat(run("unlock", "login", "bob")).isEqualTo(1);
        assertThat(err()).contains("no caller of that name is locked");
        assertThat(run("list", "login")).isZero();
        assertThat(err()).contains("no caller is locked");
    }

    @Test
    void theUseOfALimitIsExported() {
        assertThat(run("export", "api", "--config", config.toString())).isZero();
        assertThat(err()).contains("no caller has used anything of limit.api, under ostiary:" + application);
        try (Guard patient = Nodes.builder("limit.api.rate=2/1m", "limit.api.key=principal")
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "ostiary:" + application)
                .build()) {
            patient.limiter("api").tryAcquire(Key.principal("bob"));
            patient.limiter("api").tryAcquire(Key.principal("ann"), 2);
        }
        assertThat(run("export", "api", "--config", config.toString())).isZero();
        assertThat(out().lines().toList().get(0)).isEqualTo("identity,policy,used,begins,ends");
        assertThat(out().lines().skip(1).map(line -> line.replaceAll(",[^,]*$", "")))
                .containsExactlyInAnyOrder("9.principal.3.bob,api,1,", "9.principal.3.ann,api,2,");
        assertThat(run("export", "api", "--config", config.toString(), "--format", "json"))
                .isZero();
        assertThat(out()).startsWith("[\n{\"identity\":\"").endsWith("}\n]\n");
        assertThat(run("export", "api", "--config", config.toString(), "--format", "xml"))
                .isEqualTo(2);
        assertThat(err()).contains("--format must be csv or json");
        assertThat(run("export", "apo", "--config", config.toString())).isEqualTo(2);
        assertThat(err()).contains("did you mean 'api'");
    }

    @Test
    void nodesSayWhatTheyDoButTheCommandLineItself() {
        assertThat(run("status")).isZero();
        assertThat(err()).contains("no node reports its figures under ostiary:" + application);
        try (Guard node = GuardBuilder.create()
                .redis(RedisServer.shared().uri())
                .property("redis.timeout", "5s")
                .property("keyPrefix", "ostiary:" + application)
                .property("metrics", "jmx")
                .limit("api", "2/1m")
                .build()) {
            for (int i = 0; i < 3; i++) {
                node.limiter("api").tryAcquire(Key.principal("bob"));
            }
            Await.until(() -> run("status") == 0 && out().contains("denied"), Duration.ofSeconds(30));
            assertThat(out().lines()).hasSize(2);
            assertThat(out())
                    .contains("running for", ", configuration ", ", the store answers")
                    .contains("limit.api  last minute 2 admitted and 1 denied", "since the start 1 rate limited")
                    .doesNotContain("bob");
            String name = out().substring(0, out().indexOf("  "));
            assertThat(run("status", name)).isZero();
            assertThat(out()).startsWith(name);
            assertThat(run("status", name + "1")).isEqualTo(2);
            assertThat(err()).contains("there is no node '" + name + "1'; did you mean '" + name + "'?");
        }
        assertThat(run("status")).isZero();
        assertThat(out()).contains("  stopped for ");
    }

    @Test
    void somebodyIsExplainedByANameAloneWhereALockoutCountsTheAddressToo() {
        lockOut(Key.principal("bob").and(Key.ip("10.1.2.3")));

        assertThat(run("explain", "Bob", "--config", config.toString())).isZero();
        assertThat(out()).startsWith("lockout.login  principal=bob + ip=10.1.2.3  denies for ");
        assertThat(run("explain", "10.1.2.3", "--config", config.toString())).isZero();
        assertThat(out()).startsWith("lockout.login  principal=bob + ip=10.1.2.3  denies for ");
        assertThat(run("explain", "login", "eve", "--config", config.toString()))
                .isZero();
        assertThat(err()).contains("no rule counts callers by that alone");
        assertThat(run("explain", "login", "eve", "--address", "10.1.2.4", "--config", config.toString()))
                .isZero();
        assertThat(out()).startsWith("lockout.login  principal=eve + ip=10.1.2.4  lets in\n");
        assertThat(run("explain", "logni", "eve", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(err()).contains("there is no rule 'logni'; did you mean 'login'?");
    }

    @Test
    void somebodyIsLetInByAnAddressWhereANetworkIsLocked() {
        lockOut(Key.principal("bob").and(Key.ip("2001:db8:1:2::5"))); // counted by its /64

        assertThat(run("unlock", "login", "2001:db8:1:2::9")).isZero();
        assertThat(out()).startsWith("unlocked principal=bob + ip=2001:db8:1:2::/64");
        assertThat(run("unlock", "login", "2001:db8:2::")).isEqualTo(1);
    }

    @Test
    void whatWasDoneIsKept() {
        lockOut(Key.principal("bob").and(Key.ip("10.1.2.3")));
        run("unlock", "login", "bob", "--reason", "called us");

        assertThat(run("audit")).isZero();
        assertThat(out().lines().findFirst().orElseThrow())
                .contains("UNLOCKED lockout.login principal=bob + ip=10.1.2.3", "from command line: called us");
    }

    @Test
    void somebodyIsExplainedByTheApplicationsRules() {
        guard.limiter("api").tryAcquire(Key.principal("bob"));

        assertThat(run("explain", "bob", "--config", config.toString())).isZero();
        assertThat(out())
                .contains("limit.api  principal=bob  lets in\n", "  api  used 1 of 2, all free in ")
                .contains("lockout.name  principal=bob  lets in\n  open, 0 failures\n");
        assertThat(run("explain", "api", "bob", "--config", config.toString())).isZero();
        assertThat(out()).contains("limit.api").doesNotContain("lockout.name");
    }

    @Test
    void somebodyIsLocked() {
        assertThat(run("lock", "name", "eve", "1h", "--config", config.toString(), "--reason", "an incident"))
                .isZero();
        assertThat(guard.lockouts("name").state(Key.principal("eve")).phase()).isEqualTo(Phase.LOCKED);
        assertThat(guard.lockouts("name").state(Key.principal("eve")).reason()).isEqualTo("an incident");
    }

    /** Whatever the rule calls the name it counts. */
    @Test
    void somebodyIsLockedByANameThatIsTypedIn() throws IOException {
        Files.writeString(
                config,
                "lockout.form.key=param:username | json:username\nlockout.form.steps=2/1m lock 5m\n"
                        + "lockout.pair.key=param:username + ip\nlockout.pair.steps=2/1m lock 5m\n");
        assertThat(run("lock", "form", "Mallory", "1h", "--config", config.toString()))
                .isZero();
        assertThat(run("list", "form")).isZero();
        assertThat(out()).startsWith("param:username=mallory  locked for ");
        assertThat(run("lock", "pair", "eve", "1h", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(err())
                .contains("lockout.pair counts no caller by that alone")
                .contains("--address");
        assertThat(run("lock", "pair", "eve", "1h", "--address", "10.1.2.3", "--config", config.toString()))
                .isZero();
        assertThat(run("lock", "pear", "eve", "1h", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(err()).contains("there is no rule lockout.pear; did you mean 'pair'?");
    }

    /** What was done to a digest tells nobody whom it was done to. */
    @Test
    void theAuditNamesWhomItWasThatWasUnlocked() throws IOException {
        Files.writeString(config, "lockout.form.key=param:username + ip\nlockout.form.steps=2/1m lock 5m\n");
        run("lock", "form", "bob", "1h", "--address", "10.1.2.3", "--config", config.toString());
        assertThat(run("unlock", "form", "bob")).isZero();
        assertThat(run("audit")).isZero();
        assertThat(out().lines().findFirst().orElseThrow())
                .contains("UNLOCKED lockout.form param:username=bob + ip=10.1.2.3");
    }

    /** In an application's own file the place of its counters is often left to the environment. */
    @Test
    void aPlaceThatIsEmptyIsNotThisProgram() throws IOException {
        Files.writeString(config, "redis.uri=${env:NO_SUCH_VARIABLE:}\n" + Files.readString(config), UTF_8);
        for (String command : List.of("list login", "unlock login bob", "audit", "overrides")) {
            List<String> typed = new ArrayList<>(List.of("bare"));
            typed.addAll(List.of(command.split(" ")));
            typed.addAll(List.of("--config", config.toString(), "--redis", ""));
            assertThat(run(typed.toArray(String[]::new))).as(command).isEqualTo(2);
            assertThat(err()).as(command).contains("redis.uri");
        }
    }

    @Test
    void aRuleThatThereIsNotIsNobodysGoodNews() {
        assertThat(run("list", "logni", "--config", config.toString())).isEqualTo(2);
        assertThat(err()).contains("logni", "did you mean", "login");
        assertThat(run("list", "logni")).isZero();
        assertThat(err()).contains("no caller is locked by lockout.logni, under ostiary:" + application);
        assertThat(run("audit")).isZero();
        assertThat(err()).contains("nothing was changed under ostiary:" + application);
    }

    @Test
    void aRateIsOverriddenForAWhile() {
        assertThat(run("override", "limit.api.rate", "1/1m", "1h", "--config", config.toString()))
                .isZero();
        assertThat(out()).startsWith("limit.api.rate=1/1m until ").contains("on all nodes");
        assertThat(run("overrides", "--config", config.toString())).isZero();
        assertThat(out()).startsWith("limit.api.rate=1/1m until ");
        assertThat(run("restore", "limit.api.rate", "--config", config.toString()))
                .isZero();
        assertThat(run("restore", "limit.api.rate", "--config", config.toString()))
                .isEqualTo(1);
    }

    @Test
    void whatSteersATerminalIsNotPrinted() {
        lockOut(Key.principal("\u001b[31mred\u202e").and(Key.ip("10.1.2.3")));
        run("list", "login");
        assertThat(out()).contains("principal=[31mred + ip").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void aWrongCommandSaysWhatIsRight() {
        assertThat(run("unlok", "login", "bob")).isEqualTo(2);
        assertThat(err()).contains("there is no command 'unlok'; did you mean 'unlock'?");
        assertThat(run("unlock", "login")).isEqualTo(2);
        assertThat(err()).contains("unlock takes 2 words, not 1");
        assertThat(run("explain", "bob")).isEqualTo(2);
        assertThat(err()).contains("--config");
        assertThat(run("lock", "name", "bob", "soon", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(run("bare", "list", "login", "--redis=redis://127.0.0.1:1", "--max=0"))
                .isEqualTo(2);
        assertThat(err()).contains("--max must be 1 to 10000");
        assertThat(run("bare", "list", "login", "--colour", "red")).isEqualTo(2);
        assertThat(err()).contains("there is no option --colour");
        assertThat(run("bare", "help")).isZero();
        assertThat(out()).contains("unlock RULE WHO");
    }

    @Test
    void aRedisThatIsNotThereIsSaid() {
        String rules = "--config=" + config;
        for (String command : List.of(
                "list login",
                "unlock login bob",
                "audit",
                "overrides",
                "restore limit.api.rate",
                "explain bob",
                "explain api bob",
                "reference ABCD2345")) {
            List<String> typed = new ArrayList<>(List.of("bare"));
            typed.addAll(List.of(command.split(" ")));
            typed.addAll(List.of("--redis=redis://127.0.0.1:1", rules));
            assertThat(run(typed.toArray(String[]::new))).as(command).isEqualTo(2);
            assertThat(err()).as(command).containsPattern("the store,? .*does not answer");
        }
    }

    @Test
    void aNameMayBeginWithDashes() {
        String[] where = {
            "bare",
            "--application=" + application,
            "--redis=" + RedisServer.shared().uri()
        };
        assertThat(run(with(where, "--config=" + config, "lock", "--", "name", "--bob", "1h")))
                .as("%s", err)
                .isZero();
        assertThat(run(with(where, "unlock", "name", "--reason", "called", "--", "--bob")))
                .as("%s", err)
                .isZero();
        assertThat(out()).contains("--bob");
        assertThat(run(with(where, "unlock", "name", "--bob"))).isEqualTo(2);
        assertThat(err()).contains("there is no option --bob");
        assertThat(run(with(where, "--", "unlock", "name", "--"))).isEqualTo(1);
    }

    private static String[] with(String[] first, String... then) {
        return Stream.concat(Arrays.stream(first), Arrays.stream(then)).toArray(String[]::new);
    }

    @Test
    void anOverrideThatIsWrongIsToldOfAlone() {
        assertThat(run("override", "limit.api.rate", "often", "1h", "--config", config.toString()))
                .isEqualTo(2);
        assertThat(err().strip())
                .isEqualTo(
                        "limit.api.rate=often (set at run time): 'often' is not a rate; write permits/window, such as"
                                + " 100/1m");
    }
}
