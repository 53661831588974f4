package io.github.ostiary.console;

import static io.github.ostiary.console.ConsoleIT.RULES;
import static io.github.ostiary.console.ConsoleIT.get;
import static io.github.ostiary.console.ConsoleIT.war;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.EchoServlet;
import io.github.ostiary.testing.probe.KnownFilter;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How the console comes into an application on real servers: where its path is taken, and where it is declared by hand. */
class ConsoleDeploymentIT {

    @ParameterizedTest
    @EnumSource
    void aPathThatIsTakenFailsTheDeployment(ServerKind kind) {
        Path taken = war(
                "taken-" + kind.name().toLowerCase(),
                "<servlet><servlet-name>desk</servlet-name><servlet-class>" + EchoServlet.class.getName()
                        + "</servlet-class></servlet><servlet-mapping><servlet-name>desk</servlet-name>"
                        + "<url-pattern>/desk/of/ours/*</url-pattern></servlet-mapping>",
                RULES.formatted("100"));
        assertThat(ServerUnderTest.startExpectingFailure(kind, taken)).contains("console.path=/desk/of/ours");
    }

    @ParameterizedTest
    @EnumSource
    void whereNoInitializerRunsItCanBeDeclared(ServerKind kind) {
        String ours = "<absolute-ordering/><filter><filter-name>o</filter-name><filter-class>"
                + "io.github.ostiary.servlet.RateLimitFilter</filter-class></filter><filter-mapping><filter-name>o"
                + "</filter-name><url-pattern>/*</url-pattern></filter-mapping>";
        String servlet = "<servlet><servlet-name>c</servlet-name><servlet-class>" + ConsoleServlet.class.getName()
                + "</servlet-class></servlet><servlet-mapping><servlet-name>c</servlet-name>"
                + "<url-pattern>/desk/of/ours/*</url-pattern></servlet-mapping>";
        String filter = "<filter><filter-name>known</filter-name><filter-class>" + KnownFilter.class.getName()
                + "</filter-class></filter><filter-mapping><filter-name>known</filter-name>"
                + "<url-pattern>/*</url-pattern></filter-mapping>";
        String name = kind.name().toLowerCase();
        Path declared = war("declared-" + name, ours + servlet + filter, RULES.formatted("100"));
        Path forgotten = war("forgotten-" + name, ours + filter, RULES.formatted("100"));
        try (ServerUnderTest server = ServerUnderTest.start(kind, declared, forgotten)) {
            assertThat(get(server, declared, "/rules", "X-User", "g/doorkeeper").statusCode())
                    .isEqualTo(200);
            assertThat(get(server, forgotten, "/rules", "X-User", "g/doorkeeper")
                            .statusCode())
                    .isEqualTo(404);
            assertThat(server.log()).containsOnlyOnce("declare servlet io.github.ostiary.console.ConsoleServlet");
        }
    }
}
