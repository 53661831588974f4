package io.github.ostiary.scenario;

import static io.github.ostiary.scenario.RuleOverridesTest.limit;
import static io.github.ostiary.scenario.RuleOverridesTest.rules;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import io.github.ostiary.testing.Together;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Somebody who can write to Redis plants what operators would say: where there is a secret nobody follows it. */
@Tag("slow")
@Together
class PlantedTextsTest {

    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final String SECRET = "a secret of all nodes";
    private static final String RATE = "limit.reply.rate";
    private static final String TEXT =
            "[1,\"" + RATE + "\",\"9/1h\",[\"alice\",\"console 10.0.0.7\",\"ticket\",1795860000000]]";

    private final String prefix = "planted-" + UUID.randomUUID();

    private GuardBuilder open() {
        return rules().redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s");
    }

    private GuardBuilder signing(String secret) {
        return open().property("keySecret", secret);
    }

    private void plant(String name, String text) {
        String board = prefix + ":1:board:{overrides}:";
        RedisServer.shared().ask((Jedis jedis) -> {
            jedis.zadd(board + "ends", System.currentTimeMillis() + 86_400_000, name);
            jedis.hset(board + "texts", name, text);
            return jedis.set(board + "version", UUID.randomUUID().toString());
        });
    }

    private String written(String name) {
        return RedisServer.shared().ask(jedis -> jedis.hget(prefix + ":1:board:{overrides}:texts", name));
    }

    private static List<AuditEntry> overridden(Guard guard) {
        return OperatorApi.of(guard).audit(100).stream()
                .filter(each -> each.deed() == Deed.OVERRIDDEN)
                .toList();
    }

    private static List<String> fromTheStore(LogLines log) {
        return log.lines().stream()
                .filter(line -> line.contains("found in the shared store"))
                .toList();
    }

    private List<String> ignored(LogLines log) {
        return log.warnings().stream().filter(line -> line.contains(prefix)).toList();
    }

    @Test
    void withoutASecretItIsInForceAndTheAuditNamesItOnce() {
        try (LogLines log = LogLines.of("io.github.ostiary.audit");
                Guard one = open().build();
                Guard other = open().build()) {
            plant(RATE, TEXT);
            Await.until(() -> limit(one) == 9 && limit(other) == 9, BOUND);
            Await.until(() -> fromTheStore(log).size() == 2, BOUND);
            assertThat(fromTheStore(log))
                    .allSatisfy(line -> assertThat(line).contains(RATE).contains("alice"));
            assertThat(overridden(one)).singleElement().satisfies(entry -> {
                assertThat(entry.subject()).isEqualTo(RATE);
                assertThat(entry.change().by()).isEqualTo("the shared store");
            });
        }
    }

    @Test
    void whatAnOperatorSaysIsInTheTrailOnceHoweverManyNodesFollow() {
        try (Guard one = open().build();
                Guard other = open().build()) {
            one.rules().override(RATE, "5/1h", HOUR, "incident");
            Await.until(() -> limit(other) == 5, BOUND);
            try (Guard later = open().build()) {
                assertThat(limit(later)).isEqualTo(5);
                assertThat(overridden(later)).hasSize(1);
            }
            one.rules().override(RATE, "5/1h", HOUR, "incident");
            Await.until(
                    () -> other.rules()
                            .overrides()
                            .get(0)
                            .change()
                            .equals(one.rules().overrides().get(0).change()),
                    BOUND);
            assertThat(overridden(other)).hasSize(2);
        }
    }

    @Test
    void withASecretNobodyFollowsAndOneLineSaysWhatToDo() {
        try (LogLines log = LogLines.of("io.github.ostiary");
                Guard one = signing(SECRET).build()) {
            plant(RATE, TEXT);
            plant("enforce", TEXT.replace(RATE, "enforce").replace("9/1h", "false"));
            one.rules().override("limit.web.rate", "6/1h", HOUR, "so that it has looked");
            assertThat(limit(one)).isEqualTo(100);
            assertThat(one.rules().overrides()).hasSize(1);
            assertThat(ignored(log)).singleElement().satisfies(line -> assertThat(line)
                    .contains("keySecret", prefix, "overrides", "stranger")
                    .doesNotContain(SECRET, "alice"));
        }
    }

    @Test
    void whatWasSignedCountsWhereItWasSaidAndNowhereElse() {
        try (Guard one = signing(SECRET).build();
                Guard other = signing(SECRET).build()) {
            one.rules().override(RATE, "5/1h", HOUR, "");
            Await.until(() -> limit(other) == 5, BOUND);
            String signed = written(RATE);
            assertThat(one.rules().removeOverride(RATE, "")).isTrue();
            Await.until(() -> limit(other) == 100, BOUND);
            plant(RATE, signed);
            Await.until(() -> limit(other) == 5, BOUND);
            assertThat(other.rules().overrides().get(0).until())
                    .as("who kept it brings it back, until its end and no longer")
                    .isBefore(Instant.now().plusSeconds(3_600 + 90));
            plant(RATE, signed.replace("5/1h", "6/1h"));
            Await.until(() -> limit(other) == 100, BOUND);
            plant("limit.web.rate", signed.replace(RATE, "limit.web.rate"));
            plant(RATE, TEXT);
            assertThat(other.rules().overrides()).isEmpty();
            try (Guard later = signing(SECRET).build()) {
                assertThat(limit(later)).isEqualTo(100);
            }
        }
    }

    /** As all counters, what was said begins anew with another secret. */
    @Test
    void anotherSecretFollowsNothingThatWasSaidBefore() {
        try (Guard before = signing(SECRET).build()) {
            before.rules().override(RATE, "5/1h", HOUR, "");
            try (LogLines log = LogLines.of("io.github.ostiary");
                    Guard after = signing("the secret of the next year").build()) {
                assertThat(limit(after)).isEqualTo(100);
                assertThat(ignored(log)).singleElement().satisfies(line -> assertThat(line)
                        .contains("keySecret"));
                after.rules().override(RATE, "6/1h", HOUR, "again");
                assertThat(limit(after)).isEqualTo(6);
                Await.until(() -> limit(before) == 100, BOUND);
                assertThat(before.rules().removeOverride(RATE, "")).isTrue();
                Await.until(() -> limit(after) == 100, BOUND);
            }
        }
    }

    /** A command line without the secret shows what nodes say; nodes do not follow what it says. */
    @Test
    void aNodeWithoutTheSecretReadsAndIsNotHeard() {
        try (Guard one = signing(SECRET).build();
                Guard open = open().build()) {
            one.rules().override(RATE, "5/1h", HOUR, "incident");
            Await.until(() -> limit(open) == 5, BOUND);
            assertThat(overridden(open)).hasSize(1);
            open.rules().override(RATE, "7/1h", HOUR, "");
            Await.until(() -> limit(one) == 100, BOUND);
        }
    }
}
