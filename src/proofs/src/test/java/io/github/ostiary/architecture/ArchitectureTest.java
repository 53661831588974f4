package io.github.ostiary.architecture;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.architecture.ClassFiles.Call;
import io.github.ostiary.architecture.ClassFiles.Edge;
import io.github.ostiary.testing.Modules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Holds the compiled classes to the package table and to what no class may do. */
class ArchitectureTest {

    private static final Path MAIN = Modules.CLASSES;
    private static final List<Edge> EDGES = ClassFiles.edges(MAIN);
    private static final List<Call> CALLS = ClassFiles.calls(ClassFiles.below(MAIN));

    @Test
    void theToolsSeeOurClasses() {
        assertThat(EDGES).anySatisfy(edge -> assertThat(edge.from() + " " + edge.to())
                .isEqualTo("io.github.ostiary.setup.Composition io.github.ostiary.engine.Engine"));
        assertThat(PackageTable.reachable(EDGES, "setup"))
                .contains("root", "engine", "identity", "local", "rule", "config");
        assertThat(CALLS).extracting(Call::from).contains("Engine", "RedisStore", "LocalStore");
    }

    @Test
    void everyPackageImportsOnlyWhatItsRowAllows() {
        assertThat(PackageTable.violations(EDGES)).isEmpty();
    }

    @Test
    void packagesFormNoCircle() {
        assertThat(PackageTable.circles(EDGES)).isEmpty();
    }

    @Test
    void whatAPackageShowsIsADecision() throws IOException {
        Path file = Path.of("src", "proofs", "src", "test", "resources", "public-types.txt");
        String shown = PublicTypes.publicTypes(ClassFiles.below(MAIN), MAIN);
        if (Boolean.getBoolean("api.write")) {
            Files.writeString(file, shown);
        }

        assertThat(shown)
                .as(
                        "public types per package; if this is meant, run mvn -q test -Dtest=ArchitectureTest -Dapi.write=true")
                .isEqualTo(Files.readString(file));
    }

    @Test
    void noTwoClassesShareASimpleName() {
        assertThat(PublicTypes.sharedNames(ClassFiles.below(MAIN), MAIN)).isEmpty();
    }

    @Test
    void redisAndLocalNeverMeet() {
        assertThat(PackageTable.reachable(EDGES, "redis")).doesNotContain("local");
        assertThat(PackageTable.reachable(EDGES, "local")).doesNotContain("redis");
    }

    @Test
    void servletAndInterceptorNeverMeet() {
        assertThat(PackageTable.reachable(EDGES, "servlet")).doesNotContain("interceptor");
        assertThat(PackageTable.reachable(EDGES, "interceptor")).doesNotContain("servlet");
    }

    @Test
    void nobodyKnowsTheEdgeOfJaxRs() {
        for (String edge : List.of("servlet", "interceptor")) {
            assertThat(PackageTable.reachable(EDGES, edge)).as(edge).doesNotContain("jaxrs");
        }
    }

    @Test
    void nothingIsSerialized() {
        assertThat(EDGES)
                .extracting(Edge::to)
                .noneMatch(type -> type.matches("java\\.io\\.Object(?:In|Out)put.*|java\\.io\\.Externalizable"));
    }

    @Test
    void onlyTheTimeSourceReadsAClock() {
        assertThat(ForbiddenCalls.clocks(CALLS))
                .isNotEmpty()
                .extracting(Call::from)
                .containsOnly("SystemTimeSource");
    }

    @Test
    void nothingSleeps() {
        assertThat(ForbiddenCalls.sleeps(CALLS)).isEmpty();
    }

    @Test
    void everyLineIsWrittenThroughOurLog() {
        assertThat(ForbiddenCalls.loggers(CALLS))
                .as("Log.of(...) names the application in each line")
                .isNotEmpty()
                .extracting(Call::from)
                .containsOnly("Log", "Main");
    }

    @Test
    void everyThreadIsOfAnApplication() {
        assertThat(ForbiddenCalls.threads(CALLS))
                .as("DaemonThread.of(...) keeps the application's name for log lines")
                .isNotEmpty()
                .extracting(Call::from)
                .containsOnly("DaemonThread");
    }
}
