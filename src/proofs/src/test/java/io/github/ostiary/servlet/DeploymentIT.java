package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Crowd;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.EndListener;
import io.github.ostiary.testing.probe.LateServlet;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How applications start, end, and do not start where the configuration is wrong. */
class DeploymentIT {

    private static final Duration BOUND = Duration.ofSeconds(30);

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
    void differingInitParamsAreDeniedWithoutTheirValues(ServerKind kind) {
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

    /** With rules and without, by initializer and by filter alone. */
    @ParameterizedTest
    @EnumSource
    void whoOutlivesTheApplicationBuildsNoGuard(ServerKind kind) throws Exception {
        String name = "late-" + kind.name().toLowerCase();
        List<WarBuilder> wars = List.of(
                Wars.base(name + "-rules").properties(Wars.rule("once", "/once")),
                Wars.base(name + "-none"),
                Wars.base(name + "-unaided").webXml("<absolute-ordering/>" + Wars.FILTER));
        var unused = Crowd.of(wars.size(), i -> () -> buildsNoGuardLater(kind, wars.get(i)));
    }

    private static boolean buildsNoGuardLater(ServerKind kind, WarBuilder war) {
        Path path = war.thinJar().classes(LateServlet.class).build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, path)) {
            var unused = Browser.getLater(server.uri(path).resolve("late"));
            Await.until(() -> server.log().contains("LATE BEGINS"), BOUND);
            server.undeploy(path);
            Await.until(() -> server.log().contains("LATE CALL") && server.log().contains("LATE GUARD"), BOUND);
            assertThat(server.log())
                    .as("%s", path)
                    .contains("LATE CALL IllegalStateException: the application has ended")
                    .contains("LATE GUARD false IllegalStateException: the application has ended");
            return true;
        }
    }

    @ParameterizedTest
    @EnumSource
    void noGuardIsBuiltThatNobodyCloses(ServerKind kind) {
        Path war = Wars.base("unowned-" + kind.name().toLowerCase())
                .thinJar()
                .webXml("<absolute-ordering/>")
                .properties(Wars.rule("once", "/once"))
                .classes(LateServlet.class)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            assertThat(Browser.get(server.uri(war).resolve("late")).statusCode())
                    .isEqualTo(500);
            assertThat(server.log()).contains("has no guard: it has not started", "OstiaryInitializer.install");
        }
    }
}
