package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.engine.WaitQueue.Waiter;
import io.github.ostiary.store.CounterId;
import io.github.ostiary.testing.SteppedClock;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Only the first in a queue asks; whoever leaves lets the next one ask. */
class WaitQueueTest {

    private static final CounterId COUNTER = CounterId.of("one", "0", 'C', "bob");

    private final SteppedClock clock = new SteppedClock();
    private final long begun = clock.now();
    private final List<Waiter> asked = new ArrayList<>();

    /** When it was asked, ms. */
    private final List<Long> times = new ArrayList<>();

    private Consumer<Waiter> then = waiter -> {};
    private final WaitQueue queue = new WaitQueue(clock.of(0).threads("ostiary-waiting", 2, 1_000), this::ask);

    private void ask(Waiter waiter) {
        asked.add(waiter);
        times.add((clock.now() - begun) / 1_000);
        then.accept(waiter);
    }

    private void passMillis(long millis) {
        clock.pass(millis * 1_000);
    }

    /** A queue never looks at the call itself. */
    @SuppressWarnings("NullAway")
    private static Waiter waiter() {
        return new Waiter(null, COUNTER);
    }

    @Test
    void theFirstAsksAgainAndAgainMoreAndMoreRarelyAndNobodyElseDoes() {
        Waiter first = waiter();
        queue.add(first);
        queue.add(waiter());
        passMillis(750);
        assertThat(asked).containsOnly(first);
        assertThat(times).containsExactly(20L, 60L, 140L, 300L, 500L, 700L);
    }

    @Test
    void whoeverLeavesElsewhereLetsItAskAtOnceAndOftenAgain() {
        queue.add(waiter());
        passMillis(350);
        times.clear();
        queue.wake();
        passMillis(100);
        assertThat(times).containsExactly(350L, 390L);
    }

    @Test
    void whoeverIsLetInMakesTheNextOneAskInTheOrderOfArrival() {
        then = queue::remove;
        List<Waiter> all = List.of(waiter(), waiter(), waiter(), waiter(), waiter());
        all.forEach(queue::add);
        passMillis(20);
        assertThat(asked).containsExactlyElementsOf(all);
        passMillis(1_000);
        assertThat(asked).as("none is left").hasSize(5);
    }

    @Test
    void oneThatGivesUpBehindTheFirstChangesNothing() {
        Waiter second = waiter();
        queue.add(waiter());
        queue.add(second);
        assertThat(queue.remove(second)).isFalse();
        passMillis(30);
        assertThat(times).containsExactly(20L);
    }

    @Test
    void whoeverComesToAnEmptyQueueAsksSoon() {
        Waiter first = waiter();
        queue.add(first);
        passMillis(600);
        assertThat(queue.remove(first)).isTrue();
        times.clear();
        queue.add(waiter());
        passMillis(25);
        assertThat(times).containsExactly(620L);
    }

    @Test
    void theLastToLeaveSaysThatNobodyIsLeft() {
        Waiter first = waiter();
        Waiter second = waiter();
        queue.add(first);
        queue.add(second);
        assertThat(queue.remove(second)).isFalse();
        assertThat(queue.remove(second)).as("twice").isFalse();
        assertThat(queue.remove(first)).isTrue();
    }

    /** What is told while the store is being asked may have come too late for that answer. */
    @Test
    void whatIsToldWhileSomebodyAsksIsNotLost() {
        then = waiter -> {
            then = any -> {};
            queue.wake();
            queue.wake();
            passMillis(15);
        };
        queue.add(waiter());
        passMillis(36);
        assertThat(times).as("one question at a time, and one more").containsExactly(20L, 35L);
    }

    @Test
    void whoeverComesWhileAnotherAsksWaitsForThatAnswer() {
        Waiter next = waiter();
        then = waiter -> {
            then = any -> {};
            assertThat(queue.remove(waiter)).isTrue();
            queue.add(next);
            passMillis(100);
            assertThat(asked).hasSize(1);
        };
        queue.add(waiter());
        passMillis(120);
        assertThat(asked).hasSize(2).last().isSameAs(next);
        assertThat(times).containsExactly(20L, 120L);
    }

    @Test
    void aQuestionThatFailsIsNotTheLast() {
        then = waiter -> {
            throw new IllegalStateException("the store's fault");
        };
        queue.add(waiter());
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> passMillis(200)).hasMessage("the store's fault");
        }
        assertThat(times).containsExactly(20L, 60L, 140L);
    }
}
