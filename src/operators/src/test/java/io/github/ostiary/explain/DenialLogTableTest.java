package io.github.ostiary.explain;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.store.CounterId;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds a node's notes to their number, and no rule to more than its share. */
class DenialLogTableTest {

    private static final long HOUR = 3_600_000_000L;

    private final DenialLogTable table = new DenialLogTable(100);

    private static DenialSeries note(String rule, int caller, long now) {
        CounterId who = CounterId.of(rule, "0", CounterId.RATE, "caller" + caller);
        return new DenialSeries(who, String.format("%08d", caller), false, Reason.RATE_LIMITED, now);
    }

    @Test
    void aRuleMakesSoManyNotesInASecondAndNoMore() {
        int made = 0;
        for (int i = 0; i < 1_000; i++) {
            made += table.mayAdd("api", 5_000_000 + i) ? 1 : 0;
        }
        assertThat(made).isEqualTo(10);
        assertThat(table.mayAdd("other", 5_000_000)).isTrue();
        assertThat(table.mayAdd("api", 6_000_000)).isTrue();
    }

    @Test
    void theRuleThatHasMostLosesItsOldest() {
        for (int i = 0; i < 20; i++) {
            table.add("quiet", note("quiet", i, i), HOUR);
        }
        for (int i = 0; i < 1_000; i++) {
            table.add("loud", note("loud", 1_000 + i, 10_000_000L * i), HOUR * 1_000);
        }
        assertThat(table.size()).isEqualTo(100);
        for (int i = 0; i < 20; i++) {
            assertThat(table.of(String.format("%08d", i))).as("quiet %d", i).isNotNull();
        }
        assertThat(table.of("00001999")).isNotNull();
        assertThat(table.of("00001000")).isNull();
    }

    @Test
    void whoIsStillDeniedStays() {
        DenialSeries going = note("api", 0, 0);
        table.add("api", going, HOUR);
        for (int i = 1; i <= 500; i++) {
            long now = 2_000_000L * i;
            assertThat(going.again(Reason.RATE_LIMITED, now, 1_000_000)).isTrue();
            table.add("api", note("api", i, now), HOUR);
        }
        assertThat(table.find(going.caller)).isSameAs(going);
        assertThat(table.size()).isEqualTo(100);
    }

    @Test
    void whatHasEndedGoes() {
        for (int i = 0; i < 50; i++) {
            table.add("api", note("api", i, i), HOUR);
        }
        table.share("api", note("api", 99, 0));
        table.purge(HOUR + 25, HOUR);
        assertThat(table.size()).isEqualTo(24);
        assertThat(table.shared("api")).isNull();
        DenialSeries again = note("api", 30, 2 * HOUR);
        assertThat(table.add("api", again, HOUR)).isSameAs(again);
        table.purge(3 * HOUR - 1, HOUR);
        assertThat(table.size()).isEqualTo(1);
    }

    @Test
    void namesThatAreMadeUpHaveNoShelvesWithoutEnd() {
        int made = 0;
        for (int i = 0; i < 5_000; i++) {
            made += table.mayAdd("made-up-" + i, 1_000_000) ? 1 : 0;
        }
        assertThat(made).isEqualTo(1_000 + 10);
    }

    @Test
    void aCallerHasOneNoteUntilItHasEnded() {
        DenialSeries first = note("api", 1, 0);
        assertThat(table.add("api", first, HOUR)).isSameAs(first);
        assertThat(table.add("api", note("api", 1, HOUR - 1), HOUR)).isSameAs(first);
        DenialSeries later = note("api", 1, HOUR);
        assertThat(table.add("api", later, HOUR)).isSameAs(later);
        assertThat(table.find(first.caller)).isSameAs(later);
        assertThat(table.size()).isEqualTo(1);
    }

    /** Whatever their names are: the rule of a flood makes room, not the one that is listed first. */
    @Test
    void theRuleThatHasMostMakesRoomWhateverItIsCalled() {
        for (String loud : List.of("a", "b", "zebra", "limit")) {
            DenialLogTable own = new DenialLogTable(100);
            for (int rule = 0; rule < 8; rule++) {
                for (int i = 0; i < 5; i++) {
                    own.add("quiet" + rule, note("quiet" + rule, 10 * rule + i, 0), HOUR);
                }
            }
            for (int i = 0; i < 200; i++) {
                own.add(loud, note(loud, 1_000 + i, 10_000_000L), HOUR);
            }
            assertThat(own.size()).isEqualTo(100);
            for (int rule = 0; rule < 8; rule++) {
                assertThat(own.of(String.format("%08d", 10 * rule))).isNotNull();
            }
        }
    }

    /** What is gone is in nobody's way, and what has not ended stays in its turn. */
    @Test
    void afterAPurgeTheOldestStillMakesRoom() {
        for (int i = 0; i < 60; i++) {
            table.add("api", note("api", i, i), HOUR);
        }
        table.purge(HOUR + 29, HOUR);
        assertThat(table.size()).isEqualTo(30);
        for (int i = 0; i < 75; i++) {
            table.add("api", note("api", 1_000 + i, HOUR), 2 * HOUR);
        }
        assertThat(table.size()).isEqualTo(100);
        assertThat(table.of(String.format("%08d", 34))).isNull();
        assertThat(table.of(String.format("%08d", 35))).isNotNull();
    }

    @Test
    void noCallKeepsOthersOut() {
        table.add("api", note("api", 1, 0), HOUR);
        table.purge(1, HOUR);
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> table.add("api", note("api", 2, 0), HOUR));
        assertTimeoutPreemptively(Duration.ofSeconds(20), () -> table.purge(1, HOUR));
    }
}
