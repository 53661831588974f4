package io.github.ostiary.algorithm;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which failures were made under which way to write a name. */
class SpellingsTest {

    private final Spellings spellings = new Spellings();

    @Test
    void theCanonicalOneNeedsNoPlace() {
        assertThat(spellings.used("", 7)).isEqualTo(Spellings.CANONICAL);
        assertThat(spellings.number("")).isEqualTo(Spellings.CANONICAL);
    }

    @Test
    void oneKeepsTheNumberOfItsFirstFailure() {
        assertThat(spellings.number("Bob")).isEqualTo(Spellings.MIXED);
        assertThat(spellings.used("Bob", 3)).isEqualTo(3);
        assertThat(spellings.used("BOB", 4)).isEqualTo(4);
        assertThat(spellings.used("Bob", 5)).isEqualTo(3);
        assertThat(spellings.number("Bob")).isEqualTo(3);
    }

    @Test
    void ofTooManyTheOneFailedUnderLongestAgoIsForgottenAndItsNumberIsNotUsedAgain() {
        for (int i = 1; i <= Spellings.MOST; i++) {
            spellings.used("bob" + i, i);
        }
        spellings.used("bob1", 9);
        spellings.used("new", 10);
        assertThat(spellings.number("bob1")).isEqualTo(1);
        assertThat(spellings.number("bob2")).isEqualTo(Spellings.MIXED);
        assertThat(spellings.used("bob2", 11)).isEqualTo(11);
    }

    @Test
    void eachHasARowOfItsOwn() {
        spellings.used("Bob", 1);
        spellings.lengthenStreak("Bob");
        spellings.lengthenStreak("Bob");
        spellings.lengthenStreak("");
        spellings.lengthenStreak("unknown");
        assertThat(spellings.endStreak("Bob")).isEqualTo(2);
        assertThat(spellings.endStreak("Bob")).isZero();
        assertThat(spellings.endStreak("")).isEqualTo(1);
        assertThat(spellings.endStreak("unknown")).isZero();
    }

    @Test
    void allRowsEndTogether() {
        spellings.used("Bob", 1);
        spellings.lengthenStreak("Bob");
        spellings.lengthenStreak("");
        spellings.endStreaks();
        assertThat(spellings.endStreak("Bob")).isZero();
        assertThat(spellings.endStreak("")).isZero();
        assertThat(spellings.number("Bob")).isEqualTo(1);
    }
}
