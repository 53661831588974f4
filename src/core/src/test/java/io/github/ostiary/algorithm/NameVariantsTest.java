package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which failures were made under which way to write a name. */
class NameVariantsTest {

    private final NameVariants spellings = new NameVariants();

    @Test
    void theCanonicalOneNeedsNoPlace() {
        assertThat(spellings.number("")).isEqualTo(NameVariants.CANONICAL);
    }

    @Test
    void oneKeepsTheNumberOfItsFirstFailure() {
        assertThat(spellings.number("Bob")).isEqualTo(NameVariants.MIXED);
        assertThat(spellings.used("Bob", 3)).isEqualTo(3);
        assertThat(spellings.used("BOB", 4)).isEqualTo(4);
        assertThat(spellings.used("Bob", 5)).isEqualTo(3);
        assertThat(spellings.number("Bob")).isEqualTo(3);
    }

    @Test
    void ofTooManyTheOneFailedUnderLongestAgoIsForgottenAndItsNumberIsNotUsedAgain() {
        for (int i = 1; i <= NameVariants.MOST; i++) {
            spellings.used("bob" + i, i);
        }
        spellings.used("bob1", 9);
        spellings.used("new", 10);
        assertThat(spellings.number("bob1")).isEqualTo(1);
        assertThat(spellings.number("bob2")).isEqualTo(NameVariants.MIXED);
        assertThat(spellings.used("bob2", 11)).isEqualTo(11);
    }

    @Test
    void eachHasARowOfItsOwnAndAllTogetherOne() {
        spellings.used("Bob", 1);
        assertThat(spellings.lengthenRow("Bob", 1)).isEqualTo(1);
        assertThat(spellings.lengthenRow("Bob", 2)).isEqualTo(2);
        assertThat(spellings.lengthenRow("", 3)).isEqualTo(3);
        assertThat(spellings.lengthenRow("unknown", 4)).isEqualTo(4);
        spellings.endStreak("Bob");
        spellings.endStreak("Bob");
        assertThat(spellings.row(5)).isEqualTo(2);
        spellings.endStreak("");
        spellings.endStreak("unknown");
        assertThat(spellings.row(5)).as("what nobody knows the spelling of").isEqualTo(1);
        assertThat(spellings.number("Bob")).isEqualTo(1);
    }

    @Test
    void allRowsEndTogether() {
        spellings.used("Bob", 1);
        assertThat(spellings.rowEnd()).isEqualTo(Long.MIN_VALUE);
        spellings.lengthenRow("Bob", 1);
        spellings.lengthenRow("", 2);
        long end = spellings.rowEnd();
        assertThat(end).isEqualTo(2 + NameVariants.ROW_MICROS);
        assertThat(spellings.row(end - 1)).isEqualTo(2);
        assertThat(spellings.row(end)).isZero();
        assertThat(spellings.lengthenRow("", end)).isEqualTo(1);
        spellings.endStreak("Bob");
        assertThat(spellings.row(end)).as("those of Bob have ended before").isEqualTo(1);
        spellings.endRow();
        assertThat(spellings.row(end)).isZero();
    }
}
