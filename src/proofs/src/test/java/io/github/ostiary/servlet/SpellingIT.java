package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.NameVariants;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.RedirectingServlet;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** However a request is spelt that reaches the servlet, what its redirect shows is the same. On every server. */
@ParameterizedClass
@EnumSource
class SpellingIT {

    private static final int GUESSES = 200;

    private static ServerUnderTest server;
    private static Path war;

    SpellingIT(ServerKind kind) {
        String name = "spellings-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            String rules = Stream.of("login", "signin", "relative", "query", "header", "below")
                    .map(SpellingIT::rule)
                    .collect(Collectors.joining());
            war = WarBuilder.war(name)
                    .thinJar()
                    .classes(RedirectingServlet.class)
                    .properties(rules)
                    .build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    private static String rule(String name) {
        String path = name.equals("below") ? "/below/form" : "/" + name;
        return """
                lockout.%1$s.path=%2$s
                lockout.%1$s.key=param:u
                lockout.%1$s.failure=location:%2$s?error*
                lockout.%1$s.steps=3/1h lock 15m
                lockout.%1$s-late.path=%2$s
                lockout.%1$s-late.when=header:Late
                lockout.%1$s-late.failure=attribute:none
                lockout.%1$s-late.steps=3/1h lock 15m
                """
                .formatted(name, path);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    /** Together with a lockout that is told by attributes, attempts are settled when the request has ended. */
    @ParameterizedTest
    @ValueSource(strings = {"/login", "/signin", "/relative", "/query", "/header", "/below/form"})
    void noMoreGuessesAreLookedAtThanTheThreshold(String path) {
        noMoreThanTheThreshold(path, "bob");
        noMoreThanTheThreshold(path, "alice", "Late: yes");
        noMoreThanTheThreshold(path, "eve", "Host: localhost:80");
    }

    private static void noMoreThanTheThreshold(String path, String name, String... headers) {
        Browser.get(server.uri(war).resolve("redirected"));
        NameVariants spellings = new NameVariants(path.hashCode());
        Map<Integer, Integer> answers = new TreeMap<>();
        for (int i = 0; i < GUESSES; i++) {
            String target = spellings.of("/" + war.getFileName() + path);
            answers.merge(RawHttp.post(server.port(), target, "u=" + name + "&p=wrong", headers), 1, Integer::sum);
        }
        int looked = Integer.parseInt(
                Browser.get(server.uri(war).resolve("redirected")).body());
        assertThat(looked).as("looked at, of %s", answers).isBetween(1, 3);
        assertThat(answers.get(429)).as("%s", answers).isGreaterThan(GUESSES / 4);
    }
}
