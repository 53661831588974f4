package io.github.ostiary.tier;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.LogLines;
import io.github.ostiary.text.Log;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An outage is heard of, and does not fill the log. */
class OutageLogTest {

    private final ManualTimeSource time = new ManualTimeSource();
    private final LogLines lines = LogLines.of(Breaker.class.getName());
    private final OutageLog notices = new OutageLog(Log.of(Breaker.class), time);

    @AfterEach
    void close() {
        lines.close();
    }

    /** A thousand failures of three causes, and servers that come and go: three lines, and one per transition. */
    @Test
    void saysEachCauseOnceInTenSeconds() {
        for (int i = 0; i < 1_000; i++) {
            notices.failed("The store", "cause " + i % 3);
        }
        assertThat(lines.lines()).hasSize(3);
        for (int i = 0; i < 100; i++) {
            notices.away("The store", "cause 0");
            notices.failed("The store", "cause 0");
            notices.back("The store", false);
        }
        assertThat(lines.lines()).hasSize(5);
        time.advance(Duration.ofSeconds(10));
        notices.away("The store", "cause 0");
        notices.stillAway("The store", new StoreException("cause 0"));
        notices.stillAway("The store", new StoreException("another"));
        assertThat(lines.lines()).hasSize(7).last().asString().contains("another");
    }

    @Test
    void whoWasNeverAwayIsNotBack() {
        notices.back("The store", false);
        assertThat(lines.lines()).isEmpty();
    }

    @Test
    void whoLeftTheClusterDoesNotAnswerAgain() {
        notices.away("10.0.0.1:6379", "nothing listens there");
        notices.back("10.0.0.1:6379", true);
        assertThat(lines.lines()).hasSize(2).last().isEqualTo("10.0.0.1:6379 has left the cluster");
        assertThat(lines.warnings()).singleElement().asString().contains("nothing listens there");
    }

    @Test
    void eachServerHasLinesOfItsOwn() {
        notices.away("a", "cause");
        notices.away("b", "cause");
        notices.failed("a", "cause");
        assertThat(lines.warnings()).as("that a failed says nothing new").hasSize(2);
    }
}
