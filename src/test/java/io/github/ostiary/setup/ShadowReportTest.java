package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.ManualTimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.logging.Handler;
import java.util.logging.LogRecord;
import java.util.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ShadowReportTest {

    private static final Logger LOG = Logger.getLogger(ShadowReport.class.getName());
    private static final Decision SHADOWED = Decision.allow(List.of(), false, true);

    private final List<Object> told = new ArrayList<>();
    private final Handler handler = new Handler() {

        @Override
        public void publish(LogRecord line) {
            told.add(line.getParameters()[0]);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    };

    @BeforeEach
    void listen() {
        LOG.addHandler(handler);
    }

    @AfterEach
    void stop() {
        LOG.removeHandler(handler);
    }

    @Test
    void tellsHowManyAtMostEveryTenSeconds() {
        ManualTimeSource time = new ManualTimeSource();
        ShadowReport report = new ShadowReport(time);
        for (int i = 0; i < 5; i++) {
            report.seen(SHADOWED);
        }
        report.seen(Decision.allow(List.of(), false, false));
        time.advance(Duration.ofSeconds(10));
        report.seen(SHADOWED);
        assertThat(told).containsExactly(1L, 5L);
    }
}
