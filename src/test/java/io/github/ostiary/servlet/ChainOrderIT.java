package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.FrontFilter;
import io.github.ostiary.testing.probe.FrontInitializer;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The filter stands where its position says, whatever stands around it, or says that it does not. */
class ChainOrderIT {

    private static final List<String> NAMES = List.of(
            "ostiary-0.1.0-SNAPSHOT.jar",
            "ostiary-0.1.0-SNAPSHOT-all.jar",
            "ostiary.jar",
            "a.jar",
            "zz.jar",
            "limits-1.jar",
            "Z.jar");
    private static final List<Integer> FIRST = List.of(401, 401, 401, 429, 429);
    private static final List<Integer> BEHIND = List.of(401, 401, 401, 401, 401);

    private final List<Path> wars = new ArrayList<>();
    private final List<Path> first = new ArrayList<>();
    private final List<Path> behind = new ArrayList<>();

    private WarBuilder war(String name) {
        WarBuilder war = Wars.base("order-" + name).thinJar().properties(Wars.rule("login", "/sign-in"));
        return war;
    }

    private static WarBuilder framed(WarBuilder war, String fragment) {
        return war.library("framework.jar", fragment, FrontInitializer.class, FrontFilter.class);
    }

    private static String fragment(String name, String ordering) {
        return """
                <?xml version="1.0" encoding="UTF-8"?>
                <web-fragment xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                  <name>%s</name>
                  %s
                </web-fragment>
                """
                .formatted(name, ordering);
    }

    private Path first(WarBuilder war) {
        first.add(war.build());
        wars.add(war.build());
        return war.build();
    }

    private Path behind(WarBuilder war) {
        behind.add(war.build());
        wars.add(war.build());
        return war.build();
    }

    private static List<Integer> guesses(ServerUnderTest server, Path war) {
        URI door = server.uri(war).resolve("sign-in");
        return IntStream.range(0, 5)
                .mapToObj(i -> Browser.send(
                                "POST",
                                door,
                                "p=wrong",
                                StandardCharsets.UTF_8,
                                "Content-Type",
                                "application/x-www-form-urlencoded")
                        .statusCode())
                .toList();
    }

    private static List<String> warnings(ServerUnderTest server, Path war) {
        String who = "/" + war.getFileName() + " ";
        return server.log()
                .lines()
                .filter(line -> line.contains("not the first") && line.contains(who))
                .toList();
    }

    private void check(ServerKind kind) {
        try (ServerUnderTest server = ServerUnderTest.start(kind, wars, Map.of(), Map.of())) {
            for (Path war : first) {
                assertThat(guesses(server, war)).as("%s", war).isEqualTo(FIRST);
                assertThat(Browser.get(server.uri(war).resolve("once")).statusCode()).isEqualTo(200);
                assertThat(warnings(server, war)).as("%s", war).isEmpty();
            }
            for (Path war : behind) {
                assertThat(guesses(server, war)).as("%s", war).isEqualTo(BEHIND);
                assertThat(Browser.get(server.uri(war).resolve("once"), "Ticket", "1").statusCode()).isEqualTo(200);
                assertThat(warnings(server, war)).as("%s", war).hasSize(1);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void firstWhateverTheJarsAreCalled(ServerKind kind) {
        for (String name : NAMES) {
            first(framed(war(kind + "-" + name).jarNamed(name), ""));
            first(framed(war(kind + "-named-" + name).jarNamed(name), fragment("front", "")));
        }
        check(kind);
    }
}
