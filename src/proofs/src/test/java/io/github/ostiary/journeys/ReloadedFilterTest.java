package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.operator.ReloadState;
import io.github.ostiary.servlet.OstiaryContext;
import jakarta.servlet.FilterChain;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The filter, while its file is written anew under load. */
class ReloadedFilterTest {

    private static final Operator EVE = new Operator("eve", "test");
    private static final FilterChain NOTHING = (request, response) -> {};
    private static final String COMMON =
            "reload=off\nlimit.api.path=/api/*\nlimit.api.key=ip\nlimit.api.algorithm=fixed-window\n";

    /** Their limits are used up, so that all requests are denied; by each in its own way. */
    private static final Map<String, Integer> STATUSES = Map.of("\"api\";q=1;w=3600", 503, "\"api\";q=2;w=3600", 499);

    @TempDir
    private Path directory;

    private FakeApplication application(Path file) {
        return new FakeApplication(() -> {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
    }

    private static void write(Path file, String rules) throws IOException {
        Files.writeString(file, COMMON + rules);
    }

    /** What a caller is told who has used up both. */
    private static final class Caller implements Runnable {

        private final FakeApplication application;
        private final AtomicBoolean over;
        private final Set<String> told;

        Caller(FakeApplication application, AtomicBoolean over, Set<String> told) {
            this.application = application;
            this.over = over;
            this.told = told;
        }

        @Override
        public void run() {
            FakeRequest request = application.request("GET", "/api/posts");
            FakeResponse response = new FakeResponse();
            while (!over.get()) {
                application.serve(request, response, NOTHING);
                told.add(response.policy() + " " + response.getStatus());
            }
        }
    }

    @Test
    void everyRequestIsDecidedAndAnsweredByWhollyOldOrWhollyNewRules() throws Exception {
        Path file = directory.resolve("ostiary.properties");
        write(file, "limit.api.rate=2/1h\nlimit.api.status=499\n");
        FakeApplication application = application(file);
        Guard guard = OstiaryContext.guard(application.context());
        FakeRequest request = application.request("GET", "/api/posts");
        FakeResponse response = new FakeResponse();
        application.serve(request, response, NOTHING);
        application.serve(request, response, NOTHING);
        assertThat(response.getStatus()).as("both are used up").isEqualTo(200);
        AtomicBoolean over = new AtomicBoolean();
        Set<String> told = ConcurrentHashMap.newKeySet();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            callers.add(new Thread(new Caller(application, over, told)));
        }
        callers.forEach(Thread::start);
        try {
            for (int i = 0; i < 60; i++) {
                write(
                        file,
                        i % 2 == 0
                                ? "limit.api.rate=1/1h\nlimit.api.status=503\n"
                                : "limit.api.rate=2/1h\nlimit.api.status=499\n");
                ReloadState state = OperatorApi.of(guard).reload(EVE, "again");
                assertThat(state.problems()).isEmpty();
            }
        } finally {
            over.set(true);
            for (Thread caller : callers) {
                caller.join();
            }
            application.close();
        }
        assertThat(told).isNotEmpty().allSatisfy(each -> {
            String policy = each.substring(0, each.lastIndexOf(' '));
            assertThat(each).isEqualTo(policy + " " + STATUSES.get(policy));
        });
    }

    @Test
    void theAnswersChangeWithTheRules() throws Exception {
        Path file = directory.resolve("ostiary.properties");
        write(file, "limit.api.rate=1/1h\n");
        FakeApplication application = application(file);
        Guard guard = OstiaryContext.guard(application.context());
        FakeRequest request = application.request("GET", "/api/posts");
        FakeResponse response = new FakeResponse();
        application.serve(request, response, NOTHING);
        assertThat(response.getStatus() + " " + response.policy()).isEqualTo("200 \"api\";q=1;w=3600");
        application.serve(request, response, NOTHING);
        assertThat(response.getStatus()).isEqualTo(429);
        write(file, "limit.api.rate=1/1h\nlimit.api.status=420\nheaders=none\n");
        assertThat(OperatorApi.of(guard).reload(EVE, "").problems()).isEmpty();
        application.serve(request, response, NOTHING);
        assertThat(response.getStatus() + " " + response.policy()).isEqualTo("420 null");
        write(file, "limit.api.rate=1/1h\nlimit.late.rate=1/1h\nlimit.late.path=/late\nlimit.late.position=last\n");
        ReloadState state = OperatorApi.of(guard).reload(EVE, "");
        assertThat(state.problems()).singleElement().asString().contains("restart it");
        application.serve(request, response, NOTHING);
        assertThat(response.getStatus()).as("as before").isEqualTo(420);
        application.close();
    }
}
