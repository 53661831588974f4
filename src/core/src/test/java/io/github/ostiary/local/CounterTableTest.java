package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.algorithm.LimitCounters;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.testing.Limits;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Bounded memory without amnesty. */
class CounterTableTest {

    private static final int CAPACITY = 4;
    private static final Limit LIMIT = Limits.of(Algorithm.FIXED_WINDOW, "5/1m");

    private final ManualTimeSource time = new ManualTimeSource();
    private final CounterTable<Charge> table = new CounterTable<>(
            CAPACITY,
            () -> time.micros() * 1_000,
            new AtomicLong(),
            claim -> LimitCounters.of(claim.limit().algorithm()));

    private long now() {
        return time.micros();
    }

    private static Charge of(String identity) {
        return new Charge(LIMIT, identity, 1);
    }

    @BeforeEach
    void fill() {
        for (int i = 0; i < CAPACITY; i++) {
            assertThat(table.get(of("own" + i), now()).shared).isFalse();
        }
    }

    @Test
    void whoeverHasACounterKeepsIt() {
        Counter<Charge> own = table.get(of("own0"), now());
        for (int i = 0; i < 10_000; i++) {
            table.get(of("stranger" + i), now());
        }
        assertThat(table.get(of("own0"), now())).isSameAs(own);
        assertThat(table.size()).as("four of their own, 1,024 shared").isLessThanOrEqualTo(CAPACITY + 1_024);
    }

    @Test
    void aFullTableHandsNewcomersASharedCounterAndAlwaysTheSame() {
        Counter<Charge> shared = table.get(of("late"), now());
        assertThat(shared.shared).isTrue();
        assertThat(table.get(of("late"), now())).isSameAs(shared);
        assertThat(table.find(of("late"))).isSameAs(shared);
    }

    /** Else it would start afresh, which is an amnesty. */
    @Test
    void itIsKeptThoughRoomIsFoundAgain() {
        Counter<Charge> shared = table.get(of("late"), now());
        table.remove(of("own0"), table.get(of("own0"), now()));
        assertThat(table.find(of("own0"))).isNull();
        assertThat(table.get(of("late"), now())).isSameAs(shared);
        assertThat(table.get(elsewhereThan("late"), now()).shared)
                .as("there is room for one more")
                .isFalse();
    }

    /** Whoever hashes to a shared counter in use goes on with it; where that is differs from start to start. */
    private static Charge elsewhereThan(String identity) {
        return Stream.iterate(0, i -> i + 1)
                .map(i -> of("another" + i))
                .filter(other -> !slot(other).equals(slot(of(identity))))
                .findFirst()
                .orElseThrow();
    }

    private static CounterId slot(Charge claim) {
        return claim.counterId().overflow(1_024);
    }

    @Test
    void anIdleCounterLeavesAndOneInUseDoesNot() {
        Counter<Charge> used = table.get(of("own0"), now());
        time.advance(Duration.ofSeconds(40));
        assertThat(table.get(of("own0"), now())).isSameAs(used);
        time.advance(Duration.ofSeconds(40));
        assertThat(table.size()).isEqualTo(1);
        assertThat(table.find(of("own0"))).isSameAs(used);
        assertThat(table.get(of("newcomer"), now()).shared).isFalse();
        time.advance(Duration.ofSeconds(70));
        assertThat(table.size()).isZero();
    }

    @Test
    void whatIsMadeByHandHasACounterOfItsOwnInAFullTableToo() {
        assertThat(table.getOwn(of("locked"), now()).shared).isFalse();
        assertThat(table.getOwn(of("locked"), now())).isSameAs(table.get(of("locked"), now()));
    }

    @Test
    void aCounterIsRemovedByWhoeverHoldsThatOneOnly() {
        Counter<Charge> own = table.get(of("own0"), now());
        table.remove(of("own0"), table.fresh(of("own0"), now()));
        assertThat(table.get(of("own0"), now())).isSameAs(own);
    }

    @Test
    void identitiesAreListedInOrderFromBehindOne() {
        table.get(of("shared"), now());
        assertThat(table.identities("test", "")).containsExactly("own0", "own1", "own2", "own3");
        assertThat(table.identities("test", "own1")).containsExactly("own2", "own3");
        assertThat(table.identities("other", "")).isEmpty();
    }

    @Test
    void numbersOrderAllCounters() {
        assertThat(table.get(of("own0"), now()).number).isLessThan(table.get(of("own1"), now()).number);
        assertThat(table.get(of("own3"), now()).number).isLessThan(table.get(of("late"), now()).number);
    }

    @Test
    void noCallKeepsACounterLocked() {
        Counter<Charge> counter = table.get(of("own0"), now());
        table.decide(of("own0"), now(), true);
        assertThat(counter.isLocked()).isFalse();
        table.apply(Operation.PEEK, of("own0"), now());
        assertThat(counter.isLocked()).isFalse();
        Charge longer = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/1h"), "own0", 1);
        assertThat(table.get(longer, now())).isSameAs(counter);
        assertThat(counter.isLocked()).isFalse();
    }

    /** A stranger's reset or credit would be amnesty for all who share. */
    @Test
    void whatIsSharedIsNotClearedAndWhatIsOnesOwnIs() {
        for (Operation clearing : List.of(Operation.RESET, Operation.CREDIT)) {
            Charge shared = new Charge(LIMIT, "late" + clearing, 5);
            Charge own = new Charge(LIMIT, "own0", 5);
            for (Charge five : List.of(shared, own)) {
                table.decide(five, now(), true);
                table.apply(clearing, five, now());
                assertThat(table.apply(Operation.PEEK, five, now()).remaining())
                        .as("%s of %s", clearing, five.identity())
                        .isEqualTo(five == own ? 5 : 0);
            }
            table.get(own, now());
        }
    }

    /** Else a flood of calls that are denied would fill the table. */
    @Test
    void aCounterOfNothingButDenialsLeavesWithItsCall() {
        table.decide(of("late"), now(), false);
        assertThat(table.find(of("late"))).as("a shared one").isNull();
        table.remove(of("own0"), table.get(of("own0"), now()));
        table.decide(of("denied"), now(), false);
        assertThat(table.find(of("denied"))).isNull();
        assertThat(table.size()).isEqualTo(CAPACITY - 1);
        table.decide(of("admitted"), now(), true);
        assertThat(table.find(of("admitted"))).isNotNull();
    }

    @Test
    void whatWasGivenBackWhollyIsKeptForTheGraceOnly() {
        for (String who : List.of("own0", "late")) {
            table.decide(of(who), now(), true);
            table.apply(Operation.PEEK, of(who), now());
        }
        table.apply(Operation.CREDIT, of("own0"), now());
        time.advance(Duration.ofSeconds(2));
        assertThat(table.find(of("own0"))).isNull();
        assertThat(table.find(of("late")))
                .as("what is shared gives nothing back")
                .isNotNull();
    }

    @Test
    void whatHasEndedMakesRoomWithoutAnyoneCountingIt() {
        time.advance(Duration.ofSeconds(70));
        assertThat(table.get(of("newcomer"), now()).shared).isFalse();
    }

    @Test
    void onlyTheSharedAndTheOwnTogetherAreAll() {
        table.get(of("late"), now());
        assertThat(table.size()).isEqualTo(CAPACITY + 1);
    }

    /** A credit that has left the lock, and a charge that ends before the credit does. */
    @Test
    void aCreditThatEndsLateForgetsNoCharge() {
        Charge five = new Charge(LIMIT, "own0", 5);
        Counter<Charge> counter = table.get(five, now());
        assertThat(table.decide(five, now(), true).passed()).isTrue();
        counter.lock();
        counter.state.advance(five, now());
        counter.state.apply(Operation.CREDIT, five);
        int late = table.end(five, counter);
        counter.unlock();
        assertThat(table.decide(five, now(), true).passed()).isTrue();
        table.keep(five, counter, late);
        time.advance(Duration.ofSeconds(5));
        assertThat(table.decide(five, now(), true).passed()).isFalse();
    }

    /** Two plans share a counter: one that looks again late shortens nothing for the other. */
    @Test
    void aLongerWindowIsKeptThoughShorterOnesLookAgain() {
        Charge week = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/7d"), "own0", 5);
        assertThat(table.decide(week, now(), true).passed()).isTrue();
        for (int i = 0; i < 3; i++) {
            time.advance(Duration.ofSeconds(50));
            table.get(of("own0"), now());
        }
        time.advance(Duration.ofDays(6));
        assertThat(table.decide(week, now(), true).passed()).isFalse();
    }

    private static Charge weekly(String identity) {
        return new Charge(Limits.of(Algorithm.FIXED_WINDOW, "5/7d"), identity, 5);
    }

    /** Callers of two plans share a counter, whether it is theirs or many callers': the longer window decides. */
    @ParameterizedTest
    @ValueSource(strings = {"own0", "late"})
    void aCallOfTheLongerPlanHasTheCounterKeptAndOneOfTheShorterDoesNotEndThat(String who) {
        assertThat(table.decide(of(who), now(), true).passed()).isTrue();
        time.advance(Duration.ofMillis(500));
        assertThat(table.decide(new Charge(weekly(who).limit(), who, 4), now(), true)
                        .passed())
                .isTrue();
        assertThat(table.decide(of(who), now(), true).passed()).isFalse();
        time.advance(Duration.ofDays(6));
        assertThat(table.decide(weekly(who), now(), true).passed()).isFalse();
        time.advance(Duration.ofDays(8));
        assertThat(table.find(of(who))).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"own0", "late"})
    void whatALongerPlanHasCountedIsKeptWithoutAnotherLook(String who) {
        assertThat(table.decide(of(who), now(), true).passed()).isTrue();
        assertThat(table.decide(new Charge(weekly(who).limit(), who, 4), now(), true)
                        .passed())
                .isTrue();
        time.advance(Duration.ofDays(6));
        assertThat(table.decide(weekly(who), now(), true).passed()).isFalse();
    }

    /** Looking up is quiet: a counter's time begins afresh a second after it last did. */
    @Test
    void aLookUpRenewsACounterOnceASecond() {
        Counter<Charge> quiet = table.get(of("own0"), now());
        Counter<Charge> busy = table.get(of("own1"), now());
        time.advance(Duration.ofMillis(1_000));
        assertThat(table.get(of("own0"), now())).isSameAs(quiet);
        time.advance(Duration.ofMillis(1));
        assertThat(table.get(of("own1"), now())).isSameAs(busy);
        time.advance(Duration.ofMillis(60_500));
        assertThat(table.find(of("own0"))).isNull();
        assertThat(table.find(of("own1"))).isSameAs(busy);
        assertThat(quiet.isLocked()).isFalse();
    }

    /** Another thread has found that nothing is left of it, and has not taken it away yet. */
    @ParameterizedTest
    @ValueSource(strings = {"own0", "late"})
    void aCounterThatIsLeavingIsNotWaitedFor(String who) {
        Counter<Charge> leaving = table.get(of(who), now());
        leaving.retired = true;
        assertThat(table.decide(of(who), now(), true).remaining()).isEqualTo(4);
        assertThat(leaving.isLocked()).isFalse();
        assertThat(table.find(of(who))).isNotSameAs(leaving);
        assertThat(table.apply(Operation.PEEK, of(who), now()).remaining()).isEqualTo(4);
    }

    @Test
    void lockingByHandEndsWhereAllRoomIsTaken() {
        for (int i = 0; i < 1_024; i++) {
            assertThat(table.getOwn(of("locked" + i), now()).shared).isFalse();
        }
        assertThat(table.getOwn(of("one more"), now()).shared).isTrue();
        assertThat(table.getOwn(of("locked7"), now())).isSameAs(table.find(of("locked7")));
        assertThat(table.size()).isEqualTo(CAPACITY + 1_024 + 1);
    }

    @Test
    void sharedCountersEndToo() {
        table.get(of("late"), now());
        time.advance(Duration.ofSeconds(70));
        assertThat(table.size()).isZero();
    }
}
