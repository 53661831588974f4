package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.WorkServlet;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever throws after a request was admitted, such as a session store that is away, what it held comes back. */
@ParameterizedClass
@EnumSource
class AwayIT {

    private static final Duration BOUND = Duration.ofSeconds(15);
    private static final String RULES =
            """
            concurrency.once.path=/once
            concurrency.once.permits=2
            concurrency.once.lease=10m
            concurrency.once.key=global
            lockout.once.path=/once, !/login, !/head, !/kinds, !/form, !/reference, !/first-and-last, !/off, !/denied, !/guard
            lockout.once.methods=GET
            lockout.once.steps=2/1h lock 1h
            lockout.once.key=ip
            lockout.once.consecutive=false
            lockout.once.settle=10m
            lockout.once.wait=0s
            lockout.once.failure=status:401
            lockout.once.success=return
            lockout.once.unclear=1000
            limit.once.path=/once
            limit.once.rate=1000/1h
            limit.once.key=ip
            concurrency.hold.path=/work/hold
            concurrency.hold.permits=1
            concurrency.hold.lease=10m
            concurrency.hold.wait=15s
            concurrency.hold.key=global
            """;

    private static ServerUnderTest server;
    private static Path war;

    @Parameter
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        war = Wars.base("away-" + kind.name().toLowerCase())
                .thinJar()
                .classes(AwayDoor.class, WorkServlet.class)
                .properties(RULES)
                .build();
        server = ServerUnderTest.start(kind, war);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private static int status(String path, String... headers) {
        return Browser.get(server.uri(war).resolve(path), headers).statusCode();
    }

    @ParameterizedTest
    @ValueSource(strings = {"principal", "principal-later", "header", "attribute", "error", "status"})
    void permitsAndAttemptsComeBack(String away) {
        for (int i = 0; i < 4; i++) {
            assertThat(status("once", "Away", away)).as("%s %d", away, i).isIn(500, 200);
        }
        assertThat(status("once", "Away", "principal")).as("still not refused").isEqualTo(500);
    }

    @Test
    void whoCannotWaitTakesNoPermit() {
        CompletableFuture<HttpResponse<String>> first =
                Browser.getLater(server.uri(war).resolve("work/hold"));
        Await.until(() -> Browser.get(server.uri(war).resolve("inside")).body().equals("1"), BOUND);
        assertThat(status("work/hold", "Away", "start-async")).isEqualTo(500);
        assertThat(Browser.get(server.uri(war).resolve("open")).body()).isEqualTo("true");
        assertThat(first.join().statusCode()).isEqualTo(200);
        CompletableFuture<HttpResponse<String>> next =
                Browser.getLater(server.uri(war).resolve("work/hold"));
        Await.until(() -> Browser.get(server.uri(war).resolve("inside")).body().equals("2"), BOUND);
        assertThat(Browser.get(server.uri(war).resolve("open")).body()).isEqualTo("true");
        assertThat(next.join().statusCode()).isEqualTo(200);
    }
}
