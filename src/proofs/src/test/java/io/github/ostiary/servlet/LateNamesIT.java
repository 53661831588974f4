package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.KnownFilter;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rules that count who has signed in say so when a filter behind them signs callers in. */
class LateNamesIT {

    private static final String KNOWN =
            Wars.GATE.replace("<filter-name>gate", "<filter-name>known").replace("GateFilter", "KnownFilter");

    /** As in README's first screen: declared, no key, no position. */
    private static final String SIX_LINES =
            """
            <filter>
              <filter-name>ostiary</filter-name><filter-class>io.github.ostiary.servlet.RateLimitFilter</filter-class>
              <init-param><param-name>limit.reply.rate</param-name><param-value>3/1h</param-value></init-param>
              <init-param><param-name>limit.reply.path</param-name><param-value>/once</param-value></init-param>
            </filter>
            <filter-mapping><filter-name>ostiary</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;

    private static WarBuilder war(ServerKind kind, String name) {
        return Wars.base("late-names-" + name + "-" + kind).thinJar().classes(KnownFilter.class);
    }

    private static List<String> warnings(ServerUnderTest server, Path war) {
        String who = "[/" + war.getFileName() + "] ";
        return server.log()
                .lines()
                .filter(line -> line.contains("count who has signed in") && line.contains(who))
                .toList();
    }

    private static void visits(ServerUnderTest server, Path war) {
        assertThat(Browser.get(server.uri(war).resolve("once")).statusCode()).isEqualTo(200);
        assertThat(warnings(server, war)).as("nobody is named yet").isEmpty();
        for (int i = 0; i < 2; i++) {
            assertThat(Browser.get(server.uri(war).resolve("once"), "X-User", "bob/any")
                            .statusCode())
                    .isEqualTo(200);
        }
    }

    @ParameterizedTest
    @EnumSource
    void oneWarningNamesTheRulesAndTheRemedy(ServerKind kind) {
        String rule = Wars.rule("reply", "/once");
        Path declared =
                war(kind, "six").webXml(SIX_LINES + KNOWN).properties("").build();
        Path automatic = war(kind, "auto").webXml(KNOWN).properties(rule).build();
        Path last = war(kind, "last")
                .webXml(KNOWN)
                .properties(rule + "limit.reply.position=last\n")
                .build();
        Path address = war(kind, "ip")
                .webXml(KNOWN)
                .properties(rule + "limit.reply.key=ip\n")
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, declared, automatic, last, address)) {
            for (Path war : List.of(declared, automatic)) {
                visits(server, war);
                assertThat(warnings(server, war))
                        .singleElement(STRING)
                        .contains("limit.reply ", "limit.reply.position=last", "KnownFilter");
            }
            for (Path war : List.of(last, address)) {
                visits(server, war);
                assertThat(warnings(server, war)).isEmpty();
            }
        }
    }
}
