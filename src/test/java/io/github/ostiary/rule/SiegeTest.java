package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.Siege.Threshold;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** When a siege begins and ends, on one node and on several. */
class SiegeTest {

    private static final Threshold TERMS =
            new Threshold(20, Duration.ofMinutes(30).toMillis() * 1_000);

    private final ManualTimeSource time = new ManualTimeSource();
    private final Siege siege = new Siege(time);
    private int members;

    /** Each success is of another member. */
    private void count(Siege where, Sign sign, int times) {
        for (int i = 0; i < times; i++) {
            if (sign == Sign.SUCCEEDED) {
                where.succeeded("member-" + members++, TERMS);
            } else {
                where.count(sign, TERMS);
            }
        }
    }

    /** So many sign-ins an hour, of which so many are wrong. */
    private void day(Siege where, int right, int wrong) {
        for (int hour = 0; hour < 24; hour++) {
            count(where, Sign.SUCCEEDED, right);
            count(where, Sign.FAILED, wrong);
            time.advance(Duration.ofHours(1));
        }
    }

    @Test
    void itBeginsWithTheLastOfSoManyFailuresInTheWindow() {
        count(siege, Sign.FAILED, 19);
        assertThat(siege.on(TERMS)).isFalse();
        time.advance(Duration.ofMinutes(31));
        count(siege, Sign.FAILED, 19);
        assertThat(siege.on(TERMS)).as("those before are too old").isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).isTrue();
    }

    @Test
    void aBusyMorningIsNone() {
        day(siege, 100, 10);
        count(siege, Sign.SUCCEEDED, 300);
        count(siege, Sign.FAILED, 40);
        assertThat(siege.on(TERMS)).as("many failures, and no greater share").isFalse();
        count(siege, Sign.FAILED, 120);
        assertThat(siege.on(TERMS)).as("more than three times the share").isTrue();
    }

    /** Whoever attacks can sign in to an account of their own as often as they like. */
    @Test
    void successesOfTheAttackersDoNotHideIt() {
        day(siege, 20, 2);
        for (int i = 0; i < 5_000; i++) {
            siege.succeeded("mallory", TERMS);
        }
        count(siege, Sign.FAILED, 21);
        assertThat(siege.on(TERMS)).isTrue();
    }

    @Test
    void itLastsAsLongAsChallengesAreAskedForAndNotPassed() {
        count(siege, Sign.FAILED, 20);
        for (int minute = 0; minute < 600; minute++) {
            time.advance(Duration.ofMinutes(1));
            assertThat(siege.on(TERMS)).as("minute %d", minute).isTrue();
            siege.count(Sign.CHALLENGED, TERMS);
        }
        time.advance(Duration.ofMinutes(11));
        assertThat(siege.on(TERMS)).as("the attack is over").isFalse();
        assertThat(siege.on(TERMS)).as("and stays so").isFalse();
    }

    @Test
    void membersWhoPassTheirChallengesDoNotKeepItUp() {
        count(siege, Sign.FAILED, 20);
        for (int minute = 0; minute < 15; minute++) {
            time.advance(Duration.ofMinutes(1));
            count(siege, Sign.CHALLENGED, 5);
            count(siege, Sign.PASSED, 5);
            count(siege, Sign.SUCCEEDED, 5);
        }
        assertThat(siege.on(TERMS)).isFalse();
    }

    /** Else the next attack would have to be three times as large. */
    @Test
    void whatHappensDuringItIsNoPartOfTheTrailingDay() {
        day(siege, 20, 2);
        count(siege, Sign.FAILED, 30);
        assertThat(siege.on(TERMS)).isTrue();
        count(siege, Sign.FAILED, 10_000);
        time.advance(Duration.ofHours(2));
        assertThat(siege.on(TERMS)).isFalse();
        count(siege, Sign.FAILED, 30);
        assertThat(siege.on(TERMS)).isTrue();
    }

    @Test
    void nodesBesiegeTogetherWhatNoneSeesAlone() {
        Siege other = new Siege(time);
        count(siege, Sign.FAILED, 10);
        count(other, Sign.FAILED, 9);
        siege.hear(List.of(other.text()));
        assertThat(siege.on(TERMS)).isFalse();
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isTrue();
        assertThat(other.on(TERMS)).isFalse();
        other.hear(List.of(siege.text()));
        assertThat(other.on(TERMS)).isTrue();
    }

    /** By then nobody fails any more, since all are asked for a challenge. */
    @Test
    void aNodeThatStartsDuringItHearsOfIt() {
        count(siege, Sign.FAILED, 20);
        for (int minute = 0; minute < 60; minute++) {
            time.advance(Duration.ofMinutes(1));
            siege.count(Sign.CHALLENGED, TERMS);
        }
        Siege late = new Siege(time);
        late.hear(List.of(siege.text()));
        assertThat(late.on(TERMS)).isTrue();
        time.advance(Duration.ofMinutes(11));
        assertThat(late.on(TERMS)).isFalse();
    }

    @Test
    void whatIsHeardTakesThePlaceOfWhatWasHeardBefore() {
        Siege other = new Siege(time);
        count(other, Sign.FAILED, 10);
        for (int i = 0; i < 10; i++) {
            siege.hear(List.of(other.text()));
        }
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isFalse();
    }

    @Test
    void aClockFarAheadAndAForeignTextChangeNothing() {
        count(siege, Sign.FAILED, 19);
        Siege ahead = new Siege(new ManualTimeSource());
        siege.hear(List.of("0,0;s" + Long.MAX_VALUE / 2 + ",9,9,9,9", ahead.text()));
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isTrue();
        assertThatThrownBy(() -> siege.hear(List.of("0,0;sx,1,1,1,1"))).isInstanceOf(IllegalArgumentException.class);
    }

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
        Threshold never = new Threshold(1_000_000, TERMS.windowMicros());
        for (int i = 0; i < 720; i++) {
            siege.count(Sign.FAILED, never);
        }
        for (int i = 0; i < 240; i++) {
            siege.count(Sign.SUCCEEDED, never);
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
        day(other, 100, 10);
        siege.hear(List.of(other.text()));
        count(siege, Sign.SUCCEEDED, 60);
        count(siege, Sign.FAILED, 20);
        assertThat(siege.on(TERMS)).as("a quarter, and usual is a tenth").isFalse();
    }

    @ParameterizedTest
    @CsvSource({"31, true", "60, false", "1440, false", "1500, true"})
    void whatIsUsualIsThatOfTheWholeHoursOfADay(int minutes, boolean besieged) {
        Threshold never = new Threshold(1_000_000, TERMS.windowMicros());
        for (int i = 0; i < 400; i++) {
            siege.count(Sign.FAILED, never);
            siege.count(Sign.SUCCEEDED, never);
            siege.count(Sign.SUCCEEDED, never);
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

    @Test
    void aSiegeOfOthersThatHasEndedHereTakesAWholeThresholdToBeginAgain() {
        siege.hear(List.of(time.micros() / SiegeCounts.SLOT_MICROS + ",0"));
        assertThat(siege.on(TERMS)).isFalse();
        count(siege, Sign.FAILED, 19);
        assertThat(siege.on(TERMS)).isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).isTrue();
    }

    @Test
    void aNodeTellsTheLastHourInHalfMinutesAndTheLastDayInHours() {
        long slot = time.micros() / SiegeCounts.SLOT_MICROS;
        long hour = slot / 120;
        count(siege, Sign.FAILED, 2);
        count(siege, Sign.SUCCEEDED, 3);
        count(siege, Sign.CHALLENGED, 1);
        assertThat(siege.text()).isEqualTo("0,0;s" + slot + ",2,3,1,0;h" + hour + ",2,5");
        time.advance(Duration.ofMinutes(61));
        assertThat(siege.text()).as("122 slots later").isEqualTo("0,0;s" + slot + ",2,3,1,0;h" + hour + ",2,5");
        time.advance(Duration.ofSeconds(30));
        assertThat(siege.text()).as("123 slots later").isEqualTo("0,0;h" + hour + ",2,5");
        siege.count(Sign.PASSED, TERMS);
        assertThat(siege.text())
                .as("in the place of the first")
                .isEqualTo("0,0;s" + (slot + 123) + ",0,0,0,1;h" + hour + ",2,5");
        time.advance(Duration.ofHours(23).minusSeconds(90));
        assertThat(siege.text()).isEqualTo("0,0;h" + hour + ",2,5");
        time.advance(Duration.ofHours(1));
        assertThat(siege.text()).isEqualTo("0,0");
        siege.count(Sign.SUCCEEDED, TERMS);
        assertThat(siege.text()).endsWith(";h" + (hour + 25) + ",0,1");
        count(siege, Sign.FAILED, 20);
        assertThat(siege.text())
                .startsWith(time.micros() / SiegeCounts.SLOT_MICROS + ",0;")
                .endsWith(",0,1");
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.text()).as("no part of the usual").endsWith(",0,1");
    }

    @ParameterizedTest
    @CsvSource({"2, true", "3, false", "-60, true"})
    void whatIsNearIsHeardForClocksDiffer(int ahead, boolean heard) {
        siege.hear(List.of(told(ahead, 19)));
        time.advance(Duration.ofMinutes(1));
        assertThat(siege.on(new Threshold(19, 2 * TERMS.windowMicros()))).isFalse();
        siege.count(Sign.FAILED, new Threshold(20, 2 * TERMS.windowMicros()));
        assertThat(siege.text().startsWith("0,")).isEqualTo(!heard);
    }

    /** It has the place of a slot of this hour. */
    @ParameterizedTest
    @ValueSource(ints = {123, -123})
    void whatIsOfAnotherTimePushesNothingOut(int away) {
        siege.hear(List.of(told(0, 19), told(away, 0)));
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isTrue();
    }

    private String told(int ahead, int failed) {
        return "0,0;s" + (time.micros() / SiegeCounts.SLOT_MICROS + ahead) + "," + failed + ",0,0,0";
    }

    /** An hour of another day would stand in the place of one of this day, and fewer failures be usual. */
    @Test
    void anHourOfAnotherDayPushesNoneOut() {
        Siege other = new Siege(time);
        day(other, 100, 10);
        long hour = time.micros() / 3_600_000_000L;
        for (int away : new int[] {25, -50}) {
            StringBuilder foreign = new StringBuilder("0");
            for (int i = 0; i < 25; i++) {
                foreign.append(";h").append(hour - i + away).append(",0,0");
            }
            siege.hear(List.of(other.text(), foreign.toString()));
            count(siege, Sign.SUCCEEDED, 60);
            count(siege, Sign.FAILED, 20);
            assertThat(siege.on(TERMS)).as("a quarter, and usual is a tenth").isFalse();
            time.advance(Duration.ofMinutes(31));
        }
    }

    @Test
    void otherNodesAskWhetherThereIsAnythingNew() {
        long before = siege.changes();
        assertThat(siege.changes()).isEqualTo(before);
        siege.count(Sign.PASSED, TERMS);
        assertThat(siege.changes()).isEqualTo(before + 1);
    }

    /** Each call is of another thread: none keeps the lock. */
    @Test
    void noCallKeepsOthersOut() {
        count(siege, Sign.FAILED, 20);
        for (Executable call : List.<Executable>of(
                () -> siege.count(Sign.FAILED, TERMS),
                () -> siege.on(TERMS),
                siege::changes,
                siege::text,
                () -> siege.hear(List.of("0;", siege.text())),
                siege::changes)) {
            assertTimeoutPreemptively(Duration.ofSeconds(20), call);
        }
    }

    /** Constant memory, and a text for the shared state that stays within its bound. */
    @Test
    void aBusyDayIsStillAShortText() {
        for (int i = 0; i < 3_000; i++) {
            count(siege, Sign.SUCCEEDED, 30);
            count(siege, Sign.FAILED, 1);
            time.advance(Duration.ofSeconds(30));
        }
        assertThat(siege.text()).hasSizeLessThan(4_000);
    }
}
