package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Algorithm;
import io.github.ostiary.testing.Limits;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The hash by which callers find their counters. */
class CounterIdTest {

    private static CounterId of(String identity) {
        return CounterId.of("login", "0", CounterId.RATE, identity);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 7, 8, 63, 64})
    void equalNamesHashEqually(int length) {
        String name = "x".repeat(length);
        assertThat(of(name)).hasSameHashCodeAs(of(new String(name.toCharArray())));
        assertThat(of(name)).isEqualTo(of(new String(name.toCharArray())));
    }

    /** Of 640 hashes of 32 bits two are equal once in 20,000 runs; three pairs are never seen. */
    @Test
    void everyCharacterOfANameMatters() {
        Set<Integer> hashes = new HashSet<>();
        for (int at = 0; at < 64; at++) {
            for (char c = '0'; c <= '9'; c++) {
                hashes.add(of("a".repeat(at) + c + "a".repeat(63 - at)).hashCode());
            }
        }
        assertThat(hashes).hasSizeGreaterThan(637);
    }

    /** Names that String.hashCode takes for one another are not. */
    @Test
    void whoCollidesInStringHashCodeDoesNotHere() {
        Set<Integer> hashes = new HashSet<>();
        for (int i = 0; i < 256; i++) {
            StringBuilder name = new StringBuilder();
            for (int bit = 0; bit < 8; bit++) {
                name.append((i >> bit & 1) == 0 ? "Aa" : "BB");
            }
            hashes.add(of(name.toString()).hashCode());
        }
        assertThat(hashes).hasSizeGreaterThan(253);
    }

    /** 64 to a slot on average; one with three times as many is never seen. */
    @Test
    void namesOfOneShapeSpreadOverTheSharedCounters() {
        Map<CounterId, Integer> slots = new HashMap<>();
        for (int i = 0; i < 65_536; i++) {
            slots.merge(of("2.ip.12.10.0." + (i >> 8) + "." + (i & 255)).overflow(1_024), 1, Integer::sum);
        }
        assertThat(slots).hasSize(1_024);
        assertThat(slots.values()).allMatch(callers -> callers < 192);
    }

    /** A rate that becomes one of the calendar while the guard runs meets no state of another algorithm. */
    @Test
    void theCalendarCountsApart() {
        Charge month = new Charge(Limits.of(Algorithm.CALENDAR, "5/month"), "bob", 1);
        Charge time = new Charge(Limits.of(Algorithm.SLIDING_LOG, "5/31d"), "bob", 1);
        assertThat(month.counterId().kind()).isEqualTo(Algorithm.CALENDAR.letter());
        assertThat(month.counterId()).isNotEqualTo(time.counterId());
        assertThat(month.counterId()).isEqualTo(CounterId.of("test", "0", CounterId.CALENDAR, "bob"));
    }
}
