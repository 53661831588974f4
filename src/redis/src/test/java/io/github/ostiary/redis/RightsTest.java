package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Attempt;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisCluster;
import io.github.ostiary.testing.RedisServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisDataException;

/** The rights that the page lists are enough, none is too many, and a node says at its start which one is missing. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RightsTest {

    private static final Pattern LINE = Pattern.compile("ACL SETUSER app on '>PASSWORD' '~ostiary:\\*' ([^`\\n]+)");
    private static final Pattern CALL = Pattern.compile("(?:p?call|try)\\('([A-Z]+)'");
    private static final Pattern WORD = Pattern.compile("\\bCommand\\.([A-Z]+)\\b");

    /** Rights for what only a cluster has, and for a database of a number. */
    private static final Set<String> ELSEWHERE = Set.of("+asking", "+cluster|slots", "+select");

    private final RedisServer server = RedisServer.start();
    private boolean functions;

    @BeforeAll
    void look() {
        functions = knows(server, "+fcall");
    }

    @AfterAll
    void stop() {
        server.close();
    }

    /** The line of the page, right by right. */
    private static List<String> page() {
        try {
            Matcher line = LINE.matcher(Files.readString(Path.of("src/docs/run.md")));
            assertThat(line.find()).isTrue();
            return List.of(line.group(1).replace("'", "").strip().split("\\s+"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static boolean knows(RedisServer server, String right) {
        try {
            return server.ask(jedis -> jedis.aclSetUser("nobody", right)).equals("OK");
        } catch (JedisDataException e) {
            return false;
        }
    }

    private static void allow(RedisServer server, List<String> rights) {
        List<String> rules = new ArrayList<>(List.of("reset", "on", ">secret", "~ostiary:*"));
        rights.stream().filter(right -> knows(server, right)).forEach(rules::add);
        server.ask(jedis -> {
            jedis.aclLogReset();
            return jedis.aclSetUser("app", rules.toArray(String[]::new));
        });
    }

    private static List<String> without(String right) {
        return page().stream().filter(each -> !each.equals(right)).toList();
    }

    private static GuardBuilder builder(String uri) {
        return GuardBuilder.create()
                .redis(uri)
                .property("redis.timeout", "5s")
                .property("keyPrefix", "ostiary:rights")
                .property("keySecret", "a secret of thirty-two characters")
                .limit("log", "3/1m")
                .property("limit.window.rate", "3/1m")
                .property("limit.window.algorithm", "sliding-window")
                .property("limit.bucket.rate", "3/1m")
                .property("limit.bucket.algorithm", "token-bucket")
                .property("concurrency.work.permits", "2")
                .property("lockout.door.steps", "2/1m lock 5m")
                .property("lockout.door.key", "principal");
    }

    private String uri(String database) {
        return "redis://app:secret@127.0.0.1:" + server.port() + database;
    }

    private static void work(Guard guard) {
        for (int i = 0; i < 5; i++) {
            for (String name : List.of("log", "window", "bucket")) {
                assertThat(guard.limiter(name).tryAcquire(Key.of("bob")).degraded())
                        .as(name)
                        .isFalse();
            }
            try (Attempt attempt = guard.lockouts("door").begin(Key.of("bob"))) {
                attempt.failed();
            }
        }
        assertThat(guard.lockouts("door").list(null, 10).keys()).hasSize(1);
        guard.lockouts("door").unlock(Key.of("bob"));
        guard.limiter("log").reset(Key.of("bob"));
    }

    @Test
    void theRightsOfThePageAreEnough() {
        allow(server, page());
        try (LogLines lines = LogLines.of("io.github.ostiary")) {
            try (Guard guard = builder(uri("/1")).build()) {
                work(guard);
            }
            assertThat(lines.warnings()).isEmpty();
            assertThat(lines.lines()).noneMatch(line -> line.contains("may not"));
            assertThat(lines.sources()).doesNotContain(CommandCheck.class.getName());
            List<?> denied = server.ask(jedis -> jedis.aclLog());
            assertThat(denied).isEmpty();
        }
    }

    private Stream<String> rights() {
        return page().stream().filter(right -> !ELSEWHERE.contains(right) && (functions || knows(server, right)));
    }

    @ParameterizedTest
    @MethodSource("rights")
    void aMissingRightIsNamedOnceAtTheStart(String right) {
        allow(server, without(right));
        try (LogLines lines = LogLines.of("io.github.ostiary");
                Guard guard = builder(uri("")).build()) {
            assertNamed(lines, right);
        }
    }

    private static void assertNamed(LogLines lines, String right) {
        assertThat(lines.lines())
                .filteredOn(line -> Pattern.compile(Pattern.quote(right) + "(?![a-z|])")
                        .matcher(line)
                        .find())
                .as("lines with %s among %s", right, lines.lines())
                .hasSize(1)
                .first()
                .asString()
                .contains("the user in redis.uri may not");
    }

    @Test
    void theRightToSelectADatabaseIsNamed() {
        allow(server, without("+select"));
        try (LogLines lines = LogLines.of("io.github.ostiary");
                Guard guard = builder(uri("/1")).build()) {
            assertNamed(lines, "+select");
        }
    }

    @Test
    void otherKeysAreNamed() {
        allow(server, page());
        server.ask(jedis -> jedis.aclSetUser("app", "resetkeys", "~other:*"));
        try (LogLines lines = LogLines.of("io.github.ostiary");
                Guard guard = builder(uri("")).build()) {
            assertThat(lines.warnings()).hasSize(1).first().asString().contains("extend its ACL by ~KEYPREFIX:*");
        }
    }

    @Test
    void aClusterNeedsTheOnesOfClustersToo() {
        try (RedisCluster cluster = RedisCluster.start()) {
            String uri = cluster.uri().replace("redis+cluster://", "redis+cluster://app:secret@");
            cluster.nodes().forEach(node -> allow(node, page()));
            try (LogLines lines = LogLines.of("io.github.ostiary");
                    Guard guard = builder(uri).build()) {
                work(guard);
                assertThat(lines.warnings()).isEmpty();
            }
            cluster.nodes().forEach(node -> allow(node, without("+cluster|slots")));
            try (LogLines lines = LogLines.of("io.github.ostiary");
                    Guard guard = builder(uri).build()) {
                assertThat(lines.warnings()).hasSize(1).first().asString().contains("+cluster|slots");
            }
            cluster.nodes().forEach(node -> allow(node, without("+asking")));
            try (LogLines lines = LogLines.of("io.github.ostiary");
                    Guard guard = builder(uri).build()) {
                assertThat(lines.warnings())
                        .hasSize(cluster.nodes().size())
                        .allMatch(line -> line.contains("may not run ASKING; extend its ACL by +asking"));
            }
        }
    }

    /** A command that scripts or this client come to use has to be on the page, and be tried at the start. */
    @Test
    void thePageAndTheCheckHaveAllThatIsSent() throws IOException {
        Set<String> tried =
                commands(CALL, Path.of("src/redis/src/main/resources/io/github/ostiary/redis/commands.lua"));
        Set<String> scripted = new TreeSet<>();
        try (Stream<Path> files = Files.list(Path.of("src/redis/src/main/resources/io/github/ostiary/redis"))) {
            for (Path file :
                    files.filter(each -> !each.endsWith("commands.lua")).toList()) {
                scripted.addAll(commands(CALL, file));
            }
        }
        assertThat(tried).isEqualTo(scripted);
        Set<String> sent = new TreeSet<>(Set.of("PING", "SELECT", "PEXPIRE"));
        try (Stream<Path> files = Files.list(Path.of("src/redis/src/main/java/io/github/ostiary/redis"))) {
            for (Path file : files.toList()) {
                sent.addAll(commands(WORD, file));
            }
        }
        sent.remove("SENTINEL");
        sent.addAll(scripted);
        Set<String> allowed = new TreeSet<>();
        page().forEach(right ->
                allowed.add(right.substring(1).replaceFirst("\\|.*", "").toUpperCase(Locale.ROOT)));
        assertThat(allowed).isEqualTo(sent);
        assertThat(sent).allSatisfy(word -> assertThat(Command.valueOf(word)).isNotNull());
    }

    private static Set<String> commands(Pattern pattern, Path file) throws IOException {
        Set<String> found = new TreeSet<>();
        Matcher each = pattern.matcher(Files.readString(file));
        while (each.find()) {
            found.add(each.group(1));
        }
        return found;
    }
}
