package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.rule.Siege.Sign;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** By which count and share a siege begins and ends. */
class SiegeBordersTest extends SiegeScene {

    @Test
    void aShareOfExactlyThreeTimesTheUsualOneBeginsIt() {
        day(siege, 30, 10);
        count(siege, Sign.SUCCEEDED, 10);
        count(siege, Sign.FAILED, 26);
        assertThat(siege.on(TERMS))
                .as("26 of 36, usual are 240 + 5 of 960 + 50")
                .isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).as("27 of 37").isTrue();
    }

    @Test
    void whereMostAttemptsFailAThirdOfTheUsualSuccessesBeginsIt() {
        SiegeThreshold never = new SiegeThreshold(1_000_000, TERMS.windowMicros());
        for (int i = 0; i < 720; i++) {
            count(siege, Sign.FAILED, 1, never);
        }
        for (int i = 0; i < 240; i++) {
            count(siege, Sign.SUCCEEDED, 1, never);
        }
        time.advance(Duration.ofHours(1));
        count(siege, Sign.SUCCEEDED, 3);
        count(siege, Sign.FAILED, 28);
        assertThat(siege.on(TERMS)).as("3 of 31, usual are 285 of 1,010").isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).as("3 of 32").isTrue();
    }

    @Test
    void whatIsUsualIsTheLastDayOfAllNodes() {
        Siege other = new Siege(time);
        for (int hour = 0; hour < 24; hour++) {
            count(other, Sign.SUCCEEDED, 100);
            count(other, Sign.FAILED, 10);
            share(other);
            time.advance(Duration.ofHours(1));
        }
        count(siege, Sign.SUCCEEDED, 60);
        count(siege, Sign.FAILED, 20);
        share(siege);
        assertThat(siege.on(TERMS)).as("a quarter, and usual is a tenth").isFalse();
    }

    @ParameterizedTest
    @CsvSource({"31, true", "60, false", "1440, false", "1500, true"})
    void whatIsUsualIsThatOfTheWholeHoursOfADay(int minutes, boolean besieged) {
        SiegeThreshold never = new SiegeThreshold(1_000_000, TERMS.windowMicros());
        for (int i = 0; i < 400; i++) {
            count(siege, Sign.FAILED, 1, never);
            count(siege, Sign.SUCCEEDED, 1, never);
            count(siege, Sign.SUCCEEDED, 1, never);
        }
        time.advance(Duration.ofMinutes(minutes));
        count(siege, Sign.SUCCEEDED, 40);
        count(siege, Sign.FAILED, 20);
        assertThat(siege.on(TERMS)).isEqualTo(besieged);
    }

    /** New signs, and a minute later the old ones count no more. */
    private void beforeTheyAreOld(Sign sign, int times) {
        time.advance(Duration.ofMinutes(9));
        count(siege, sign, times);
        time.advance(Duration.ofMinutes(1));
    }

    @Test
    void itEndsBelowFiveSigns() {
        count(siege, Sign.FAILED, 20);
        beforeTheyAreOld(Sign.FAILED, 5);
        assertThat(siege.on(TERMS)).isTrue();
        beforeTheyAreOld(Sign.FAILED, 4);
        assertThat(siege.on(TERMS)).isFalse();
    }

    @Test
    void itEndsBelowTwiceTheUsualShare() {
        day(siege, 100, 10);
        count(siege, Sign.FAILED, 300);
        beforeTheyAreOld(Sign.FAILED, 5);
        count(siege, Sign.SUCCEEDED, 22);
        assertThat(siege.on(TERMS)).as("5 of 27, usual is an eleventh").isTrue();
        count(siege, Sign.SUCCEEDED, 1);
        assertThat(siege.on(TERMS)).as("5 of 28").isFalse();
    }

    /** Members pass theirs, however many sign in. */
    @Test
    void challengesThatAreNotPassedKeepItUpWhateverTheShare() {
        day(siege, 100, 10);
        count(siege, Sign.FAILED, 300);
        beforeTheyAreOld(Sign.CHALLENGED, 5);
        count(siege, Sign.SUCCEEDED, 250);
        assertThat(siege.on(TERMS)).as("one of fifty").isTrue();
        count(siege, Sign.SUCCEEDED, 1);
        assertThat(siege.on(TERMS)).isFalse();
    }

    /** The attack that has ended is still in the window. */
    @Test
    void whatLedToASiegeLeadsToNoOther() {
        count(siege, Sign.FAILED, 100);
        time.advance(Duration.ofMinutes(11));
        assertThat(siege.on(TERMS)).isFalse();
        time.advance(Duration.ofMinutes(1));
        count(siege, Sign.FAILED, 4);
        assertThat(siege.on(TERMS)).isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).as("an attack that goes on needs few").isTrue();
    }
}
