package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.probe.GateFilter;
import io.github.ostiary.testing.probe.ScopedServlet;
import io.github.ostiary.testing.probe.WorkServlet;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait. On every server, with hardly any threads. */
@ParameterizedClass
@EnumSource
class HoldingIT {

    private static final Duration BOUND = Duration.ofSeconds(15);
    private static final int HELD = 20;
    private static final String RULES =
            """
            concurrency.hold.path=/work/hold
            concurrency.hold.permits=1
            concurrency.hold.lease=10m
            concurrency.hold.wait=15s
            concurrency.hold.key=global
            concurrency.short.path=/work/short
            concurrency.short.permits=1
            concurrency.short.lease=10m
            concurrency.short.wait=300ms
            concurrency.short.key=global
            limit.slot.path=/once, /scoped
            limit.slot.rate=10/1s
            limit.slot.algorithm=token-bucket
            limit.slot.burst=1
            limit.slot.wait=10s
            """;

    private static ServerUnderTest server;
    private static Map<String, Path> wars;

    @Parameter
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        String prefix = "holding-" + kind.name().toLowerCase() + "-";
        String requestOnly = Wars.FILTER.replaceAll("<dispatcher>(?!REQUEST).*</dispatcher>", "");
        wars = Map.of(
                "automatic", war(prefix + "automatic").build(),
                "brief", war(prefix + "brief").build(),
                "ending",
                        war(prefix + "ending")
                                .properties(RULES + "maxWaiting=1\n")
                                .build(),
                "declared", war(prefix + "declared").webXml(requestOnly).build(),
                "beans",
                        war(prefix + "beans")
                                .cdi(kind)
                                .classes(ScopedServlet.class)
                                .build(),
                "gated", gated(prefix + "gated"),
                "intruded", gated(prefix + "intruded"));
        server = ServerUnderTest.start(kind, List.copyOf(wars.values()), Map.of(), Map.of("threads", "10"));
    }

    private static Path gated(String name) {
        return war(name).classes(GateFilter.class).webXml(Wars.GATE).build();
    }

    private static WarBuilder war(String name) {
        return Wars.base(name).allJar().classes(WorkServlet.class).properties(RULES);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private URI uri(String war, String path) {
        return server.uri(wars.get(war)).resolve(path);
    }

    private boolean inside(String war, int entered) {
        return Browser.get(uri(war, "inside"), "Ticket", "1").body().equals(Integer.toString(entered));
    }

    private void open(String war) {
        Await.until(() -> Browser.get(uri(war, "open"), "Ticket", "1").body().equals("true"), BOUND);
    }

    @Test
    void manyWaitWithoutAThread() {
        URI hold = uri("automatic", "work/hold;a=b?u=1&v=%2F");
        List<CompletableFuture<HttpResponse<String>>> waiting =
                Stream.generate(() -> Browser.getLater(hold)).limit(HELD + 1L).toList();
        for (int i = 1; i <= HELD + 1; i++) {
            int entered = i;
            Await.until(() -> inside("automatic", entered), BOUND);
            assertThat(inside("automatic", entered)).as("one at a time").isTrue();
            open("automatic");
        }
        assertThat(waiting).allSatisfy(answer -> {
            assertThat(answer.join().statusCode()).isEqualTo(200);
            assertThat(answer.join().body()).isEqualTo("GET " + hold.getRawPath() + "?u=1&v=%2F 1");
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"declared", "gated"})
    void whereFiltersAreMappedToRequestsOnlyAThreadWaits(String war) {
        URI hold = uri(war, "work/hold");
        List<CompletableFuture<HttpResponse<String>>> waiting = Stream.generate(
                        () -> Browser.getLater(hold, "Ticket", "1"))
                .limit(3)
                .toList();
        for (int i = 1; i <= 3; i++) {
            int entered = i;
            Await.until(() -> inside(war, entered), BOUND);
            open(war);
        }
        assertThat(waiting)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
    }

    @Test
    void waitingLeadsNobodyAroundTheApplicationsOwnFilters() {
        CompletableFuture<HttpResponse<String>> first = Browser.getLater(uri("intruded", "work/short"), "Ticket", "1");
        Await.until(() -> !inside("intruded", 0), BOUND);
        CompletableFuture<HttpResponse<String>> intruder = Browser.getLater(uri("intruded", "work/short"));
        open("intruded");
        assertThat(first.join().statusCode()).isEqualTo(200);
        assertThat(intruder.join().statusCode()).isIn(401, 429);
    }

    @Test
    void whoWaitsTooLongIsDenied() {
        CompletableFuture<HttpResponse<String>> first = Browser.getLater(uri("brief", "work/short"));
        Await.until(() -> !inside("brief", 0), BOUND);
        Await.until(() -> Browser.get(uri("brief", "work/short")).statusCode() == 429, BOUND);
        open("brief");
        assertThat(first.join().statusCode()).isEqualTo(200);
    }

    /** Ours is 503; who comes while Jetty already stops its filters meets Jetty's own 500. */
    @Test
    void whoWaitsInAnApplicationThatEndsIsTurnedAway() {
        var unused = Browser.getLater(uri("ending", "work/hold"));
        Await.until(() -> inside("ending", 1), BOUND);
        List<CompletableFuture<HttpResponse<String>>> two = Stream.generate(
                        () -> Browser.getLater(uri("ending", "work/hold")))
                .limit(2)
                .toList();
        // only one may wait: once the other has been turned away, it does
        Await.until(() -> two.stream().anyMatch(CompletableFuture::isDone), BOUND);
        List<CompletableFuture<HttpResponse<String>>> waiting =
                two.stream().filter(answer -> !answer.isDone()).toList();
        assertThat(waiting).hasSize(1);
        server.undeploy(wars.get("ending"));
        assertThat(waiting.get(0).join().statusCode()).isIn(503, 500);
    }

    @Test
    void beansOfARequestThatWaitedAreItsOwn() {
        List<CompletableFuture<HttpResponse<String>>> spaced = Stream.generate(
                        () -> Browser.getLater(uri("beans", "scoped")))
                .limit(5)
                .toList();
        assertThat(spaced).allSatisfy(answer -> assertThat(answer.join().body()).isEqualTo("scoped 1"));
    }

    @Test
    void slotsSpaceRequests() {
        long start = System.nanoTime();
        List<CompletableFuture<HttpResponse<String>>> spaced = Stream.generate(
                        () -> Browser.getLater(uri("automatic", "once")))
                .limit(11)
                .toList();
        assertThat(spaced)
                .allSatisfy(answer -> assertThat(answer.join().statusCode()).isEqualTo(200));
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isBetween(Duration.ofMillis(990), BOUND);
    }
}
