package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.Guard;
import io.github.ostiary.GuardListener.Event;
import io.github.ostiary.GuardListener.Kind;
import io.github.ostiary.Key;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Who did what to whom, when, from where and why. */
class AuditTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Operator EVE = new Operator("eve", "console 10.0.0.7");
    private static final Key BOB = Key.principal("bob");

    private final List<Event> heard = new CopyOnWriteArrayList<>();

    private GuardBuilder rules() {
        return GuardBuilder.create()
                .limit("reply", "100/1h")
                .property("limit.reply.key", "principal")
                .property("lockout.login.key", "principal")
                .property("lockout.login.steps", "1/1m lock 15m")
                .listener(heard::add);
    }

    @Test
    void everyDeedOfTheDeskIsKeptWithWhoAndWhy() {
        try (Guard guard = rules().build()) {
            OperatorApi operators = OperatorApi.of(guard);
            operators.lock("login", BOB, HOUR, EVE, "ticket 7");
            operators.unlock("login", BOB, EVE, "it was him");
            operators.block("login", BOB, EVE, "it was not");
            operators.unlockIdentity(
                    "login", guard.lockouts("login").list(null, 1).keys().get(0).identity(), EVE, "");
            operators.reset("reply", BOB, EVE, "new day");
            operators.credit("reply", BOB, 2, EVE, "slip");
            operators.override("limit.reply.rate", "5/1h", HOUR, EVE, "incident");
            operators.removeOverride("limit.reply.rate", EVE, "over");
            List<AuditEntry> entries = operators.audit(100);
            assertThat(entries)
                    .extracting(AuditEntry::deed)
                    .containsExactly(
                            Deed.RESTORED,
                            Deed.OVERRIDDEN,
                            Deed.CREDITED,
                            Deed.RESET,
                            Deed.UNLOCKED,
                            Deed.BLOCKED,
                            Deed.UNLOCKED,
                            Deed.LOCKED);
            assertThat(entries).allSatisfy(each -> {
                assertThat(each.change().by()).isEqualTo("eve");
                assertThat(each.change().from()).isEqualTo("console 10.0.0.7");
            });
            AuditEntry lock = entries.get(7);
            assertThat(lock.subject()).isEqualTo("lockout.login");
            assertThat(lock.label()).contains("bob");
            assertThat(lock.duration()).contains(HOUR);
            assertThat(lock.change().reason()).isEqualTo("ticket 7");
            assertThat(entries.get(4).identity()).isEqualTo(lock.identity());
            assertThat(entries.get(3).identity()).as("of a limit").isEqualTo(lock.identity());
            Await.until(() -> heard.size() == 6, BOUND);
            assertThat(heard).extracting(Event::kind).contains(Kind.LOCKED, Kind.BLOCKED, Kind.OVERRIDDEN);
            assertThat(heard.get(0).change().orElseThrow().reason()).isEqualTo("ticket 7");
        }
    }

    @Test
    void whoeverIsSignedInActsByJavaAndElseJava() {
        try (Guard guard = rules().build()) {
            guard.lockouts("login").lock(BOB, HOUR, "by a program");
            var outer = CurrentCall.remember(new CallContext() {
                @Override
                public Optional<String> principal() {
                    return Optional.of("mallory");
                }
            });
            try {
                guard.lockouts("login").unlock(BOB);
            } finally {
                CurrentCall.forget(outer);
            }
            assertThat(OperatorApi.of(guard).audit(10))
                    .extracting(each -> each.deed() + " " + each.change().by() + " "
                            + each.change().from())
                    .containsExactly("UNLOCKED mallory java", "LOCKED java java");
        }
    }

    @Test
    void aStepsLockIsNobodysDeedAndOfAFloodMostAreCounted() {
        try (LogLines log = LogLines.of("io.github.ostiary.audit")) {
            Guard guard = rules().build();
            OperatorApi operators = OperatorApi.of(guard);
            for (int i = 0; i < 300; i++) {
                guard.lockouts("login").begin(Key.principal("user" + i)).failed();
            }
            List<AuditEntry> entries = operators.audit(1_000);
            guard.close();
            assertThat(entries).hasSize(10).allSatisfy(each -> {
                assertThat(each.deed()).isEqualTo(Deed.LOCKED);
                assertThat(each.change().by()).isEqualTo("a step");
                assertThat(each.duration()).contains(Duration.ofMinutes(15));
                assertThat(each.label()).contains("user");
            });
            assertThat(log.lines()).hasSize(11);
            assertThat(log.lines().get(10)).contains("LEFT_OUT lockout.login").contains("290 more were left out");
            assertThat(String.join("\n", log.lines()))
                    .as("no identity in a log")
                    .doesNotContain("user1", "user2");
        }
    }

    /** An application that locks whoever does something may be made to do so. */
    @Test
    void whatJavaIsMadeToDoDoesNotFloodEither() {
        try (Guard guard = rules().build()) {
            for (int i = 0; i < 500; i++) {
                guard.lockouts("login").lock(Key.principal("user" + i), HOUR, "a trap");
                OperatorApi.of(guard).unlock("login", Key.principal("user" + i), EVE, "all of them");
            }
            List<AuditEntry> entries = OperatorApi.of(guard).audit(10_000);
            assertThat(entries).filteredOn(each -> each.deed() == Deed.LOCKED).hasSize(200);
            assertThat(entries)
                    .as("what operators do is all there")
                    .filteredOn(each -> each.deed() == Deed.UNLOCKED)
                    .hasSize(500);
        }
    }

    @Test
    void allNodesTellTheSameTrailAndItOutlivesThem() {
        String prefix = "audit-" + UUID.randomUUID();
        GuardBuilder node = rules().redis(RedisServer.shared().uri())
                .property("keyPrefix", prefix)
                .property("redis.timeout", "5s")
                .property("audit.keep", "2h");
        try (Guard here = node.build()) {
            OperatorApi.of(here).lock("login", BOB, HOUR, EVE, "ticket 7");
        }
        try (Guard there = node.build()) {
            OperatorApi.of(there).unlock("login", BOB, EVE, "over");
            assertThat(OperatorApi.of(there).audit(10))
                    .extracting(AuditEntry::deed)
                    .containsExactly(Deed.UNLOCKED, Deed.LOCKED);
        }
        long left = RedisServer.shared().ask(jedis -> jedis.pttl(prefix + ":1:board:{audit}:lines"));
        assertThat(left).isBetween(3_600_000L, 7_201_000L);
    }

    @Test
    void whereIdentitiesAreSecretNobodyReadsThem() {
        try (Guard guard = rules().property("keySecret", "sixteen characters").build()) {
            OperatorApi.of(guard).lock("login", BOB, HOUR, EVE, "");
            AuditEntry entry = OperatorApi.of(guard).audit(1).get(0);
            assertThat(entry.label()).isEmpty();
            assertThat(entry.identity()).startsWith("h.").doesNotContain("bob");
        }
    }
}
