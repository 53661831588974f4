package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.RedisStore;
import io.github.ostiary.redis.RedisUri;
import io.github.ostiary.store.SharedState.Count;
import io.github.ostiary.store.SharedState.Sums;
import io.github.ostiary.store.SharedState.Tally;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.params.SetParams;

/** What is added up in the shared state of every store. */
class SharedSumsContractTest extends SharedStatePlaces {

    private static Count count(String mark, long seconds, String name, long by) {
        return new Count(mark, seconds * SECOND, Map.of(name, by, "A", 1L));
    }

    private static Sums sum(SharedState sharedState, Count... counts) throws StoreException {
        return sharedState.sum(FEW, new Tally(List.of(counts), Set.of(), List.of(), true));
    }

    @ParameterizedTest
    @EnumSource
    void whateverHappensIsCountedOnceAndAddedUp(Place place) throws StoreException {
        SharedState here = open(place).sharedState();
        SharedState there = place == Place.LOCAL ? here : open(place).sharedState();
        assertThat(sum(here)).isEqualTo(new Sums("", Map.of()));
        Sums first = sum(here, count("f-1.2.3.4", 60, "f1", 1), count("f-1.2.3.5", 60, "f1", 1));
        assertThat(first.epoch()).isNotEmpty();
        assertThat(first.values()).isEqualTo(Map.of("f1", 2L, "A", 2L));
        Sums again = sum(there, count("f-1.2.3.4", 60, "f2", 1), count("t0", 60, "f1", -2));
        assertThat(again).as("what is 0 is none").isEqualTo(new Sums(first.epoch(), Map.of("A", 3L)));
        assertThat(sum(here, count("f-1.2.3.4", 0, "f9", 9)).values())
                .as("takes back what was counted")
                .isEqualTo(Map.of("f1", -1L, "A", 2L));
        assertThat(sum(here, count("f-1.2.3.4", 0, "f9", 9)).values()).isEqualTo(Map.of("f1", -1L, "A", 2L));
        assertThat(sum(there, count("f-1.2.3.4", 60, "f2", 1)).values())
                .as("and it may be counted anew")
                .isEqualTo(Map.of("f1", -1L, "f2", 1L, "A", 3L));
    }

    @ParameterizedTest
    @EnumSource
    void sumsAreToldAsAskedForAndGoWhenTheyAreOld(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        Sums unused = sum(sharedState, count("a", 60, "f1", 1), count("b", 60, "f2", 1));
        Tally some =
                new Tally(List.of(count("c", 60, "f3", 3)), Set.of("f1", "f7"), List.of("f3", "f1", "f9", "f2"), true);
        assertThat(sharedState.sum(FEW, some).values()).isEqualTo(Map.of("f2", 1L, "f3", 3L));
        Topic other = new Topic("few.other", 1);
        assertThat(sharedState
                        .sum(other, new Tally(List.of(), Set.of(), List.of(), true))
                        .values())
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void theVersionTellsOfSumsThatChange(Place place) throws StoreException {
        SharedState sharedState = open(place).sharedState();
        assertThat(sharedState.version(FEW)).isEmpty();
        Sums first = sum(sharedState, count("a", 60, "f1", 1));
        String version = sharedState.version(FEW);
        assertThat(version).isNotEmpty();
        assertThat(sum(sharedState, count("a", 60, "f1", 1), count("b", 0, "f1", 1)))
                .isEqualTo(first);
        assertThat(sharedState.version(FEW)).as("nothing new").isEqualTo(version);
        Tally quiet = new Tally(List.of(count("c", 60, "f1", 1)), Set.of(), List.of(), false);
        assertThat(sharedState.sum(FEW, quiet).values()).containsEntry("f1", 2L);
        assertThat(sharedState.version(FEW)).as("no news").isEqualTo(version);
        Sums unused = sum(sharedState, count("a", 0, "f1", 1));
        assertThat(sharedState.version(FEW)).isNotEqualTo(version);
    }

    @ParameterizedTest
    @EnumSource(names = {"LOCAL", "REDIS"})
    void aMarkEndsByItselfAndSoDoAllSums(Place place) throws StoreException {
        Store store = open(place);
        Sums first = sum(store.sharedState(), count("a", 60, "f1", 1));
        time.advance(Duration.ofSeconds(59));
        assertThat(sum(store.sharedState(), count("a", 60, "f1", 1)).values()).containsEntry("f1", 1L);
        time.advance(Duration.ofSeconds(2));
        assertThat(sum(store.sharedState(), count("a", 0, "f1", 1)).values()).containsEntry("f1", 1L);
        assertThat(sum(store.sharedState(), count("a", 60, "f1", 1)).values()).containsEntry("f1", 2L);
        time.advance(Duration.ofHours(26).plusSeconds(1));
        assertThat(sum(store.sharedState())).isEqualTo(new Sums("", Map.of()));
        Sums anew = sum(store.sharedState(), count("b", 60, "f1", 1));
        assertThat(anew.values()).containsEntry("f1", 1L);
        assertThat(anew.epoch()).isNotEqualTo(first.epoch());
    }

    /** Whoever can write to Redis can write what no node writes. */
    @ParameterizedTest
    @EnumSource(names = "REDIS")
    void sumsInRedisEndByThemselvesAndForeignWordsAreNone(Place place) throws StoreException {
        String own = prefix + "-sums";
        RedisServer redis = RedisServer.shared();
        try (Store store =
                RedisStore.open(RedisUri.parse(redis.uri()), own, Duration.ofSeconds(5), TimeSource.system())) {
            Sums unused = sum(store.sharedState(), count("a", 60, "f1", 1));
            redis.ask(jedis -> jedis.hset(own + ":1:board:{few}:sums", "g1", "many"));
            unused = sum(store.sharedState(), count("b", 0, "f1", 1));
            assertThat(sum(store.sharedState()).values()).containsOnlyKeys("f1", "A");
            Set<String> keys = redis.ask(jedis -> jedis.keys(own + "*"));
            assertThat(keys)
                    .containsExactlyInAnyOrder(
                            own + ":1:board:{few}:sums",
                            own + ":1:board:{few}:version",
                            own + ":1:board:{few}:counted:a");
            for (String key : keys) {
                long left = redis.ask(jedis -> jedis.pttl(key));
                assertThat(left).as(key).isBetween(1L, 31 * 86_400_000L);
            }
            redis.ask(jedis -> jedis.scriptFlush());
            assertThat(sum(store.sharedState(), count("c", 60, "f1", 1)).values())
                    .containsEntry("f1", 2L);
            redis.ask(jedis -> jedis.set(
                    own + ":1:board:{few}:sums", "theirs", SetParams.setParams().ex(60)));
            assertThatThrownBy(() -> sum(store.sharedState(), count("d", 60, "f1", 1)))
                    .isInstanceOf(StoreException.class)
                    .hasMessageNotContaining(own);
            assertThat(redis.<Boolean>ask(jedis -> jedis.exists(own + ":1:board:{few}:counted:d")))
                    .isFalse();
        }
    }
}
