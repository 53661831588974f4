package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.matrix.Application.Caller;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The suite where two WARs of an EAR share the jar in its {@code lib}: {@code mvn -Pservers verify}. On WildFly: elsewhere the
 * application asks CDI by a class that two archives have, which Weld refuses.
 */
@EnabledIfSystemProperty(named = "servers.full", matches = ".+")
@ParameterizedClass(name = "{0} {1}")
@MethodSource("applications")
class FullEarIT extends AcceptanceSuite {

    private static FullKind running;
    private static FullServer server;
    private static Results results;

    FullEarIT(FullKind kind, String name) {
        super(application(kind, name), results, true);
    }

    static Stream<Arguments> applications() {
        return FullKind.chosen().stream()
                .filter(FullKind::isWildFly)
                .flatMap(kind -> AcceptanceEar.APPLICATIONS.stream().map(name -> Arguments.of(kind, name)));
    }

    private static Application application(FullKind kind, String name) {
        if (running != kind) {
            stop();
            Path ear = new AcceptanceEar(kind.folder() + "/pair").build();
            results = Results.anew(kind.folder() + "+ear" + Setup.otherJdk());
            server = FullServer.start(
                    kind,
                    List.of(ear),
                    AcceptanceEar.APPLICATIONS.stream().map(Path::of).toList());
            running = kind;
        }
        results.saw(Column.APPLICATIONS, "-all in an EAR's lib, two WARs");
        return new Application(server.uri(Path.of(name)), server::log);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
            running = null;
        }
    }

    @Test
    void eachApplicationCountsForItself() {
        Caller caller = application().caller();
        for (int i = 0; i < 3; i++) {
            caller.get("limited");
        }
        assertThat(caller.get("limited").statusCode()).isEqualTo(429);
        for (String other : AcceptanceEar.APPLICATIONS) {
            boolean own = application().isAt(other);
            assertThat(caller.get("../" + other + "/limited").statusCode()).isEqualTo(own ? 429 : 200);
        }
    }
}
