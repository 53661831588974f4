package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

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

/** The suite on full servers, one after the other: {@code mvn -Pservers verify}. */
@EnabledIfSystemProperty(named = "servers.full", matches = ".+")
@ParameterizedClass(name = "{0} {1}")
@MethodSource("applications")
class FullMatrixIT extends AcceptanceSuite {

    private static FullKind running;
    private static FullServer server;
    private static Results results;

    private final FullKind kind;
    private final boolean hasSessionBean;

    FullMatrixIT(FullKind kind, String name) {
        super(application(kind, name), results, !war(kind, name).complete());
        this.kind = kind;
        hasSessionBean = war(kind, name).hasSessionBean();
    }

    static Stream<Arguments> applications() {
        return FullKind.chosen().stream()
                .flatMap(kind -> Stream.of("ROOT", "app").map(name -> Arguments.of(kind, name)));
    }

    /** At {@code /} with one jar and complete, at {@code /app} with the other and not; the other way round on every second. */
    private static AcceptanceWar war(FullKind kind, String name) {
        boolean root = name.equals("ROOT");
        return new AcceptanceWar(
                kind.folder() + "/" + name, root == (kind.ordinal() % 2 == 0), root && kind.hasBeansWhereComplete());
    }

    private static Application application(FullKind kind, String name) {
        if (running != kind) {
            stop();
            List<Path> wars = Stream.of("ROOT", "app")
                    .map(each -> war(kind, each).full(kind.asksIdentityStoresByBasic()))
                    .toList();
            results = Results.anew(kind.folder() + Setup.otherJdk());
            server = FullServer.start(kind, wars);
            running = kind;
        }
        results.saw(Column.APPLICATIONS, war(kind, name).description());
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

    @Override
    String named(String told) {
        return told.matches(".*\\d.*") ? told : told + " (" + server.unpackedFrom() + ")";
    }

    @Test
    void theSessionBeanIsLimited() {
        assumeTrue(hasSessionBean);
        Caller caller = passesTwice("ejb", "ejb");
        int lines = application().linesLogged(() -> saw(Column.EJB, caller.get("ejb")));
        results().saw(Column.EJB_LINES, Integer.toString(lines));
    }

    @Test
    void theContainersSignInLocks() {
        Caller caller = application().caller();
        String user = kind.asksIdentityStoresByBasic() ? caller.name() : "bob";
        List<HttpResponse<String>> wrong = Stream.generate(() -> caller.signInByBasic(user, "guess"))
                .limit(WRONG)
                .toList();
        long looked = kind.asksIdentityStoresByBasic()
                ? caller.looked()
                : wrong.stream()
                        .filter(answer ->
                                answer.headers().firstValue("Retry-After").isEmpty())
                        .count();
        String password = kind.asksIdentityStoresByBasic() ? "right" : "secret";
        HttpResponse<String> right = caller.signInByBasic(user, password);
        results().saw(Column.BASIC, looked + " of " + WRONG + ", then " + right.statusCode());
        if (!kind.asksIdentityStoresThroughBeans()) {
            assertThat(server.log()).contains("lockout.door.path");
            return;
        }
        assertThat(looked).isEqualTo(LOOKED_AT);
        assertThat(right.statusCode()).isIn(401, 429);
        assertThat(application().caller().signInByBasic(user, password).body()).isEqualTo("user=" + user);
    }
}
