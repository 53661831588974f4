package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.algorithm.CounterState;
import io.github.ostiary.algorithm.Leases;
import io.github.ostiary.algorithm.LimitCounters;
import io.github.ostiary.algorithm.Lockout;
import io.github.ostiary.store.AttemptClaim;
import io.github.ostiary.store.AttemptClaim.Purpose;
import io.github.ostiary.store.AttemptClaim.Traits;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.ConcurrencyPolicy;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.LeaseClaim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.LockoutPolicy;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Asked;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.LockoutPolicies;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A table lets go of counters that equal fresh ones, and of no others, whatever is first done after a silence. */
class IdleStoreTest {

    private static final long SECOND = 1_000_000;
    private static final LockoutPolicy LADDER =
            LockoutPolicies.policy().lock(3, 600, 900).settle(30).named("login");
    private static final LockId BOB = new LockId(LADDER, "bob");

    private final ManualTimeSource time = new ManualTimeSource();

    @ParameterizedTest
    @ValueSource(longs = {0, 30, 31, 32, 3_600, 1_000_000})
    void aLockByHandHoldsHoweverLongNothingWasDecided(long silence) throws StoreException {
        LocalStore store = new LocalStore(100, time);
        time.advance(Duration.ofSeconds(silence));
        store.locks().lock(BOB, "bob", 3_600 * SECOND, "");
        assertThat(store.locks().state(BOB).phase()).isEqualTo(Phase.LOCKED);
        time.advance(Duration.ofSeconds(3_599));
        assertThat(store.locks().list(LADDER, null, 10).keys()).hasSize(1);
        assertThat(store.locks().state(BOB).phase()).isEqualTo(Phase.LOCKED);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 30, 31, 32, 3_600, 1_000_000})
    void aBlockByHandStands(long silence) throws StoreException {
        LocalStore store = new LocalStore(100, time);
        time.advance(Duration.ofSeconds(silence));
        store.locks().lock(BOB, "bob", Verdict.NEVER, "");
        time.advance(Duration.ofDays(365));
        assertThat(store.locks().state(BOB).phase()).isEqualTo(Phase.BLOCKED);
    }

    @Test
    void anUnlockAfterASilenceUnlocks() throws StoreException {
        LocalStore store = new LocalStore(100, time);
        store.locks().lock(BOB, "bob", 3_600 * SECOND, "");
        time.advance(Duration.ofSeconds(1_800));
        store.locks().unlock(BOB);
        assertThat(store.locks().state(BOB).phase()).isEqualTo(Phase.OPEN);
        assertThat(store.size()).as("nothing is left to keep").isZero();
    }

    @ParameterizedTest
    @EnumSource
    void aChargeAfterASilenceIsKeptForItsWindow(Algorithm algorithm) throws StoreException {
        LocalStore store = new LocalStore(100, time);
        time.advance(Duration.ofSeconds(1_000));
        List<Charge> four = List.of(new Charge(Limits.of(algorithm, "4/10s"), "bob", 4));
        Asked.charge(store, four);
        time.advance(Duration.ofMillis(8_900));
        assertThat(Asked.decide(store, four).get(0).passed()).isFalse();
    }

    /** The same states, each on its own for ever. */
    private final Map<CounterId, CounterState<?>> oracle = new HashMap<>();

    @SuppressWarnings("unchecked")
    private <C extends Claim> CounterState<C> state(C claim) {
        CounterState<?> state = oracle.computeIfAbsent(
                claim.counterId(),
                any -> claim instanceof Charge charge
                        ? LimitCounters.of(charge.limit().algorithm())
                        : claim instanceof LeaseClaim ? new Leases() : new Lockout());
        return (CounterState<C>) state;
    }

    private <C extends Claim> Verdict oracle(Operation operation, C claim) {
        if (operation == Operation.RESET) {
            oracle.remove(claim.counterId());
        }
        CounterState<C> state = state(claim);
        state.advance(claim, time.micros());
        return switch (operation) {
            case DECIDE -> state.passes(claim, 0) ? state.take(claim) : state.leave(claim, false);
            case DENY -> state.leave(claim, state.passes(claim, 0));
            case PEEK, RESET -> state.peek(claim);
            default -> state.apply(operation, claim);
        };
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10})
    void nothingIsForgottenThatCounts(long seed) throws StoreException {
        Random random = new Random(seed);
        LocalStore store = new LocalStore(100, time);
        List<Limit> limits = List.of(
                Limits.of(Algorithm.values()[(int) (seed % 5)], "3/10s"),
                Limits.named(Limits.of(Algorithm.values()[(int) ((seed + 1) % 5)], "5/40s"), "b"));
        ConcurrencyPolicy two = new ConcurrencyPolicy("work", "", 2, 10 * SECOND, false);
        for (int i = 0; i < 20_000; i++) {
            time.set(time.micros() + (random.nextInt(4) == 0 ? random.nextLong(60 * SECOND) : random.nextLong(SECOND)));
            String who = "k" + random.nextInt(3);
            Claim claim =
                    switch (random.nextInt(4)) {
                        case 0 -> new LeaseClaim(two, who, "lease" + random.nextInt(3));
                        case 1 -> new AttemptClaim(
                                LADDER, who, "id" + random.nextInt(4), Purpose.ATTEMPT, Traits.NONE, "");
                        default -> new Charge(limits.get(random.nextInt(2)), who, 1 + random.nextInt(3));
                    };
            Operation operation = operation(random, claim);
            List<Verdict> said = Asked.ask(store, operation, List.of(claim));
            Verdict expected = oracle(operation, claim);
            if (!said.isEmpty()) {
                assertThat(said)
                        .as("seed %d, step %d: %s %s", seed, i, operation, claim)
                        .containsExactly(expected);
            }
        }
        time.advance(Duration.ofDays(2));
        Asked.decide(store, List.of(new Charge(limits.get(0), "last", 1)));
        assertThat(store.size()).isEqualTo(1);
    }

    private static Operation operation(Random random, Claim claim) {
        List<Operation> all = new ArrayList<>(
                List.of(Operation.DECIDE, Operation.DECIDE, Operation.DECIDE, Operation.DENY, Operation.PEEK));
        if (claim instanceof Charge) {
            all.addAll(List.of(Operation.CHARGE, Operation.CREDIT));
        } else {
            all.addAll(List.of(Operation.FAIL, Operation.SUCCEED, Operation.ABANDON));
        }
        if (claim instanceof LeaseClaim) {
            all.add(Operation.RENEW);
        }
        if (random.nextInt(20) == 0) {
            all.add(Operation.RESET);
        }
        return all.get(random.nextInt(all.size()));
    }
}
