package io.github.ostiary.captcha;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Chromium;
import io.github.ostiary.testing.ObservedForum;
import io.github.ostiary.testing.Pictures;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * The way through the example that the README describes, in a real browser: wrong passwords, the puzzle, the console. With {@link
 * Pictures} it makes those of the forum.
 */
class ForumBrowserIT {

    private static final Duration BOUND = Duration.ofSeconds(60);

    private static ServerUnderTest server;
    private static Path war;

    @BeforeAll
    static void start() {
        Assumptions.assumeTrue(Chromium.program().isPresent(), "no chromium on the PATH");
        war = ObservedForum.build(
                WarBuilder.war("browsed/forum").thinJar().cdi(ServerKind.TOMCAT), "none", "", "no jar besides");
        server = ServerUnderTest.start(ServerKind.TOMCAT, war);
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
        }
    }

    private static URI uri(String path) {
        return server.uri(war).resolve(path);
    }

    private static void signIn(Chromium chromium, String name, String password) {
        chromium.follow(() -> chromium.eval("document.querySelector('#username').value = '" + name + "';"
                + "document.querySelector('#password').value = '" + password + "';"
                + "document.querySelector('form.fields button').click()"));
    }

    private static String text(Chromium chromium, String selector) {
        return chromium.eval("document.querySelector('" + selector + "')?.textContent ?? ''")
                .asText();
    }

    private static void pictures(Chromium chromium) {
        for (boolean dark : new boolean[] {false, true}) {
            chromium.show(1280, 820, dark);
            Pictures.write("forum/puzzle-" + (dark ? "dark" : "light"), chromium);
        }
        chromium.show(390, 780, false);
        Pictures.write("forum/puzzle-phone", chromium);
        chromium.show(1280, 820, false);
    }

    @Test
    void threeWrongPasswordsThenThePuzzleThenTheConsole() {
        try (Chromium chromium = Chromium.start()) {
            chromium.show(1280, 820, false);
            chromium.open(uri(""));
            if (Pictures.areWanted()) {
                Pictures.write("forum/threads-light", chromium);
            }
            chromium.open(uri("sign-in"));
            for (int i = 0; i < 3; i++) {
                signIn(chromium, "admin", "guess" + i);
                assertThat(text(chromium, ".alert")).contains("do not match");
            }
            signIn(chromium, "admin", "guess");
            assertThat(text(chromium, ".alert")).contains("your browser solves a puzzle");
            Await.until(() -> solved(chromium), BOUND);
            assertThat(chromium.eval("document.documentElement.scrollWidth").asInt())
                    .isLessThanOrEqualTo(1280);
            if (Pictures.areWanted()) {
                pictures(chromium);
            }
            signIn(chromium, "admin", "keymaster");
            assertThat(text(chromium, "header")).contains("Doorkeeper");
            chromium.open(uri("ostiary/"));
            assertThat(text(chromium, "main h1")).isEqualTo("Overview");
            assertThat(text(chromium, "main")).contains("main.password");
        }
    }

    private static boolean solved(Chromium chromium) {
        return !chromium.eval("document.querySelector('[name=altcha]')?.value ?? ''")
                .asText()
                .isEmpty();
    }
}
