package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.beans.timed.ClockServlet;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A WAR with a bean that is a clock: its guard goes by it where beans come first, and says so where they do not. */
class GuardClockIT {

    private static final String CDI_FIRST =
            """
            <absolute-ordering/>
            <listener>
              <listener-class>org.jboss.weld.environment.servlet.Listener</listener-class>
            </listener>
            <filter>
              <filter-name>doorkeeper</filter-name>
              <filter-class>io.github.ostiary.servlet.RateLimitFilter</filter-class>
            </filter>
            <filter-mapping><filter-name>doorkeeper</filter-name><url-pattern>/page</url-pattern></filter-mapping>
            """;
    private static final String UNHEARD = "the guard uses the clock of this machine";

    private static WarBuilder war(String name, ServerKind kind) {
        return WarBuilder.war(name + "-" + kind.name().toLowerCase())
                .cdi(kind)
                .thinJarWithoutJedis()
                .packageOf(ClockServlet.class)
                .properties("limit.page.rate=1/1h\nlimit.page.path=/page\n");
    }

    private static void meets(ServerUnderTest server, Path war, int status) {
        assertThat(Browser.get(server.uri(war).resolve("page")).statusCode()).isEqualTo(status);
    }

    private static void advance(ServerUnderTest server, Path war, int minutes) {
        assertThat(Browser.get(server.uri(war).resolve("clock?minutes=" + minutes))
                        .statusCode())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @EnumSource
    void beansThatComeFirstBringTheClock(ServerKind kind) {
        Path war = war("timed", kind).webXml(CDI_FIRST).build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            meets(server, war, 404);
            advance(server, war, 59);
            meets(server, war, 429);
            advance(server, war, 1);
            meets(server, war, 404);
            meets(server, war, 429);
            assertThat(server.log()).doesNotContain(UNHEARD);
        }
    }

    @ParameterizedTest
    @EnumSource
    void aGuardThatCameFirstSaysThatItDoesNotHearThem(ServerKind kind) {
        Path war = war("untimed", kind).build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            meets(server, war, 404);
            advance(server, war, 60);
            meets(server, war, 429);
            assertThat(server.log()).containsOnlyOnce(UNHEARD);
        }
    }
}
