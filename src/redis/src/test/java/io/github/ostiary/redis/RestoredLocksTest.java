package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.LockState.Phase;
import io.github.ostiary.TimeSource;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockBook.KeptLock;
import io.github.ostiary.store.LockBook.KeptLock.Age;
import io.github.ostiary.store.LockBook.LockDetail;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What Redis makes of locks that nodes hand back to it. */
class RestoredLocksTest {

    private static final long SECOND = 1_000_000;
    private static final LockoutPolicy LADDER =
            LockoutPolicies.policy().lock(3, 60, 300, 2, 1).lock(9, 3_600, 900).named("login");

    private final String prefix = "restored:" + UUID.randomUUID();
    private final RedisServer redis = RedisServer.shared();
    private final Store store =
            RedisStore.open(RedisUri.parse(redis.uri()), prefix, Duration.ofSeconds(5), TimeSource.system());

    @AfterEach
    void close() {
        store.close();
    }

    private static LockId place(String who) {
        return new LockId(LADDER, who);
    }

    private static KeptLock kept(String who, long age, String levels) {
        return new KeptLock(place(who), who.toUpperCase(), 100 * SECOND, new Age(age, false), levels, "");
    }

    private LockBook locks() throws StoreException {
        return store.locks();
    }

    private LockDetail look(String who) throws StoreException {
        return locks().look(List.of(place(who))).get(0).orElseThrow();
    }

    @Test
    void aLockIsRestoredWithItsRestItsLevelsAndItsLabel() throws StoreException {
        locks().restore(List.of(kept("bob", SECOND, "3")));
        assertThat(look("bob").state().phase()).isEqualTo(Phase.LOCKED);
        assertThat(look("bob").state().remaining().orElseThrow())
                .isBetween(Duration.ofSeconds(90), Duration.ofSeconds(100));
        assertThat(look("bob").levels()).isEqualTo("3");
        assertThat(look("bob").label()).isEqualTo("BOB");
    }

    @Test
    void neitherIsItShortenedNorItsLevelsLowered() throws StoreException {
        locks().lock(place("bob"), "BOB", 200 * SECOND, "by hand");
        locks().restore(List.of(kept("bob", SECOND, "1")));
        assertThat(look("bob").state().remaining().orElseThrow()).isGreaterThan(Duration.ofSeconds(150));
        assertThat(look("bob").state().reason()).isEqualTo("by hand");
    }

    @Test
    void whatWasUnlockedSinceItWasSeenStaysSo() throws StoreException {
        locks().lock(place("bob"), "BOB", 100 * SECOND, "");
        locks().unlock(place("bob"));
        locks().unlock(place("amy"));
        locks().restore(List.of(kept("bob", SECOND, "1"), kept("amy", SECOND, "1")));
        assertThat(look("bob").state().phase()).isEqualTo(Phase.OPEN);
        assertThat(look("amy").state().phase()).isEqualTo(Phase.OPEN);
        locks().restore(List.of(kept("bob", 0, "1")));
        assertThat(look("bob").state().phase()).as("seen after the unlocking").isEqualTo(Phase.LOCKED);
    }

    /** A node that unlocked while it could not reach Redis says so later. */
    @Test
    void whatWasSeenBeforeRedisHeardOfAnUnlockingIsTheOldLock() throws StoreException {
        locks().unlock(place("bob"), 50 * SECOND);
        locks().restore(List.of(kept("bob", 20 * SECOND, "")));
        assertThat(look("bob").state().phase()).isEqualTo(Phase.OPEN);
        KeptLock younger = new KeptLock(place("bob"), "BOB", 100 * SECOND, new Age(20 * SECOND, true), "1", "");
        locks().restore(List.of(younger));
        assertThat(look("bob").state().phase()).as("what began after it").isEqualTo(Phase.LOCKED);
    }

    @Test
    void anUnlockingIsRememberedForAsLongAsTheLockWouldHaveLasted() throws StoreException {
        locks().lock(place("bob"), "BOB", 86_400 * SECOND, "");
        locks().unlock(place("bob"));
        locks().lock(place("amy"), "AMY", Verdict.NEVER, "");
        locks().unlock(place("amy"));
        assertThat(remembered("bob")).isBetween(86_390L, 86_401L);
        assertThat(remembered("amy")).isGreaterThan(3_650L * 86_400L);
    }

    private long remembered(String who) {
        return redis.ask(
                jedis -> jedis.ttl(ScriptArguments.key(prefix, place(who).claim()) + ":unlocked"));
    }

    @Test
    void aKeyThatCannotBeUsedStandsInNobodysWay() throws StoreException {
        redis.ask(jedis -> jedis.lpush(ScriptArguments.key(prefix, place("eve").claim()), "in the way"));
        List<KeptLock> locks = new ArrayList<>();
        for (int i = 0; i < 250; i++) {
            locks.add(kept("user" + i, SECOND, ""));
        }
        locks.add(7, kept("eve", SECOND, ""));
        List<Boolean> told = locks().restore(locks);
        assertThat(told).hasSize(251).filteredOn(one -> !one).hasSize(1);
        assertThat(told.get(7)).isFalse();
        assertThat(locks().look(locks.stream().map(KeptLock::place).toList()))
                .filteredOn(seen -> seen.filter(LockDetail::locked).isPresent())
                .hasSize(250);
    }
}
