package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How applications with wrong configuration do not start. */
class DeploymentIT {

    @ParameterizedTest
    @EnumSource
    void allProblemsAreInTheLog(ServerKind kind) {
        Path war = Wars.base("wrong-" + kind.name().toLowerCase())
                .allJar()
                .properties("limit.a.rate=often\nlimit.a.path=/a\nlimit.b.rat=3/1h\n")
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(kind, war)).contains("limit.a.rate", "often", "limit.b.rat");
    }

    @ParameterizedTest
    @EnumSource
    void differingInitParamsAreRefusedWithoutTheirValues(ServerKind kind) {
        String other = Wars.FILTER
                .replace("doorkeeper", "second")
                .replace(
                        "</filter-class>",
                        """
                </filter-class>
                <init-param><param-name>keySecret</param-name><param-value>s3cret</param-value></init-param>
                """);
        Path war = Wars.base("differing-" + kind.name().toLowerCase())
                .allJar()
                .webXml(Wars.FILTER + other)
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(kind, war))
                .contains("doorkeeper", "second", "keySecret")
                .doesNotContain("s3cret");
    }
}
