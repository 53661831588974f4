package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Change;
import io.github.ostiary.store.SharedState.Entry;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class KeptOverrideTest {

    private static final Instant AT = Instant.parse("2026-11-22T10:00:00.123456Z");

    private static KeptOverride override(String key, String value) {
        return new KeptOverride(key, value, new Change("eve", "console 10.0.0.7", "incident 7", AT), 5_000_000);
    }

    @Test
    void whatIsWrittenIsRead() {
        for (String key : new String[] {"limit.login.rate", "limit." + "x".repeat(40) + ".rate." + "y".repeat(64)}) {
            KeptOverride made = override(key, "2/1m, 10/1h");
            Entry entry = made.entry(2_000_000);
            assertThat(entry.leftMicros()).isEqualTo(3_000_000);
            assertThat(entry.name()).isEqualTo(KeptOverride.name(key));
            assertThat(KeptOverride.of(entry, 2_000_000)).isEqualTo(made);
            assertThat(KeptOverride.of(entry, 9_000_000).endMicros())
                    .as("by the reader's own clock")
                    .isEqualTo(12_000_000);
        }
    }

    @Test
    void whatIsNotOursIsDenied() {
        Entry entry = override("limit.login.rate", "2/1m").entry(0);
        for (String text : new String[] {
            "",
            "[2" + entry.text().substring(2),
            entry.text() + "more",
            entry.text().replace("limit.login", "limit.log")
        }) {
            assertThatThrownBy(() -> KeptOverride.of(new Entry(entry.name(), text, 1), 0))
                    .isInstanceOf(IllegalArgumentException.class);
        }
        for (String time : new String[] {
            "soon", "\"soon\"", "", "1e3", "-1", "253402300800000000", "9223372036854775807", "-9223372036854775808"
        }) {
            String text = entry.text().substring(0, entry.text().lastIndexOf(',') + 1) + time + "]]";
            assertThatThrownBy(() -> KeptOverride.of(new Entry(entry.name(), text, 1), 0))
                    .as(time)
                    .isInstanceOf(IllegalArgumentException.class);
        }
        assertThatThrownBy(() -> KeptOverride.of(new Entry(entry.name(), entry.text(), Long.MAX_VALUE), 5))
                .as("longer than any override")
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aNameThatSomebodyElseHasWrittenIsALine() {
        Entry entry = override("limit.login.rate", "2/1m").entry(0);
        Entry sneaky = new Entry(entry.name(), entry.text().replace("eve", "e\u202eve"), 1);
        assertThat(KeptOverride.of(sneaky, 0).change().by()).isEqualTo("e ve");
    }
}
