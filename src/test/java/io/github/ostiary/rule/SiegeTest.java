package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.rule.Siege.Threshold;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** When a siege begins and ends, on one node and on several. */
class SiegeTest {

    private static final Threshold TERMS =
            new Threshold(20, Duration.ofMinutes(30).toMillis() * 1_000);

    private final ManualTimeSource time = new ManualTimeSource();
    private final Siege siege = new Siege(time);

    private void count(Siege where, Sign sign, int times) {
        for (int i = 0; i < times; i++) {
            where.count(sign, TERMS);
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
        count(siege, Sign.SUCCEEDED, 5_000);
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
        assertThat(siege.begun()).isFalse();
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
        siege.hear(List.of(other.told()));
        assertThat(siege.on(TERMS)).isFalse();
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isTrue();
        assertThat(other.on(TERMS)).isFalse();
        other.hear(List.of(siege.told()));
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
        late.hear(List.of(siege.told()));
        assertThat(late.on(TERMS)).isTrue();
        time.advance(Duration.ofMinutes(11));
        assertThat(late.on(TERMS)).isFalse();
    }

    @Test
    void whatIsHeardTakesThePlaceOfWhatWasHeardBefore() {
        Siege other = new Siege(time);
        count(other, Sign.FAILED, 10);
        for (int i = 0; i < 10; i++) {
            siege.hear(List.of(other.told()));
        }
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isFalse();
    }

    @Test
    void aClockFarAheadAndAForeignTextChangeNothing() {
        count(siege, Sign.FAILED, 19);
        Siege ahead = new Siege(new ManualTimeSource());
        siege.hear(List.of("0;s" + Long.MAX_VALUE / 2 + ",9,9,9,9", ahead.told()));
        siege.count(Sign.FAILED, TERMS);
        assertThat(siege.on(TERMS)).isTrue();
        assertThatThrownBy(() -> siege.hear(List.of("0;sx,1,1,1,1"))).isInstanceOf(IllegalArgumentException.class);
    }

    /** Constant memory, and a text for the board that stays within its bound. */
    @Test
    void aBusyDayIsStillAShortText() {
        for (int i = 0; i < 3_000; i++) {
            count(siege, Sign.SUCCEEDED, 30);
            count(siege, Sign.FAILED, 1);
            time.advance(Duration.ofSeconds(30));
        }
        assertThat(siege.told()).hasSizeLessThan(4_000);
    }
}
