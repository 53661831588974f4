package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.TimeSource;
import io.github.ostiary.engine.ChangeMaker;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.Store;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is written down of what was done. */
class AuditTrailTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long NEVER_MILLIS = Duration.ofDays(1).toMillis();

    private final ManualTimeSource time = new ManualTimeSource();

    private AuditTrail trail(Store store, long minuteMillis) {
        AuditTrail trail = new AuditTrail(time, minuteMillis, AuditLog.ofText());
        trail.keep(store.sharedState(), Duration.ofDays(30));
        return trail;
    }

    private AuditEntry entry(Deed deed, String reason) {
        return new AuditEntry(
                deed,
                "lockout.login",
                "id",
                "",
                Optional.empty(),
                ChangeMaker.of(time).change(new Operator("eve", "test"), reason));
    }

    @Test
    void ofAnAttackTheFirstLocksAreNotedAndTheOthersCounted() {
        try (Store store = new LocalStore(1_000, time)) {
            try (AuditTrail trail = trail(store, NEVER_MILLIS)) {
                int noted = 0;
                for (int i = 0; i < 1_000; i++) {
                    noted += trail.takes("lockout.login", "a step", 10) ? 1 : 0;
                }
                assertThat(noted).isEqualTo(10);
                assertThat(trail.takes("lockout.other", "a step", 10))
                        .as("each rule has its own")
                        .isTrue();
            }
            List<AuditEntry> kept = new AuditTrailReader(store).all();
            assertThat(kept).extracting(AuditEntry::deed).containsExactly(Deed.LEFT_OUT);
            assertThat(kept.get(0).subject()).isEqualTo("lockout.login");
            assertThat(kept.get(0).change().reason()).isEqualTo("990 more were left out");
        }
    }

    /** Reads what another trail has kept. */
    private record AuditTrailReader(Store store) {

        List<AuditEntry> all() {
            try (AuditTrail trail = new AuditTrail(TimeSource.system(), AuditLog.ofText())) {
                trail.keep(store.sharedState(), Duration.ofDays(30));
                return trail.newest(100);
            }
        }
    }

    @Test
    void theNextMinuteNotesAgain() {
        try (Store store = new LocalStore(1_000, time);
                AuditTrail trail = trail(store, 50)) {
            while (trail.takes("lockout.login", "a step", 10)) {
                // until it is enough
            }
            Await.until(
                    () -> trail.newest(100).stream().anyMatch(each -> each.deed() == Deed.LEFT_OUT)
                            && trail.takes("lockout.login", "a step", 10),
                    BOUND);
        }
    }

    @Test
    void theBoardHasItInOrderAndTheLogToo() {
        try (LogLines log = LogLines.of("io.github.ostiary.audit");
                Store store = new LocalStore(1_000, time);
                AuditTrail trail = trail(store, NEVER_MILLIS)) {
            trail.add(entry(Deed.LOCKED, "one"));
            trail.add(entry(Deed.UNLOCKED, "two"));
            assertThat(trail.newest(10)).extracting(AuditEntry::deed).containsExactly(Deed.UNLOCKED, Deed.LOCKED);
            assertThat(trail.newest(1)).hasSize(1);
            assertThat(log.lines()).hasSize(2);
            assertThat(log.lines().get(0)).startsWith("LOCKED lockout.login key=");
            time.advance(Duration.ofDays(31));
            assertThat(trail.newest(10)).as("kept for 30 days").isEmpty();
            assertThatThrownBy(() -> trail.newest(0)).hasMessageContaining("1 to 10000");
            assertThatThrownBy(() -> trail.newest(10_001)).hasMessageContaining("1 to 10000");
        }
    }

    @Test
    void anOutageLosesNothing() {
        try (RedisServer own = RedisServer.start();
                Store store = RedisStore.open(
                        RedisUri.parse(own.uri()), "audit", Duration.ofMillis(200), TimeSource.system());
                AuditTrail trail = trail(store, NEVER_MILLIS)) {
            own.kill();
            trail.add(entry(Deed.LOCKED, "one"));
            assertThatThrownBy(() -> trail.newest(10)).isInstanceOf(IllegalStateException.class);
            trail.add(entry(Deed.UNLOCKED, "two"));
            own.restart();
            Await.until(() -> trail.newest(10).size() == 2, BOUND);
        }
    }

    /** Of more than a thousand lines the newest are kept for Redis, and it is told how many it was not told of. */
    @Test
    void whatAnOutageLosesIsCounted() {
        try (RedisServer own = RedisServer.start();
                Store store = RedisStore.open(
                        RedisUri.parse(own.uri()), "audit", Duration.ofMillis(200), TimeSource.system());
                AuditTrail trail = trail(store, NEVER_MILLIS)) {
            own.kill();
            for (int i = 0; i < 1_200; i++) {
                trail.add(entry(Deed.LOCKED, Integer.toString(i)));
                if (i % 500 == 0) { // before the queue is full
                    assertThatThrownBy(() -> trail.newest(10)).isInstanceOf(IllegalStateException.class);
                }
            }
            assertThatThrownBy(() -> trail.newest(10)).isInstanceOf(IllegalStateException.class);
            own.restart();
            Await.until(() -> trail.newest(2_000).size() == 1_001, BOUND);
            List<AuditEntry> kept = trail.newest(2_000);
            assertThat(kept.get(0).deed()).isEqualTo(Deed.LEFT_OUT);
            assertThat(kept.get(0).change().reason()).isEqualTo("200 more were left out");
            assertThat(kept.get(1).change().reason()).isEqualTo("1199");
            assertThat(kept.get(1_000).change().reason()).isEqualTo("200");
        }
    }

    @Test
    void whatIsLeftWhenTheNodeEndsIsWritten() {
        try (Store store = new LocalStore(1_000, time)) {
            AuditTrail trail = trail(store, NEVER_MILLIS);
            for (int i = 0; i < 500; i++) {
                trail.add(entry(Deed.LOCKED, Integer.toString(i)));
            }
            trail.close();
            trail.add(entry(Deed.LOCKED, "too late, and harmless"));
            assertThat(new AuditTrailReader(store).all()).hasSize(100);
        }
    }
}
