package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.HurriedServlet;
import io.github.ostiary.testing.probe.JudgingFilter;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Whoever is denied behind the password check has had it looked at. On every server; three failures lock. */
@ParameterizedClass
@EnumSource
class HurriedIT {

    private static final Map<String, String> FAILURES = Map.of(
            "error", "status:401,429",
            "status", "status:401,429",
            "thrown", "status:401,429",
            "wrapped", "status:401,429",
            "named", "status:401, exception:io.github.ostiary.RateLimitExceededException",
            "late", "status:401",
            "plain", "status:401",
            "judged", "attribute:wrong",
            "front", "status:401,429");

    private static ServerUnderTest server;
    private static Path war;

    HurriedIT(ServerKind kind) {
        String name = "hurried-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            String rules = FAILURES.keySet().stream()
                    .map(HurriedIT::rule)
                    .collect(Collectors.joining("", "limit.wrong.rate=1/1h\n", ""));
            war = WarBuilder.war(name)
                    .thinJar()
                    .classes(HurriedServlet.class, JudgingFilter.class)
                    .properties(rules + last("judged") + last("front"))
                    .build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    private static String rule(String name) {
        return """
                lockout.%1$s.path=/hurried/%1$s
                lockout.%1$s.key=param:u
                lockout.%1$s.failure=%2$s
                lockout.%1$s.steps=3/1h lock 15m
                """
                .formatted(name, FAILURES.get(name));
    }

    private static String last(String name) {
        return """
                limit.%1$s.path=/hurried/%1$s
                limit.%1$s.rate=1/1h
                limit.%1$s.position=last
                """
                .formatted(name);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static String looked(String what) {
        return Browser.get(server.uri(war).resolve(what)).body();
    }

    private static void guess(String how) {
        looked("hurried-looked");
        looked("judged-looked");
        for (int i = 0; i < 12; i++) {
            int status = RawHttp.post(server.port(), server.uri(war).getPath() + "hurried/" + how, "u=" + how);
            assertThat(status).isIn(200, 401, 429, 500);
        }
    }

    @ParameterizedTest
    @CsvSource({"error", "status", "thrown", "wrapped", "named", "late"})
    void aLimitBehindTheCheckMakesNoGuessFree(String how) {
        guess(how);
        assertThat(looked("hurried-looked")).isEqualTo("3");
    }

    /** What no signal tells of is unclear: it is given back three times. */
    @ParameterizedTest
    @CsvSource("plain")
    void aDenialThatNoSignalNamesIsUnclear(String how) {
        guess(how);
        assertThat(looked("hurried-looked")).isEqualTo("6");
    }

    /** An application's filter has looked at the password before the second position denies. */
    @ParameterizedTest
    @CsvSource("judged")
    void whatShowsBeforeTheOtherPositionDeniesCounts(String how) {
        guess(how);
        assertThat(looked("judged-looked")).isEqualTo("3");
    }

    /** The second position denies in front of the servlet: a filter has looked at the password, and nothing shows. */
    @ParameterizedTest
    @CsvSource("front")
    void aLimitOfTheOtherPositionIsUnclear(String how) {
        guess(how);
        assertThat(looked("hurried-looked")).isEqualTo("1");
        assertThat(looked("judged-looked")).isEqualTo("6");
    }
}
