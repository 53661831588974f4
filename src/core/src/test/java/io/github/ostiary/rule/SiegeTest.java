package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.local.LocalStore;
import io.github.ostiary.rule.Siege.Sign;
import io.github.ostiary.store.SharedState.Count;
import io.github.ostiary.store.SharedState.Sums;
import io.github.ostiary.store.SharedState.Tally;
import io.github.ostiary.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a siege begins and ends, on one node and on several. */
class SiegeTest extends SiegeScene {

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
            siege.count(Sign.SUCCEEDED, "mallory", TERMS);
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
            count(siege, Sign.CHALLENGED, 1, TERMS);
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
            for (int member = 0; member < 5; member++) {
                String network = "network-" + minute + "-" + member;
                siege.count(Sign.CHALLENGED, network, TERMS);
                siege.count(Sign.PASSED, network, TERMS);
            }
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
        share(siege, other);
        assertThat(siege.on(TERMS)).isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).as("others may have counted that network").isFalse();
        share(siege, other);
        assertThat(siege.on(TERMS)).isTrue();
        assertThat(other.on(TERMS)).isTrue();
        assertThat(siege.beganHere()).isTrue();
        assertThat(other.beganHere()).isFalse();
    }

    /** By default a hundred failures of one network leave its siege four to begin with. */
    @Test
    void oneNetworkNeitherBeginsASiegeNorKeepsOneUp() {
        Siege other = new Siege(time);
        for (int i = 0; i < 2_000; i++) {
            (i % 2 == 0 ? siege : other).count(Sign.FAILED, "network", TERMS);
            time.advance(Duration.ofSeconds(7));
            share(siege, other);
            assertThat(siege.on(TERMS)).as("failure %d", i).isFalse();
        }
        time.advance(Duration.ofHours(1));
        count(siege, Sign.FAILED, 20);
        share(siege, other);
        assertThat(siege.on(TERMS)).isTrue();
        for (int second = 0; second < 660; second += 6) {
            time.advance(Duration.ofSeconds(6));
            (second % 4 == 0 ? siege : other).count(Sign.CHALLENGED, "network", TERMS);
            share(siege, other);
        }
        assertThat(siege.on(TERMS)).isFalse();
    }

    /** Two nodes counted 45 of them, so that as many failures more were usual. */
    @Test
    void aNameSucceedsOnceAnHourWhereverItDoes() {
        Siege other = new Siege(time);
        share(siege, other);
        for (int i = 0; i < 40; i++) {
            siege.count(Sign.SUCCEEDED, "own-" + i, TERMS);
            other.count(Sign.SUCCEEDED, "own-" + i, TERMS);
            share(siege, other);
        }
        count(siege, Sign.FAILED, 20);
        share(siege, other);
        assertThat(siege.on(TERMS)).as("20 of 60, and usual is a tenth").isTrue();
    }

    /** Whatever node it passes it on. */
    @Test
    void aNetworkThatPassesItsChallengeLeavesNone() {
        Siege other = new Siege(time);
        count(siege, Sign.FAILED, 20);
        time.advance(Duration.ofMinutes(9));
        for (int i = 0; i < 5; i++) {
            siege.count(Sign.CHALLENGED, "network-" + i, TERMS);
        }
        share(siege, other);
        time.advance(Duration.ofMinutes(1));
        share(siege, other);
        assertThat(other.on(TERMS)).isTrue();
        other.count(Sign.PASSED, "network-4", TERMS);
        share(siege, other);
        assertThat(siege.on(TERMS)).isFalse();
    }

    /** As where the data failed over: what each node knows is there once afterwards. */
    @Test
    void oneNodePutsBackWhatTheStoreHasLost() {
        Siege other = new Siege(time);
        count(siege, Sign.FAILED, 10);
        count(other, Sign.FAILED, 8);
        share(siege, other);
        shared = new LocalStore(1_000, time).sharedState();
        count(siege, Sign.FAILED, 1);
        share(siege, other);
        assertThat(siege.on(TERMS)).isFalse();
        count(other, Sign.FAILED, 1);
        share(siege, other);
        assertThat(siege.on(TERMS)).isTrue();
        shared = new LocalStore(1_000, time).sharedState();
        share(siege, other);
        Siege late = new Siege(time);
        share(late);
        assertThat(late.on(TERMS)).isTrue();
    }

    @Test
    void inAnOutageEachNodeJudgesByWhatItHasSeenAndTellsItAfterwards() {
        Siege other = new Siege(time);
        count(siege, Sign.FAILED, 10);
        share(siege, other);
        siege.alone();
        other.alone();
        count(siege, Sign.FAILED, 9);
        count(other, Sign.FAILED, 9);
        assertThat(siege.on(TERMS)).isFalse();
        assertThat(other.on(TERMS)).isFalse();
        count(siege, Sign.FAILED, 1);
        assertThat(siege.on(TERMS)).isTrue();
        share(siege, other);
        assertThat(other.on(TERMS)).isTrue();
    }

    /** An answer is lost, and all is told again. */
    @Test
    void whatIsToldTwiceCountsOnce() throws StoreException {
        Siege other = new Siege(time);
        share(siege, other);
        count(siege, Sign.FAILED, 10);
        for (int i = 0; i < 3; i++) {
            Sums lost = shared.sum(TOPIC, siege.tally());
            assertThat(lost.values()).isNotEmpty();
        }
        count(other, Sign.FAILED, 9);
        share(siege, other);
        assertThat(other.on(TERMS)).isFalse();
        count(other, Sign.FAILED, 1);
        share(siege, other);
        assertThat(siege.on(TERMS)).isTrue();
    }

    @Test
    void aNodeThatStartsDuringItHearsOfIt() {
        count(siege, Sign.FAILED, 20);
        for (int minute = 0; minute < 60; minute++) {
            time.advance(Duration.ofMinutes(1));
            count(siege, Sign.CHALLENGED, 1);
        }
        share(siege);
        Siege late = new Siege(time);
        share(late);
        assertThat(late.on(TERMS)).isTrue();
        time.advance(Duration.ofMinutes(11));
        share(late);
        assertThat(late.on(TERMS)).isFalse();
    }

    /** A clock that is ahead, and what was said long ago, must not push out what is of this time. */
    @ParameterizedTest
    @CsvSource({"f, 2, true", "f, 3, false", "f, 123, false", "f, -123, false", "f, -60, true", "x, 0, false"})
    void whatIsNearIsHeardForClocksDiffer(String letter, int ahead, boolean heard) throws StoreException {
        long slot = time.micros() / SiegeCounts.SLOT_MICROS;
        Map<String, Long> sums = Map.of("f" + slot, 17L, letter + (slot + ahead), 1L);
        Count told = new Count("any", 1_000_000, sums);
        Sums unused = shared.sum(TOPIC, new Tally(List.of(told), Set.of(), List.of("t"), false));
        SiegeThreshold wide = new SiegeThreshold(20, 2 * TERMS.windowMicros());
        share(siege);
        time.advance(Duration.ofMinutes(1));
        count(siege, Sign.FAILED, 1, wide);
        share(siege);
        assertThat(siege.on(wide)).isFalse();
        assertThat(shared.sum(TOPIC, new Tally(List.of(), Set.of(), List.of(), false))
                        .values()
                        .containsKey(letter + (slot + ahead)))
                .as("what nobody needs goes")
                .isEqualTo(heard);
        count(siege, Sign.FAILED, 1, wide);
        share(siege);
        assertThat(siege.on(wide)).isEqualTo(heard);
        count(siege, Sign.FAILED, 1, wide);
        share(siege);
        assertThat(siege.on(wide)).isTrue();
    }

    /** Each call is of another thread: none keeps the lock. */
    @Test
    void noCallKeepsOthersOut() {
        count(siege, Sign.FAILED, 20);
        for (Executable call : List.<Executable>of(
                () -> count(siege, Sign.FAILED, 1),
                () -> siege.on(TERMS),
                () -> siege.owes(true),
                siege::tally,
                siege::alone,
                siege::beganHere,
                () -> share(siege),
                () -> siege.owes(true))) {
            assertTimeoutPreemptively(Duration.ofSeconds(20), call);
        }
    }

    /** What is asked for between two half minutes, and what is kept, is bounded. */
    @Test
    void aBusyDayIsFewSums() throws StoreException {
        for (int i = 0; i < 3_000; i++) {
            count(siege, Sign.SUCCEEDED, 30);
            count(siege, Sign.FAILED, 1);
            share(siege);
            assertThat(siege.tally().wanted()).hasSizeBetween(17, 40);
            time.advance(Duration.ofSeconds(30));
        }
        assertThat(shared.sum(TOPIC, new Tally(List.of(), Set.of(), List.of(), false))
                        .values())
                .hasSizeBetween(280, 300);
    }
}
