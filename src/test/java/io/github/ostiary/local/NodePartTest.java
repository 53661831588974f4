package io.github.ostiary.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.Rate;
import io.github.ostiary.store.Ahead;
import io.github.ostiary.store.Charge;
import io.github.ostiary.store.Limit;
import io.github.ostiary.store.Tuning;
import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Limits;
import java.util.ArrayList;
import java.util.List;
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
    private final NodePart part = new NodePart(limit, "me", 0);
    private long now;

    private @Nullable Ahead ask() {
        return part.asking(new Charge(limit, "bob", 1), now).ahead();
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
        part.heard(asked, granted(80, 500), true, now);
        return asked;
    }

    private int use(int most) {
        int used = 0;
        while (used < most && part.admit(1, now) != null) {
            used++;
        }
        return used;
    }

    @Test
    void theTenthCallWithinASecondAsksForWhatASecondWouldTake() {
        assertThat(heat()).isEqualTo(new Ahead("me", 0, 0, 80, SECOND, 0));
    }

    @Test
    void asManyAsWereAskedForInTheTimeAreWanted() {
        Ahead asked = null;
        for (int i = 0; i < 10; i++) {
            now += 50_000;
            asked = ask();
        }
        assertThat(asked).as("10 in half a second").isEqualTo(new Ahead("me", 0, 0, 20, SECOND, 0));
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
        assertThat(part.admit(3, now)).isEqualTo(new Verdict(true, 577, 0, WINDOW + SECOND - 1_000, 577, WINDOW));
    }

    @Test
    void anEighthIsLeftForThoseWhoCallWhileOneAsksForMore() {
        heat();
        assertThat(use(100)).isEqualTo(70);
        assertThat(part.covers(1, now)).isFalse();
        Ahead asked = ask();
        assertThat(asked).isNotNull();
        assertThat(asked.used()).isEqualTo(70);
        assertThat(asked.unheard()).isEqualTo(70);
        assertThat(part.covers(11, now)).isFalse();
        assertThat(part.covers(10, now)).isTrue();
        assertThat(ask()).as("one asks at a time").isNull();
        assertThat(use(100)).isEqualTo(10);
    }

    @Test
    void anEighthOfTheTimeIsLeftForThem() {
        heat();
        now += SECOND - SECOND / 8;
        assertThat(part.covers(1, now)).isTrue();
        now++;
        assertThat(part.covers(1, now)).isFalse();
        ask();
        assertThat(part.covers(1, now)).isTrue();
    }

    @Test
    void itEndsASecondAfterTheQuestion() {
        heat();
        ask();
        long sent = now;
        now = sent + SECOND - 1;
        assertThat(part.covers(1, now)).isTrue();
        now = sent + SECOND;
        assertThat(part.covers(1, now)).isFalse();
        assertThat(part.admit(1, now)).isNull();
    }

    @Test
    void whatWasUsedMeanwhileIsNotGivenOutAgain() {
        heat();
        use(70);
        Ahead asked = ask();
        use(10);
        part.heard(asked, granted(40, 400), true, now);
        assertThat(use(100)).as("10 of the 40 are used").isEqualTo(25);
        assertThat(ask().used()).isEqualTo(70 + 10 + 25);
    }

    @Test
    void anAnswerThatIsLostChangesNothing() {
        heat();
        use(70);
        part.heard(ask(), null, false, now);
        assertThat(use(100)).as("an eighth of the rest is left").isEqualTo(8);
        Ahead again = ask();
        assertThat(again.used()).isEqualTo(78);
        assertThat(again.unheard()).as("no answer has confirmed them").isEqualTo(78);
    }

    @Test
    void aDenialHasTheRestUsedUp() {
        heat();
        use(70);
        part.heard(ask(), denied(10), false, now);
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
        assertThat(asked).isEqualTo(new Ahead("me", 0, 79, 1, SECOND, 0));
        part.heard(asked, granted(2, 500), true, now);
        assertThat(part.admit(3, now)).isNull();
        assertThat(part.admit(1, now)).isNotNull();
        assertThat(ask().used()).as("what was returned is not used").isEqualTo(1);
    }

    @Test
    void whatHasEndedIsNeitherUsedNorReturned() {
        heat();
        use(20);
        now += 3 * SECOND;
        assertThat(ask()).as("it is not hot any more").isNull();
        for (int i = 0; i < 8; i++) {
            assertThat(ask()).isNull();
        }
        assertThat(ask()).isEqualTo(new Ahead("me", 20, 0, 80, SECOND, 20));
    }

    @Test
    void aShortWindowHasAShortLife() {
        Limit second = Limits.of(
                Algorithm.SLIDING_LOG,
                "1000/500ms",
                Tuning.of(Algorithm.SLIDING_LOG, Rate.parse("1000/500ms")).withAhead(80));
        NodePart brief = new NodePart(second, "me", 0);
        Charge charge = new Charge(second, "bob", 1);
        for (int i = 0; i < 9; i++) {
            brief.asking(charge, 10_000);
        }
        assertThat(brief.asking(charge, 10_000).ahead().lifeMicros()).isEqualTo(500_000);
    }

    @Test
    void threadsTakeEachPermitOnce() throws Exception {
        for (int round = 0; round < 200; round++) {
            NodePart shared = new NodePart(limit, "me", 0);
            for (int i = 0; i < 9; i++) {
                shared.asking(new Charge(limit, "bob", 1), 1_000);
            }
            Ahead asked = shared.asking(new Charge(limit, "bob", 1), 1_000).ahead();
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
