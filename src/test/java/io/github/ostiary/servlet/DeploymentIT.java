package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.EndListener;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How applications start, end, and do not start where the configuration is wrong. */
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

    @ParameterizedTest
    @EnumSource
    void filterAloneDecidesBothPositionsAndClosesTheGuard(ServerKind kind) {
        Path war = Wars.base("unaided-" + kind.name().toLowerCase())
                .allJar()
                .classes(EndListener.class)
                .webXml("<absolute-ordering/>" + Wars.FILTER)
                .properties(Wars.rule("once", "/once") + Wars.rule("login", "/login") + "limit.login.position=last\n")
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            for (String path : List.of("once", "login")) {
                List<Integer> statuses = IntStream.range(0, 4)
                        .mapToObj(
                                i -> Browser.get(server.uri(war).resolve(path)).statusCode())
                        .toList();
                assertThat(statuses).containsExactly(200, 200, 200, 429);
            }
            assertThat(server.stop()).contains("position=last", "AT START true", "AT END the application has ended");
        }
    }
}
