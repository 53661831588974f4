package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.SpringBoot;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The tests that users of Spring Boot write, and that its generator writes for them: run as they are by a JVM of theirs. */
class BootTestsIT {

    private static final String RULES =
            """
            ostiary.limit.page.rate=2/1h
            ostiary.limit.page.path=/page
            ostiary.limit.mine.rate=1/1h
            ostiary.limit.mine.path=/mine
            ostiary.limit.mine.key=principal
            ostiary.limit.mine.position=last
            ostiary.limit.asked.rate=1/1h
            """;

    /** What Boot 4 has moved. */
    private static final Map<String, String> MOVED =
            Map.of("boot.test.autoconfigure.web.servlet.", "boot.webmvc.test.autoconfigure.");

    @ParameterizedTest
    @ValueSource(strings = {"3.5", "4.0"})
    void theyMeetTheGuard(String line) {
        String told =
                SpringBoot.tests("boot-tests", "boot-tests-" + line, line.startsWith("4") ? MOVED : Map.of(), RULES);
        assertThat(told).contains("15 tests successful", "0 tests failed").doesNotContain("LEFT ostiary", "WARN");
    }
}
