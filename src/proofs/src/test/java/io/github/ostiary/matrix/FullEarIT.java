package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.matrix.Application.Caller;
import java.net.http.HttpResponse;
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

    /** The identity stores of an EAR belong to all of its WARs: either may be asked, with this jar or without. */
    @Test
    void theContainersSignInLocks() {
        Caller caller = application().caller();
        for (int i = 0; i < WRONG; i++) {
            caller.signInByBasic(caller.name(), "guess");
        }
        int looked = 0;
        for (String each : AcceptanceEar.APPLICATIONS) {
            looked += Integer.parseInt(
                    caller.get("../" + each + "/looked?u=" + caller.name()).body());
        }
        HttpResponse<String> right = caller.signInByBasic(caller.name(), "right");
        results().saw(Column.BASIC, looked + " of " + WRONG + ", then " + right.statusCode());
        assertThat(looked).isEqualTo(LOOKED_AT);
        assertThat(right.statusCode()).isEqualTo(401);
        Caller other = application().caller();
        assertThat(other.signInByBasic(caller.name(), "right").body()).isEqualTo("user=" + caller.name());
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
