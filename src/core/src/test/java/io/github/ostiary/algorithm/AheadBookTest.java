package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.store.Ahead;
import org.junit.jupiter.api.Test;

/** What nodes have taken ahead of one log, and when it ends. */
class AheadBookTest {

    private static final long LIFE = 1_000_000;
    private static final long MUCH = 10_000;

    private final AheadBook book = new AheadBook();

    private static Ahead ask(String holder, long used, long returned, long wanted) {
        return new Ahead(holder, used, returned, wanted, LIFE, 0);
    }

    @Test
    void thePartThatEndsFirstIsTakenOutFirst() {
        book.grant(ask("a", 0, 0, 50), 0, MUCH);
        book.grant(ask("b", 0, 0, 30), 200_000, MUCH);
        assertThat(book.firstEnd()).isEqualTo(LIFE);
        assertThat(book.lastEnd()).isEqualTo(1_200_000);
        book.grant(ask("a", 0, 0, 50), 500_000, MUCH);
        assertThat(book.left()).isEqualTo(80);
        assertThat(book.firstEnd()).isEqualTo(1_200_000);
        assertThat(book.lastEnd()).isEqualTo(1_500_000);
        assertThat(book.removeFirst()).isEqualTo(30);
        assertThat(book.firstEnd()).isEqualTo(1_500_000);
        assertThat(book.removeFirst()).isEqualTo(50);
        assertThat(book.isEmpty()).isTrue();
    }

    @Test
    void whereNothingIsFreeNoPartIsKept() {
        book.grant(ask("a", 0, 0, 50), 0, 9);
        assertThat(book.isEmpty()).isTrue();
        book.grant(ask("a", 0, 0, 50), 0, 10);
        assertThat(book.held(ask("a", 0, 0, 50))).isEqualTo(1);
    }

    @Test
    void whatIsReportedOrReturnedIsTakenOffOnce() {
        book.grant(ask("a", 0, 0, 50), 0, MUCH);
        assertThat(book.report(ask("a", 20, 10, 50))).isEqualTo(20);
        assertThat(book.held(ask("a", 20, 10, 50))).isEqualTo(20);
        assertThat(book.report(ask("a", 20, 10, 50))).isZero();
        assertThat(book.report(ask("a", 15, 5, 50))).as("an older report").isZero();
        assertThat(book.held(ask("a", 20, 10, 50))).isEqualTo(20);
        assertThat(book.report(ask("a", 99, 10, 50))).as("no more than it has").isEqualTo(20);
        assertThat(book.report(ask("b", 9, 0, 0))).as("of whom it has nothing").isZero();
    }
}
