package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which leases a node may rightly say it holds. */
class HeldLeasesTest {

    private static final long LIFE = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final HeldLeases held = new HeldLeases(time);

    private static LeaseClaim lease(String identity, String id) {
        return new LeaseClaim(new ConcurrencyPolicy("reports", "0", 2, LIFE, false), identity, id);
    }

    /** Sent and heard at these times, µs. */
    private void began(LeaseClaim lease, long sent, long heard) {
        time.set(heard);
        held.began(lease, sent, heard, false);
    }

    @Test
    void aLeaseEndsCountedFromBeforeTheCallWasSent() {
        LeaseClaim one = lease("bob", "1");
        began(one, 0, 500);
        time.set(LIFE - 1);
        assertThat(held.holds(one)).isTrue();
        time.set(LIFE);
        assertThat(held.holds(one)).isFalse();
        assertThat(held.all()).isEmpty();
    }

    @Test
    void othersAreThoseOfTheSameCounterThatBeganBefore() {
        LeaseClaim one = lease("bob", "1");
        began(one, 0, 10);
        began(lease("bob", "2"), 20, 30);
        began(lease("eve", "3"), 20, 30);
        assertThat(held.others(lease("bob", "new"), 30)).containsExactly(one);
        assertThat(held.others(one, 31)).containsExactly(lease("bob", "2"));
        assertThat(held.atMost(one)).isEqualTo(2);
        assertThat(held.all()).hasSize(3);
    }

    @Test
    void whatIsGivenBackIsNotRenewed() {
        LeaseClaim one = lease("bob", "1");
        began(one, 0, 10);
        time.set(900_000);
        assertThat(held.renewed(one, 900_000, 900_010, false)).isTrue();
        time.set(LIFE + 800_000);
        assertThat(held.holds(one)).isTrue();
        held.ended(List.of(one));
        assertThat(held.holds(one)).isFalse();
        assertThat(held.renewed(one, 900_000, 900_010, false)).isFalse();
        assertThat(held.atMost(one)).isZero();
    }

    @Test
    void theStandInsLeasesAreKnownAsSuchUntilTheStoreGrantsThem() {
        LeaseClaim one = lease("bob", "1");
        held.began(one, time.micros(), time.micros(), true);
        assertThat(held.standsIn(one)).isTrue();
        held.renewed(one, time.micros(), time.micros(), false);
        assertThat(held.standsIn(one)).isFalse();
        assertThat(held.holds(one)).isTrue();
    }

    @Test
    void whatNobodyGaveBackIsLetGoOf() {
        began(lease("bob", "1"), 0, 0);
        began(lease("eve", "2"), 20_000_000, 20_000_000);
        assertThat(held.atMost(lease("bob", "1")))
                .as("it is not looked at, but swept")
                .isZero();
    }
}
