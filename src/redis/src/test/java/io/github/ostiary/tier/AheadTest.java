package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Key;
import io.github.ostiary.Rate;
import io.github.ostiary.TimeSource;
import io.github.ostiary.lease.Budget;
import io.github.ostiary.local.LocalDenialCache;
import io.github.ostiary.local.LocalStore;
import io.github.ostiary.operator.StoreFigure;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Operation;
import io.github.ostiary.store.StoreCounts;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import io.github.ostiary.testing.Rules;
import io.github.ostiary.testing.SharedStore;
import io.github.ostiary.testing.SteppedClock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a node takes ahead where a key is hot, and what becomes of it. */
class AheadTest {

    private static final long SECOND = 1_000_000;

    private final SteppedClock clock = new SteppedClock();
    private final TimeSource time = clock.of(0);
    private final SharedStore store = new SharedStore(time, SharedStore.Listener.NONE, false);
    private final StoreCounts counts = new StoreCounts();
    private final LocalDenialCache front = new LocalDenialCache(1_000, time);
    private final TwoTiers node = node(front);
    private final TwoTiers other = node(new LocalDenialCache(1_000, time));
    private Limit limit = limit("1000/10s", 100);

    private TwoTiers node(LocalDenialCache cache) {
        return new TwoTiers(cache, store.line(), new LocalStore(1_000, time), 1, Duration.ofSeconds(2), time, counts);
    }

    private static Limit limit(String rate, long ahead) {
        return Limits.of(
                Algorithm.SLIDING_LOG,
                rate,
                Tuning.of(Algorithm.SLIDING_LOG, Rate.parse(rate)).withAhead(ahead));
    }

    private Charge charge(long permits) {
        return new Charge(limit, "bob", permits);
    }

    private Verdict hit(TwoTiers at) {
        Verdict said = at.decide(charge(1));
        assertThat(said).isNotNull();
        return said;
    }

    /** Ten calls within a second are worth taking permits ahead; the tenth does. */
    @BeforeEach
    void heat() {
        for (int i = 0; i < 10; i++) {
            if (i == 9) {
                assertThat(node.decide(charge(2_000)).passed())
                        .as("asked for, too")
                        .isFalse();
                store.questions--;
            }
            clock.pass(10_000);
            hit(node);
        }
        assertThat(store.questions).isEqualTo(10);
        assertThat(left()).isEqualTo(86);
    }

    /** How many more this node would admit without asking, one by one. */
    private long left() {
        long left = 0;
        while (front.permits().covers(charge(left + 1), time.micros())) {
            left++;
        }
        return left;
    }

    private long usedInStore() throws StoreException {
        return limit.capacity()
                - store.line()
                        .ask(Operation.PEEK, List.of(charge(1)), Long.MAX_VALUE)
                        .get(0)
                        .remaining();
    }

    @Test
    void aHotKeyIsAskedForSeldom() {
        clock.pass(3 * SECOND);
        store.questions = 0;
        limit = limit("100000/1m", 2_000);
        int calls = 20_000;
        for (int i = 0; i < calls; i++) {
            clock.pass(700);
            assertThat(hit(node).passed()).isTrue();
        }
        assertThat(store.questions).as("of %d calls", calls).isLessThan(calls / 100);
        assertThat(counts.of(StoreFigure.NEAR_ADMISSIONS)).isEqualTo(calls - store.questions);
        assertThat(counts.of(StoreFigure.NEAR_DENIALS)).isZero();
    }

    @Test
    void aKeyThatIsNotHotIsAskedForEachTime() {
        clock.pass(3 * SECOND);
        store.questions = 0;
        for (int i = 0; i < 50; i++) {
            clock.pass(150_000);
            node.decide(new Charge(limit, "alice", 1));
        }
        assertThat(store.questions).isEqualTo(50);
    }

    @Test
    void whatIsLeftFallsByOneWithEachCall() {
        long remaining = hit(node).remaining();
        for (int i = 0; i < 300; i++) {
            clock.pass(5_000);
            long next = hit(node).remaining();
            assertThat(next).isEqualTo(--remaining);
        }
    }

    @Test
    void itCountsAsUsedUntilItIsReported() throws StoreException {
        assertThat(usedInStore()).isEqualTo(10 + 99);
        for (int i = 0; i < 20; i++) {
            hit(node);
        }
        assertThat(usedInStore()).isEqualTo(10 + 99);
    }

    /** Looked at from here all is as if each call had been counted one by one; from elsewhere, what is ahead is used. */
    @Test
    void whatIsAheadIsLeftForThisNode() {
        for (int i = 0; i < 20; i++) {
            hit(node);
        }
        assertThat(peek(node).remaining()).isEqualTo(1_000 - 30);
        assertThat(peek(other).remaining()).isEqualTo(1_000 - 109);
        clock.pass(1 * SECOND);
        assertThat(peek(node).remaining()).as("it has ended").isEqualTo(1_000 - 109);
    }

    private Verdict peek(TwoTiers at) {
        Ask ask = new Ask(charge(1), Rules.limit(limit.rule(), List.of(limit)), Key.of("bob"));
        return at.ask(Operation.PEEK, List.of(ask)).said(0);
    }

    @Test
    void itEndsASecondAfterItWasAskedFor() {
        clock.pass(SECOND - 1);
        assertThat(front.permits().admit(charge(1), time.micros())).isNull();
        store.questions = 0;
        hit(node);
        assertThat(store.questions).isEqualTo(1);
    }

    @Test
    void whatIsUsedLateIsCountedForAWholeWindowAfterTheEnd() {
        clock.pass(800_000);
        for (int i = 0; i < 80; i++) {
            assertThat(hit(node).passed()).isTrue();
        }
        clock.pass(9_400_000);
        int admitted = 0;
        while (hit(other).passed()) {
            admitted++;
        }
        assertThat(admitted).as("80 were used 9.4 s ago; 19 have come back").isEqualTo(1_000 - 80);
        clock.pass(1_800_000);
        assertThat(hit(other).passed()).as("the return, and a window").isTrue();
    }

    @Test
    void whatADeadNodeHadReturnsThreeSecondsAndAWindowAfterIt() throws StoreException {
        clock.pass(500_000);
        store.dropping = true;
        clock.pass(2_499_000);
        store.dropping = false;
        assertThat(usedInStore()).isEqualTo(10 + 99);
        clock.pass(10 * SECOND);
        assertThat(usedInStore()).isEqualTo(99);
        clock.pass(1_000);
        assertThat(usedInStore()).isZero();
    }

    @Test
    void whatIsNotNeededAnyMoreIsReturnedWithTheNextCall() throws StoreException {
        clock.pass(995_000);
        hit(node);
        assertThat(usedInStore()).as("one call a second").isEqualTo(11 + 1);
    }

    @Test
    void aCostAboveWhatIsThereAsksTheStore() {
        store.questions = 0;
        assertThat(node.decide(charge(100)).passed()).isTrue();
        assertThat(store.questions).isEqualTo(1);
        assertThat(node.decide(charge(60)).passed()).isTrue();
        assertThat(store.questions).isEqualTo(1);
    }

    @Test
    void whatTheStoreDeniesIsAdmittedFromWhatIsLeft() {
        while (hit(other).passed()) {}
        int admitted = 0;
        while (hit(node).passed()) {
            admitted++;
        }
        assertThat(admitted).isEqualTo(99);
    }

    /** What one returns when another has just been denied is free a second later. */
    @Test
    void theWholeLimitIsUsedThoughPartsAreTakenAhead() {
        int admitted = 10;
        for (int i = 0; i < 3_000; i++) {
            clock.pass(100);
            admitted += hit(node).passed() ? 1 : 0;
            admitted += hit(other).passed() ? 1 : 0;
        }
        assertThat(admitted).isBetween(999, 1_000);
    }

    @Test
    void whatIsResetIsAskedForAnew() throws StoreException {
        node.change(Operation.RESET, List.of(charge(1)));
        assertThat(left()).isZero();
    }

    /** A node does not know that another has reset the counter, and goes on admitting. */
    @Test
    void whatIsOutCountsOnAfterAResetElsewhere() throws StoreException {
        long out = left();
        for (int i = 0; i < 20; i++) {
            hit(node);
        }
        other.change(Operation.RESET, List.of(charge(1)));
        assertThat(usedInStore()).isBetween(out, 99L);
        assertThat(left()).isEqualTo(out - 20);
        clock.pass(12 * SECOND);
        assertThat(usedInStore()).isZero();
    }

    @Test
    void whatIsOfAnotherLimitIsAskedForAnew() {
        limit = limit("2000/10s", 100);
        assertThat(left()).isZero();
    }

    @Test
    void itIsUsedUpWhileTheStoreIsAway() {
        store.away = true;
        store.questions = 0;
        for (int i = 0; i < 80; i++) {
            assertThat(hit(node).passed()).isTrue();
        }
        assertThat(store.questions).isZero();
    }

    /** A limit beside one that has nothing ahead is asked for with it, or neither would be all or nothing. */
    @Test
    void allClaimsOfACallAreAheadOrNone() throws StoreException {
        Claim with = charge(1);
        Claim without = new Charge(Limits.of(Algorithm.FIXED_WINDOW, "1000/10s"), "bob", 1);
        store.questions = 0;
        AheadStore both = new AheadStore(front.permits(), store.line(), Budget.of(Duration.ofSeconds(2), time));
        assertThat(both.admit(List.of(with, without), time.micros())).isEmpty();
        assertThat(both.asking(List.of(with, without), time.micros())).containsExactly(with, without);
        assertThat(both.admit(List.of(with), time.micros())).hasSize(1);
    }
}
