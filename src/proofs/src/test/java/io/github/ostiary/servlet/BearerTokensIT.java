package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.ApiServlet;
import io.github.ostiary.testing.probe.TokenFilter;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The recipe for bearer tokens behind a filter that verifies them, with smaller figures. */
class BearerTokensIT {

    @ParameterizedTest
    @EnumSource
    void whoSignedInIsCountedByNameAndTenantAndWhoTriesTokensIsLockedOut(ServerKind kind) {
        Path war = WarBuilder.war("tokens-" + kind.name().toLowerCase())
                .thinJarWithoutJedis()
                .classes(TokenFilter.class, ApiServlet.class)
                .properties(Page.recipe("Bearer tokens")
                        .text()
                        .replace("=600/1m", "=3/1h")
                        .replace("=6000/1m", "=5/1h"))
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            String bob = TokenFilter.token("bob", "acme");
            for (int i = 0; i < 3; i++) {
                assertThat(call(server, war, bob).body()).isEqualTo("hello bob");
            }
            assertThat(call(server, war, bob).statusCode()).isEqualTo(429);
            String carol = TokenFilter.token("carol", "acme");
            assertThat(call(server, war, carol).statusCode()).isEqualTo(200);
            assertThat(call(server, war, carol).statusCode()).isEqualTo(200);
            assertThat(call(server, war, carol).statusCode())
                    .as("the sixth of her tenant")
                    .isEqualTo(429);
            String dora = TokenFilter.token("dora", "globex");
            assertThat(call(server, war, dora).statusCode()).isEqualTo(200);
            for (int i = 0; i < 30; i++) {
                assertThat(call(server, war, null).statusCode())
                        .as("asked for a token")
                        .isEqualTo(401);
            }
            for (int i = 0; i < 10; i++) {
                assertThat(call(server, war, "bob.acme.guess-" + i).statusCode())
                        .as("guess %d", i)
                        .isEqualTo(401);
            }
            assertThat(call(server, war, dora).statusCode()).as("locked out").isEqualTo(429);
            assertThat(call(server, war, null).statusCode()).isEqualTo(401);
        }
    }

    private static HttpResponse<String> call(ServerUnderTest server, Path war, String token) {
        String[] headers = token == null ? new String[0] : new String[] {"Authorization", "Bearer " + token};
        return Browser.get(server.uri(war).resolve("api/x"), headers);
    }
}
