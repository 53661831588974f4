package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Claim;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NodePartTest {

    private static final long SECOND = 1_000_000;
    private static final long WINDOW = 10 * SECOND;

    private final Limit limit = Limits.of(
            Algorithm.SLIDING_LOG,
            "1000/10s",
            Tuning.of(Algorithm.SLIDING_LOG, Rate.parse("1000/10s")).withAhead(80));
    private final LocalPermits all = new LocalPermits(10, new CoarseClock(() -> 0));
    private final HotKey key = new HotKey();
    private long now;

    private @Nullable Ahead ask() {
        return key.asking(new Charge(limit, "bob", 1), now, all.out).ahead();
    }

    private NodePart part() {
        return Objects.requireNonNull(key.part);
    }

    /** Whose it is does not matter. */
    private static void assertSays(@Nullable Ahead said, long used, long returned, long wanted, long unheard) {
        assertThat(said).isNotNull();
        assertThat(said).isEqualTo(new Ahead(said.holder(), used, returned, wanted, 3 * SECOND, unheard));
    }

    /** The store's answer: what this node has now, and what is left beside. */
    private static Verdict granted(long ahead, long remaining) {
        return new Verdict(true, remaining, 0, WINDOW, remaining, WINDOW).withAhead(ahead);
    }

    private static Verdict denied(long ahead) {
        return new Verdict(false, 0, 1, WINDOW, 0, 1).withAhead(ahead);
    }

    /** Ten calls in as many milliseconds; the tenth asks, and is given 80 at 10 ms. */
    private Ahead heat() {
        Ahead asked = null;
        for (int i = 0; i < 10; i++) {
            assertThat(asked).isNull();
            now += 1_000;
            asked = ask();
        }
        assertThat(asked).isNotNull();
        part().heard(asked, granted(80, 500), true, now);
        return asked;
    }

    private int use(int most) {
        int used = 0;
        while (used < most && part().admit(1, now) != null) {
            used++;
        }
        return used;
    }

    @Test
    void theTenthCallWithinASecondAsksForAsManyAsWereAskedForInIt() {
        assertSays(heat(), 0, 0, 10, 0);
    }

    @Test
    void asManyAsWereAskedForInTheTimeAreWanted() {
        Ahead asked = null;
        for (int i = 0; i < 10; i++) {
            now += 50_000;
            asked = ask();
        }
        assertSays(asked, 0, 0, 10, 0);
    }

    @Test
    void callsOfAnotherSecondDoNotCount() {
        for (int i = 0; i < 9; i++) {
            assertThat(ask()).isNull();
        }
        now = SECOND;
        for (int i = 0; i < 9; i++) {
            assertThat(ask()).isNull();
        }
        assertThat(ask()).isNotNull();
    }

    @Test
    void saysWhatIsLeftHereAndThere() {
        heat();
        now += 1_000;
        assertThat(part().admit(3, now)).isEqualTo(new Verdict(true, 577, 0, WINDOW + SECOND - 1_000, 577, WINDOW));
    }

    @Test
    void anEighthIsLeftForThoseWhoCallWhileOneAsksForMore() {
        heat();
        assertThat(use(100)).isEqualTo(70);
        assertThat(part().covers(1, now)).isFalse();
        Ahead asked = ask();
        assertThat(asked).isNotNull();
        assertThat(asked.used()).isEqualTo(70);
        assertThat(asked.unheard()).isEqualTo(70);
        assertThat(part().covers(11, now)).isFalse();
        assertThat(part().covers(10, now)).isTrue();
        assertThat(ask()).as("one asks at a time").isNull();
        assertThat(use(100)).isEqualTo(10);
    }

    @Test
    void anEighthOfTheTimeIsLeftForThem() {
        heat();
        now += SECOND - SECOND / 8;
        assertThat(part().covers(1, now)).isTrue();
        now++;
        assertThat(part().covers(1, now)).isFalse();
        ask();
        assertThat(part().covers(1, now)).isTrue();
    }

    @Test
    void itEndsASecondAfterTheQuestion() {
        heat();
        ask();
        long sent = now;
        now = sent + SECOND - 1;
        assertThat(part().covers(1, now)).isTrue();
        now = sent + SECOND;
        assertThat(part().covers(1, now)).isFalse();
        assertThat(part().admit(1, now)).isNull();
    }

    @Test
    void whatWasUsedMeanwhileIsNotGivenOutAgain() {
        heat();
        use(70);
        Ahead asked = ask();
        use(10);
        part().heard(asked, granted(40, 400), true, now);
        assertThat(use(100)).as("10 of the 40 are used").isEqualTo(25);
        assertThat(ask().used()).isEqualTo(70 + 10 + 25);
    }

    @Test
    void anAnswerThatIsLostChangesNothing() {
        heat();
        use(70);
        part().heard(ask(), null, false, now);
        assertThat(use(100)).as("an eighth of the rest is left").isEqualTo(8);
        Ahead again = ask();
        assertThat(again.used()).isEqualTo(78);
        assertThat(again.unheard()).as("no answer has confirmed them").isEqualTo(78);
    }

    @Test
    void aDenialHasTheRestUsedUp() {
        heat();
        use(70);
        part().heard(ask(), denied(10), false, now);
        assertThat(use(100)).isEqualTo(10);
        now += 1_000;
        Ahead again = ask();
        assertThat(again).isNotNull();
        assertThat(again.unheard()).as("the denial has confirmed 70").isEqualTo(10);
    }

    @Test
    void whatIsNotWantedAnyMoreIsReturned() {
        heat();
        now += 900_000;
        Ahead asked = ask();
        assertSays(asked, 0, 69, 11, 0);
        part().heard(asked, granted(2, 500), true, now);
        assertThat(part().admit(3, now)).isNull();
        assertThat(part().admit(1, now)).isNotNull();
        assertThat(ask().used()).as("what was returned is not used").isEqualTo(1);
    }

    @Test
    void whatItDoesNotUseIsReturnedAtItsEnd() {
        Ahead first = heat();
        use(20);
        assertThat(all.ended(null, now + SECOND - 1)).isEmpty();
        now += SECOND;
        Claim told = all.ended(null, now).get(0);
        assertThat(told.ahead()).isEqualTo(new Ahead(first.holder(), 20, NodePart.ALL, 0, 3 * SECOND, 20));
        assertThat(all.ended(null, now)).as("until the store has heard it").hasSize(1);
        all.returned(told, now);
        assertThat(all.ended(null, now)).isEmpty();
        assertThat(all.isOut()).isFalse();
        assertThat(use(1)).isZero();
    }

    @Test
    void anotherPartHasAnotherName() {
        Ahead first = heat();
        all.forget(new Charge(limit, "bob", 1).counterId());
        assertThat(use(1)).isZero();
        Ahead second = ask();
        assertThat(second).isNotNull();
        assertThat(second.holder()).isNotEqualTo(first.holder());
        assertThat(all.ended(null, now)).hasSize(1);
    }

    @Test
    void anAnswerAfterTheEndGivesNothing() {
        heat();
        use(70);
        Ahead asked = Objects.requireNonNull(ask());
        Claim told = all.ended(new Charge(limit, "bob", 1).counterId(), now).get(0);
        all.returned(told, now);
        part().heard(asked, granted(80, 500), true, now);
        assertThat(use(1)).isZero();
        assertThat(all.ended(null, now)).as("the question may have come later").hasSize(1);
    }

    @Test
    void whatNobodyAnsweredIsReturnedAsLongAsItMayBeGranted() {
        Ahead asked = heat();
        use(70);
        part().heard(Objects.requireNonNull(ask()), null, false, now);
        now += SECOND;
        Claim told = all.ended(null, now).get(0);
        all.returned(told, now);
        assertThat(all.ended(null, now + 2 * SECOND - 1)).hasSize(1);
        assertThat(all.ended(null, now + 2 * SECOND)).isEmpty();
        assertThat(asked.holder())
                .isEqualTo(Objects.requireNonNull(told.ahead()).holder());
    }

    @Test
    void aShortWindowHasAShortLife() {
        Limit second = Limits.of(
                Algorithm.SLIDING_LOG,
                "1000/500ms",
                Tuning.of(Algorithm.SLIDING_LOG, Rate.parse("1000/500ms")).withAhead(80));
        HotKey brief = new HotKey();
        Charge charge = new Charge(second, "bob", 1);
        for (int i = 0; i < 9; i++) {
            brief.asking(charge, 10_000, all.out);
        }
        assertThat(brief.asking(charge, 10_000, all.out).ahead().lifeMicros()).isEqualTo(2_500_000);
    }

    @Test
    void threadsTakeEachPermitOnce() throws Exception {
        for (int round = 0; round < 200; round++) {
            NodePart shared = new NodePart(new Charge(limit, "bob", 1), "me");
            Ahead asked = shared.ask(shared.charge, 80, 1_000).ahead();
            shared.heard(asked, granted(80, 500), true, 1_000);
            List<Callable<Integer>> callers = new ArrayList<>();
            for (int i = 0; i < 4; i++) {
                callers.add(() -> {
                    int used = 0;
                    while (shared.admit(1, 2_000) != null) {
                        used++;
                    }
                    return used;
                });
            }
            ExecutorService pool = Executors.newFixedThreadPool(4);
            int used = 0;
            for (Future<Integer> caller : pool.invokeAll(callers)) {
                used += caller.get();
            }
            pool.shutdown();
            assertThat(used).isEqualTo(70);
        }
    }
}
