package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LimitId;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Asked;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClusterStoreTest {

    private static final Limit LIMIT =
            new Limit(new LimitId("r", "r", "0"), Algorithm.SLIDING_LOG, Rate.parse("5/1m"), 0, false, false);

    @Test
    void neverRepeatsACallThatMayHaveCounted() throws Exception {
        try (FakeClusterNode node = new FakeClusterNode();
                Store store = node.store(Duration.ofSeconds(5))) {
            store.ping();
            assertThatThrownBy(() -> Asked.decide(store, List.of(new Charge(LIMIT, "bob", 1))))
                    .isInstanceOf(StoreException.class)
                    .hasMessageContaining("may have been counted");
            assertThat(node.scripts()).isEqualTo(1);
        }
    }
}
