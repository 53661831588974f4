package io.github.ostiary.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.matrix.Application.Caller;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.ToolBodies;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The suite on the servers of every build: one JVM for each, with the application at {@code /} and at {@code /app}. */
@ParameterizedClass(name = "{0} {1}")
@MethodSource("applications")
class EmbeddedMatrixIT extends AcceptanceSuite {

    private static EmbeddedKind running;
    private static ServerUnderTest server;
    private static Results results;

    EmbeddedMatrixIT(EmbeddedKind kind, String name) {
        super(application(kind, name), results, true);
    }

    static Stream<Arguments> applications() {
        return Stream.of(EmbeddedKind.values())
                .flatMap(kind -> Stream.of("ROOT", "app").map(name -> Arguments.of(kind, name)));
    }

    private static Application application(EmbeddedKind kind, String name) {
        if (running != kind) {
            stop();
            Path[] wars = Stream.of("ROOT", "app")
                    .map(each -> kind.application(each).embedded(kind))
                    .toArray(Path[]::new);
            results = Results.anew(kind.folder());
            server = ServerUnderTest.start(kind, wars);
            running = kind;
        }
        results.saw(Column.APPLICATIONS, kind.application(name).description());
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
    void theContainersSignInLocks() {
        Caller caller = application().caller();
        long looked = Stream.generate(() -> caller.signInByBasic("bob", "guess"))
                .limit(WRONG)
                .filter(answer -> answer.headers().firstValue("Retry-After").isEmpty())
                .count();
        HttpResponse<String> right = caller.signInByBasic("bob", "secret");
        results().saw(Column.BASIC, looked + " of " + WRONG + ", then " + right.statusCode());
        assertThat(looked).isEqualTo(LOOKED_AT);
        assertThat(right.statusCode()).isEqualTo(429);
        assertThat(right.headers().allValues("Retry-After")).hasSize(1);
        assertThat(application().caller().signInByBasic("bob", "secret").body()).isEqualTo("user=bob");
    }

    /** Whatever bytes a caller chooses. */
    @Test
    void theCallOfAToolIsLimitedByAMemberOfItsBody() {
        Caller caller = application().caller();
        assertThat(caller.calls(ToolBodies.meant().get(0)).body()).isEqualTo(ToolBodies.CALL);
        assertThat(ToolBodies.meant())
                .allSatisfy(sent -> assertThat(caller.calls(sent).statusCode()).isEqualTo(429));
        assertThat(ToolBodies.others()).allSatisfy(sent -> {
            HttpResponse<String> answer = caller.calls(sent);
            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.body()).isEqualTo(new String(sent.bytes(), UTF_8));
        });
        assertThat(ToolBodies.unclear())
                .allSatisfy(sent -> assertThat(caller.calls(sent).statusCode()).isEqualTo(400));
    }

    @Test
    void nothingIsLoggedOfDeniedCalls() {
        Caller caller = application().caller();
        assertThat(application().linesLogged(() -> {
                    for (int i = 0; i < WRONG; i++) {
                        caller.get("limited");
                        caller.get("bean");
                        caller.get("rest/limited");
                        caller.signInByBasic(caller.name(), "guess");
                    }
                }))
                .isZero();
    }
}
