package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What is served is what is matched, whether its directory is asked for or the file itself. On every server. */
@ParameterizedClass
@EnumSource
class WelcomeFilesIT {

    private static ServerUnderTest server;
    private static Path war;

    WelcomeFilesIT(ServerKind kind) {
        String name = "welcome-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            war = Wars.base(name)
                    .thinJar()
                    .webXml(
                            "<welcome-file-list><welcome-file>begin.txt</welcome-file>"
                                    + "<welcome-file>begin.page</welcome-file><welcome-file>index.html</welcome-file></welcome-file-list>")
                    .file("index.html", "home")
                    .file("a/index.html", "a")
                    .file("b/index.html", "b")
                    .file("c/begin.txt", "c")
                    .file("d/begin.page", "d")
                    .file("f/index.html", "f")
                    .file("x/index.html", "x")
                    .properties(Wars.rule("home", "/")
                            + Wars.rule("file", "/a/index.html")
                            + Wars.rule("directory", "/b")
                            + Wars.rule("named", "/c/begin.txt")
                            + Wars.rule("extension", "*.page")
                            + Wars.rule("excluded", "/x/*, !/x/index.html")
                            + Wars.rule("absent", "/a/begin.txt, /once/index.html")
                            + "block.f.path=/f/index.html\nblock.f.ip=loopback\n")
                    .build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static int get(String path) {
        return Browser.get(server.uri(war).resolve(path)).statusCode();
    }

    private static void isLimitedAfterThree(String... paths) {
        for (int i = 0; i < 3; i++) {
            assertThat(get(paths[i % paths.length])).isEqualTo(200);
        }
        for (String path : paths) {
            assertThat(get(path)).as(path).isEqualTo(429);
        }
    }

    @Test
    void aFilesRuleIsAboutItsDirectory() {
        isLimitedAfterThree("c/", "c/begin.txt");
    }

    @Test
    void asIsEachOtherThatAnswersForADirectory() {
        isLimitedAfterThree("a/", "a/index.html", "%61/", "a/;x");
        isLimitedAfterThree("d/", "d/begin.page");
    }

    @Test
    void aDirectorysRuleIsAboutItsFile() {
        isLimitedAfterThree("b/", "b/index.html");
        isLimitedAfterThree("", "index.html");
    }

    @Test
    void whatIsNotServedIsNotMatched() {
        for (int i = 0; i < 5; i++) {
            assertThat(get("once")).isEqualTo(200);
            assertThat(get("x/index.html")).isEqualTo(200);
        }
    }

    @Test
    void aBlockedFileIsBlockedAsItsDirectory() {
        assertThat(get("f/")).isEqualTo(403);
        assertThat(get("f/index.html")).isEqualTo(403);
    }
}
