package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ReactiveBoot;
import io.github.ostiary.testing.ServerProcess;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Applications that no filter guards: what they are told, and that the guard which they ask themselves works. */
class ReactiveBootIT {

    private static final String[] RULES = {"ostiary.limit.search.rate=2/1h", "ostiary.limit.search.path=/search"};

    /** {@link ReactiveAutoConfiguration}. */
    @Test
    void anApplicationOfWebFluxIsToldThatItsRequestsAreNotGuarded() {
        try (ServerProcess process = ReactiveBoot.compiled("webflux").start(List.of(), RULES)) {
            asksItself(process);
            assertThat(process.log())
                    .contains(
                            "this is an application of WebFlux, which has no servlets: no request is guarded",
                            "ask the injected Guard, or use spring-boot-starter-web")
                    .doesNotContain("native image");
        }
    }

    /** Nothing here builds an image: the application is processed ahead of time as for one, and its JVM has the property of one. */
    @Test
    void anImageIsToldThatItIsNotTried() {
        List<String> options = List.of("-Dspring.aot.enabled=true", "-Dorg.graalvm.nativeimage.imagecode=runtime");
        try (ServerProcess process =
                ReactiveBoot.compiled("webflux-ahead").ahead().start(options, RULES)) {
            asksItself(process);
            assertThat(process.log())
                    .contains("Starting AOT-processed ReactiveShop")
                    .containsOnlyOnce("this is a native image, in which Ostiary has not been tried");
        }
    }

    private static void asksItself(ServerProcess process) {
        URI base = URI.create("http://127.0.0.1:" + process.port() + "/");
        for (int i = 0; i < 3; i++) {
            assertThat(Browser.get(base.resolve("search")).statusCode()).isEqualTo(200);
        }
        assertThat(Stream.generate(() -> Browser.get(base.resolve("asked")).body())
                        .limit(3))
                .containsExactly("true", "true", "false");
    }
}
