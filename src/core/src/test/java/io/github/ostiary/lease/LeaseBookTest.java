package io.github.ostiary.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.LeaseClaim;
import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which leases a node may rightly say it holds. */
class LeaseBookTest {

    private static final long LIFE = 1_000_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final LeaseBook held = new LeaseBook(time);

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
        assertThat(held.isEmpty()).isTrue();
    }

    @Test
    void noLeaseIsHeldAtItsEnd() {
        LeaseClaim one = lease("bob", "1");
        LeaseClaim next = lease("bob", "new");
        held.began(one, 0, 0, true);
        time.set(LIFE - 1);
        assertThat(held.standsIn(one)).isTrue();
        assertThat(held.others(next, LIFE)).containsExactly(one);
        time.set(LIFE);
        assertThat(held.standsIn(one)).isFalse();
        assertThat(held.others(next, LIFE)).isEmpty();
    }

    @Test
    void theStandInHearsOfNoLeaseThatHasEnded() {
        began(lease("bob", "1"), 0, 0);
        time.set(LIFE);
        assertThat(held.newHere(lease("bob", "new"))).isEmpty();
        began(lease("bob", "2"), LIFE, LIFE);
        time.set(2 * LIFE - 1);
        assertThat(held.newHere(lease("bob", "new"))).containsExactly(lease("bob", "2"));
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
    void aLeaseIsDueAfterAThirdWhileItsOwnerCanBeReached() {
        LeaseClaim one = lease("bob", "1");
        Object call = new Object();
        Reference<Object> owner = new WeakReference<>(call);
        began(one, 0, 10);
        began(lease("bob", "by hand"), 0, 10);
        held.watch(one, owner);
        assertThat(due(LIFE / 3 - 1)).isEmpty();
        assertThat(due(LIFE / 3)).containsExactly(one);
        held.renewed(one, LIFE / 3, LIFE / 3 + 10, false);
        assertThat(due(2 * LIFE / 3 - 1)).isEmpty();
        assertThat(due(3 * LIFE)).as("a running call's, however late").containsExactly(one);
        owner.clear();
        assertThat(due(3 * LIFE)).isEmpty();
        assertThat(held.isEmpty()).as("nobody can give it back").isTrue();
        Reference.reachabilityFence(call);
    }

    @Test
    void whatIsGivenBackBeforeItIsWatchedIsNotRenewed() {
        LeaseClaim one = lease("bob", "1");
        began(one, 0, 10);
        held.ended(List.of(one));
        held.watch(one, new WeakReference<>(this));
        assertThat(due(LIFE)).isEmpty();
    }

    @Test
    void aStoreThatMayHaveLostAllIsToldOfAllOnce() {
        LeaseClaim one = lease("bob", "1");
        began(one, 0, 10);
        held.doubtAll();
        assertThat(due(20)).containsExactly(one);
        held.renewed(one, 20, 30, false);
        assertThat(due(40)).isEmpty();
    }

    @Test
    void theStandInHearsOfALeaseOnceAndAgainWhenTheStoreCouldNotBeTold() {
        LeaseClaim one = lease("bob", "1");
        LeaseClaim next = lease("bob", "new");
        began(one, 0, 10);
        held.watch(one, new WeakReference<>(this));
        assertThat(held.newHere(next)).containsExactly(one);
        assertThat(held.newHere(next)).isEmpty();
        held.due(LIFE / 3).forEach(late -> late.postpone(LIFE / 3));
        assertThat(due(LIFE / 3)).as("not at once").isEmpty();
        assertThat(due(LIFE / 2)).containsExactly(one);
        assertThat(held.newHere(next)).containsExactly(one);
        time.set(LIFE + 1);
        assertThat(held.holds(one)).as("its call goes on").isTrue();
    }

    /** The store goes away again before it has heard of what it may have lost. */
    @Test
    void aLeaseNobodyRenewsEndsInItsTimeThoughTheStoreCannotBeTold() {
        began(lease("bob", "1"), 0, 10);
        held.doubtAll();
        held.due(20).forEach(late -> late.postpone(20));
        assertThat(due(30)).as("not at once").isEmpty();
        assertThat(due(LIFE / 2)).hasSize(1);
        assertThat(due(LIFE)).isEmpty();
        assertThat(held.isEmpty()).isTrue();
    }

    private List<LeaseClaim> due(long now) {
        return held.due(now).stream().map(lease -> lease.claim).toList();
    }

    @Test
    void whatNobodyGaveBackIsLetGoOf() {
        began(lease("bob", "1"), 0, 0);
        assertThat(due(LIFE - 1)).isEmpty();
        assertThat(held.isEmpty()).isFalse();
        assertThat(due(LIFE)).isEmpty();
        assertThat(held.isEmpty()).isTrue();
    }
}
