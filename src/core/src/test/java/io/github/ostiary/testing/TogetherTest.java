package io.github.ostiary.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

@Together
class TogetherTest {

    private static final int ALL = 4;
    private static final CyclicBarrier MEETING = new CyclicBarrier(ALL);

    /** They would wait for each other in vain if they ran one after the other. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, ALL})
    void eachHearsItselfOnly(int number) throws Exception {
        try (LogLines lines = LogLines.of("together")) {
            meet();
            Thread mine =
                    new Thread(() -> Logger.getLogger("together.deep").warning("from a thread of number " + number));
            mine.start();
            mine.join();
            Logger.getLogger("together").info("from number " + number);
            meet();
            assertThat(lines.lines()).containsExactly("from a thread of number " + number, "from number " + number);
        }
    }

    private static void meet() throws Exception {
        MEETING.await(30, TimeUnit.SECONDS);
    }

    /** What one of them throws fails it, as anywhere. */
    @Test
    void aFailureIsOne() {
        SummaryGeneratingListener listener = new SummaryGeneratingListener();
        LauncherFactory.create()
                .execute(
                        LauncherDiscoveryRequestBuilder.request()
                                .selectors(DiscoverySelectors.selectClass(Wrong.class))
                                .build(),
                        listener);
        TestExecutionSummary summary = listener.getSummary();
        assertThat(summary.getTestsFoundCount()).isEqualTo(3);
        assertThat(summary.getFailures())
                .extracting(failure -> failure.getException().getMessage())
                .containsExactlyInAnyOrder("as asked", "as asked of 1");
    }

    /** No test by itself: the build runs no nested classes. */
    @Together
    static class Wrong {

        @Test
        void fails() {
            throw new AssertionError("as asked");
        }

        @ParameterizedTest
        @ValueSource(ints = {0, 1})
        void failsOnce(int number) throws Exception {
            if (number == 1) {
                throw new Exception("as asked of 1");
            }
        }
    }
}
