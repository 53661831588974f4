package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.Rules;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What only the stand-in has counted the store hears of, once, before it hears how it ended. */
class UnheardTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final FlakyStore store = new FlakyStore(new LocalStore(1_000, time));
    private final Unheard unheard = new Unheard(store, new Budget(1_000_000, time));
    private final LockoutPolicy policy =
            LockoutPolicies.policy().lock(3, 60, 60).named("login");

    @AfterEach
    void close() {
        store.close();
    }

    private Reservation begun(String id) {
        Reservation attempt = LockoutPolicies.attempt(policy, id, "", "");
        unheard.begin(List.of(new Ask(attempt, Rules.limit("login", List.of()), Key.of("k"))));
        return attempt;
    }

    private LockState state() throws StoreException {
        return store.locks().state(new LockId(policy, "k"));
    }

    @Test
    void whatBeganIsToldOnceAndItsEndMeansSomethingThen() throws StoreException {
        Reservation attempt = begun("1");
        assertThat(unheard.concerns(attempt)).isTrue();
        assertThat(unheard.tell(List.of(attempt), Store.NO_DEADLINE)).isTrue();
        assertThat(state().inFlight()).isEqualTo(1);
        assertThat(unheard.tell(List.of(attempt), Store.NO_DEADLINE))
                .as("heard already")
                .isTrue();
        assertThat(store.heard).containsExactly(Operation.DECIDE);
        assertThat(unheard.isEmpty()).isTrue();
        assertThat(unheard.concerns(attempt)).isFalse();
        store.ask(Operation.FAIL, List.of(attempt), Store.NO_DEADLINE);
        assertThat(state().failures()).isEqualTo(1);
    }

    @Test
    void oneThatTheStoreDidReserveIsNotCountedTwice() throws StoreException {
        Reservation attempt = begun("1");
        store.ask(Operation.DECIDE, List.of(attempt), Store.NO_DEADLINE);
        unheard.tellAll();
        assertThat(state().inFlight()).isEqualTo(1);
    }

    @Test
    void whatTheStoreDoesNotHearIsKept() throws StoreException {
        Reservation attempt = begun("1");
        store.failure = new StoreException("it does not answer");
        unheard.tellAll();
        assertThatThrownBy(() -> unheard.tell(List.of(attempt), Store.NO_DEADLINE))
                .isSameAs(store.failure);
        store.failure = null;
        assertThat(unheard.concerns(attempt)).isTrue();
        unheard.tellAll();
        assertThat(state().inFlight()).isEqualTo(1);
    }

    /** Three may be in flight: the fourth is told when one of them has ended. */
    @Test
    void whoeverIsOnlyInTheWayIsWaitedFor() throws StoreException {
        for (int i = 0; i < 3; i++) {
            Reservation other = LockoutPolicies.attempt(policy, "other" + i, "", "");
            store.ask(Operation.DECIDE, List.of(other), Store.NO_DEADLINE);
        }
        Reservation attempt = begun("1");
        assertThat(unheard.tell(List.of(attempt), Store.NO_DEADLINE)).isFalse();
        assertThat(unheard.isEmpty()).isFalse();
        Reservation first = LockoutPolicies.attempt(policy, "other0", "", "");
        store.ask(Operation.ABANDON, List.of(first), Store.NO_DEADLINE);
        assertThat(unheard.tell(List.of(attempt), Store.NO_DEADLINE)).isTrue();
    }

    @Test
    void whatCountsNoMoreNeedNotBeTold() throws StoreException {
        Reservation attempt = begun("1");
        time.advance(Duration.ofSeconds(60));
        assertThat(unheard.tell(List.of(attempt), Store.NO_DEADLINE)).isTrue();
        assertThat(store.heard).isEmpty();
        assertThat(unheard.isEmpty()).isTrue();
    }

    @Test
    void oneWhoseCounterIsSpoiltIsGivenUp() throws StoreException {
        Reservation attempt = begun("1");
        store.spoilt = "1";
        assertThat(unheard.tell(List.of(attempt), Store.NO_DEADLINE)).isTrue();
        assertThat(unheard.isEmpty()).isTrue();
    }

    @Test
    void whoTriedNothingAndWhoWasUnlockedIsForgotten() throws StoreException {
        Reservation one = begun("1");
        begun("2");
        unheard.forget(List.of(one));
        assertThat(unheard.concerns(one)).as("there is another of the key").isTrue();
        unheard.forget(new LockId(policy, "k"));
        assertThat(unheard.concerns(one)).isFalse();
        unheard.tellAll();
        assertThat(store.heard).isEmpty();
    }

    @Test
    void noMoreThanTenThousandAreKept() {
        for (int i = 0; i < 10_000; i++) {
            begun("a" + i);
        }
        Reservation beyond = LockoutPolicies.attempt(policy, "a0", "", "");
        Reservation stranger =
                new Reservation(policy, "stranger", "s", Reservation.Purpose.ATTEMPT, Reservation.Traits.none(), "");
        unheard.begin(List.of(new Ask(stranger, Rules.limit("login", List.of()), Key.of("stranger"))));
        assertThat(unheard.concerns(stranger)).isFalse();
        assertThat(unheard.concerns(beyond)).isTrue();
    }
}
