package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.MembersServlet;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** An attacker who has registered {@code BOB} in an application that tells it from {@code bob}. */
class LookAlikeIT {

    private static final String RULES =
            """
            lockout.login.path=/members
            lockout.login.key=param:u
            lockout.login.failure=status:401
            lockout.login.success=status:204
            lockout.login.steps=3/1h lock 15m
            """;

    @ParameterizedTest
    @EnumSource
    void hisOwnAccountGivesHimNoGuesses(ServerKind kind) {
        Path war = Wars.base("look-alike-" + kind.name().toLowerCase())
                .thinJar()
                .classes(MembersServlet.class)
                .properties(RULES)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            for (String own : List.of("BOB", "Ｂｏｂ", " bob")) {
                assertThat(post(server, war, own, "mine")).isEqualTo(204);
            }
            int looked = 0;
            for (int i = 0; i < 24; i++) {
                post(server, war, List.of("BOB", "Ｂｏｂ", " bob").get(i % 3), "mine");
                looked += post(server, war, "bob", "guess " + i) == 401 ? 1 : 0;
            }
            assertThat(looked).isEqualTo(3);
        }
    }

    private static int post(ServerUnderTest server, Path war, String user, String password) {
        String form = "u=" + URLEncoder.encode(user, UTF_8) + "&p=" + URLEncoder.encode(password, UTF_8);
        return Browser.send(
                        "POST",
                        server.uri(war).resolve("members"),
                        form,
                        UTF_8,
                        "Content-Type",
                        "application/x-www-form-urlencoded")
                .statusCode();
    }
}
