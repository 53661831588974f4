package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Algorithm;
import io.github.ostiary.LockState;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.store.Board;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.LockBook;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.Reservation;
import io.github.ostiary.store.Store;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a store could not be told it is told later, once, and first of all when its caller asks again. */
class UnsettledTest {

    /** A store that at times cannot be told anything. */
    private static final class Flaky implements Store {

        private final Store store;
        private final List<Operation> heard = new ArrayList<>();
        private @Nullable StoreException failure;
        private @Nullable String spoilt;

        Flaky(Store store) {
            this.store = store;
        }

        @Override
        public List<Verdict> ask(Operation operation, List<? extends Claim> claims, long deadlineMicros)
                throws StoreException {
            if (failure != null) {
                throw failure;
            }
            for (Claim claim : claims) {
                if (claim.id().equals(spoilt)) {
                    throw StoreException.ofCounter("WRONGTYPE");
                }
            }
            heard.add(operation);
            return store.ask(operation, claims, deadlineMicros);
        }

        @Override
        public Board board() {
            return store.board();
        }

        @Override
        public LockBook locks() throws StoreException {
            return store.locks();
        }

        @Override
        public void ping() throws StoreException {
            store.ping();
        }

        @Override
        public void close() {
            store.close();
        }
    }

    private final ManualTimeSource time = new ManualTimeSource();
    private final Flaky store = new Flaky(new LocalStore(1_000, time));
    private final Unsettled unsettled = new Unsettled(store, new Budget(1_000_000, time));
    private final LockoutPolicy policy =
            LockoutPolicies.policy().lock(9, 60, 60).named("login");

    @AfterEach
    void close() {
        store.close();
    }

    private Reservation begun(String id) throws StoreException {
        Reservation attempt = LockoutPolicies.attempt(policy, id, "", "");
        assertThat(store.ask(Operation.DECIDE, List.of(attempt), Store.NO_DEADLINE)
                        .get(0)
                        .passed())
                .isTrue();
        return attempt;
    }

    private LockState state() throws StoreException {
        return store.locks().state(new LockBook.LockId(policy, "k"));
    }

    @Test
    void isToldWhenTheStoreAnswersAgain() throws StoreException {
        Reservation one = begun("1");
        Reservation two = begun("2");
        store.failure = new StoreException("it does not answer");
        unsettled.add(Operation.FAIL, List.of(one));
        unsettled.add(Operation.FAIL, List.of(two));
        unsettled.tellAll();
        assertThat(unsettled.isWaiting()).isTrue();
        store.failure = null;
        unsettled.tellAll();
        assertThat(unsettled.isWaiting()).isFalse();
        assertThat(state().failures()).isEqualTo(2);
        assertThat(state().inFlight()).isZero();
    }

    @Test
    void oneIsToldAtATimeByWhoeverHasTheStoresEar() throws StoreException {
        unsettled.add(Operation.FAIL, List.of(begun("1")));
        unsettled.add(Operation.FAIL, List.of(begun("2")));
        unsettled.tellOneBy(Store.NO_DEADLINE);
        assertThat(state().failures()).isEqualTo(1);
        unsettled.tellOneBy(Store.NO_DEADLINE);
        unsettled.tellOneBy(Store.NO_DEADLINE);
        assertThat(state().failures()).isEqualTo(2);
    }

    /** One whose counter is spoilt keeps no other from being told, and is given up in the end. */
    @Test
    void whatTheStoreCannotUseKeepsNoOtherBack() throws StoreException {
        List<Reservation> together = List.of(begun("1"), begun("2"), begun("3"));
        store.spoilt = "2";
        unsettled.add(Operation.FAIL, together);
        for (int i = 0; i < 4; i++) {
            unsettled.tellAll();
        }
        assertThat(state().failures()).isEqualTo(2);
        assertThat(unsettled.isWaiting()).isFalse();
    }

    @Test
    void whoeverAsksAgainIsToldOfFirstAndOnce() throws StoreException {
        Reservation attempt = begun("1");
        unsettled.add(Operation.ABANDON, List.of(attempt));
        assertThat(unsettled.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isTrue();
        assertThat(unsettled.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isFalse();
        assertThat(state().inFlight()).isZero();
        store.heard.clear();
        unsettled.tellAll();
        assertThat(store.heard).isEmpty();
    }

    @Test
    void whoeverAsksAgainHearsThatTheStoreStillDoesNot() throws StoreException {
        Reservation attempt = begun("1");
        unsettled.add(Operation.ABANDON, List.of(attempt));
        store.failure = new StoreException("it does not answer");
        assertThatThrownBy(() -> unsettled.askedAgain(List.of(attempt), Store.NO_DEADLINE))
                .isSameAs(store.failure);
        store.failure = null;
        assertThat(unsettled.isWaiting()).isTrue();
        assertThat(unsettled.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isTrue();
    }

    @Test
    void anEndingThatIsNoDenialIsNotInItsCallersWay() throws StoreException {
        Reservation attempt = begun("1");
        unsettled.add(Operation.FAIL, List.of(attempt));
        assertThat(unsettled.askedAgain(List.of(attempt), Store.NO_DEADLINE)).isFalse();
    }

    @Test
    void whatHoldsNothingNeedNotBeTold() {
        unsettled.add(Operation.ABANDON, List.of(new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1m"), "bob", 1)));
        assertThat(unsettled.isWaiting()).isFalse();
    }

    @Test
    void noMoreThanTenThousandAreKept() throws StoreException {
        Reservation attempt = begun("1");
        for (int i = 0; i < 10_100; i++) {
            unsettled.add(Operation.FAIL, List.of(attempt));
        }
        store.heard.clear();
        unsettled.tellAll();
        assertThat(store.heard).hasSize(10_000);
        assertThat(state().failures()).as("telling twice changes nothing").isEqualTo(1);
    }

    @Test
    void whatWasLateIsSoOnce() throws StoreException {
        Reservation attempt = begun("1");
        assertThat(unsettled.wasLate(List.of(attempt))).isFalse();
        unsettled.late(List.of(attempt));
        assertThat(unsettled.wasLate(List.of(attempt))).isTrue();
        assertThat(unsettled.wasLate(List.of(attempt))).isFalse();
    }
}
