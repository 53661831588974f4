package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.EmbeddedServer;
import io.github.ostiary.testing.ServerProcess;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Programs that start a server of their own, and install the guard by one call. */
class EmbeddedServerIT {

    private static final String RULES = Wars.rule("all", "/limited") + Wars.rule("mine", "/mine")
            + "limit.mine.position=last\nredis.uri=redis://127.0.0.1:1\n";

    @ParameterizedTest
    @EnumSource
    void oneCallGuardsBothPositions(EmbeddedServer server) {
        ServerProcess program = server.run(RULES);
        URI base = URI.create("http://127.0.0.1:" + program.port() + "/");
        assertThat(statuses(base.resolve("limited"), "X-Name", "amy")).containsExactly(200, 200, 200, 429);
        HttpResponse<String> denied = Browser.get(base.resolve("limited"), "X-Name", "bob");
        assertThat(denied.statusCode()).isEqualTo(429);
        assertThat(denied.headers().firstValueAsLong("Retry-After")).isPresent();
        assertThat(denied.body()).startsWith("Too Many Requests\n");
        assertThat(statuses(base.resolve("mine"), "X-Name", "amy")).containsExactly(200, 200, 200, 429);
        assertThat(Browser.get(base.resolve("mine"), "X-Name", "bob").body()).isEqualTo("hello bob");
        assertThat(program.stop())
                .contains("RUNS ostiary-", "STOPPED")
                .doesNotContain("LEFT ostiary", "position=last are decided at position=first");
    }

    @ParameterizedTest
    @EnumSource(names = "JETTY")
    void whatIsInstalledWithoutAConfigurationIsTold(EmbeddedServer server) {
        assertThat(server.run("").stop())
                .contains("requests are not guarded, since there is no configuration", DeployedApplication.FILE);
    }

    private static List<Integer> statuses(URI uri, String... headers) {
        return IntStream.range(0, 4)
                .mapToObj(i -> Browser.get(uri, headers).statusCode())
                .toList();
    }
}
