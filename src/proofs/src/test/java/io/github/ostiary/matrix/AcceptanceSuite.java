package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.ostiary.matrix.Application.Caller;
import io.github.ostiary.testing.Await;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

/** The same suite for every server: writes down what it sees, then says whether it is right. */
abstract class AcceptanceSuite {

    static final int WRONG = 5;
    static final int LOOKED_AT = 3;

    private final Application application;
    private final Results results;
    private final boolean annotationsAreRead;

    /**
     * The suite for an application.
     *
     * @param application that answers
     * @param results of its server
     * @param annotationsAreRead whether resources that {@code web.xml} does not know are there
     */
    AcceptanceSuite(Application application, Results results, boolean annotationsAreRead) {
        this.application = application;
        this.results = results;
        this.annotationsAreRead = annotationsAreRead;
    }

    final Application application() {
        return application;
    }

    final Results results() {
        return results;
    }

    @Test
    void tellsWhatItRunsOn() {
        List<String> facts = application.caller().get("facts").body().lines().toList();
        assertThat(facts).hasSize(4).doesNotContain("");
        results.saw(Column.SERVER, named(facts.get(0)));
        results.saw(Column.SERVLET, facts.get(1));
        results.saw(Column.CDI, facts.get(2));
        results.saw(Column.JDK, facts.get(3));
    }

    /** A server's name with its version, which some do not tell. */
    String named(String server) {
        return server;
    }

    @Test
    void thePathIsLimited() {
        Caller caller = application.caller();
        for (int i = 0; i < 3; i++) {
            HttpResponse<String> answer = caller.get("limited");
            assertThat(answer.body()).isEqualTo("page");
            assertThat(answer.headers().firstValue("RateLimit")).isPresent();
        }
        saw(Column.FILTER, caller.get("limited"));
        assertThat(application.caller().get("limited").statusCode()).isEqualTo(200);
    }

    @Test
    void theFormLocks() {
        Caller caller = application.caller();
        for (int i = 0; i < WRONG; i++) {
            caller.signIn(caller.name(), "guess" + i);
        }
        int looked = caller.looked();
        HttpResponse<String> right = caller.signIn(caller.name(), "right");
        results.saw(Column.FORM, looked + " of " + WRONG + ", then " + right.statusCode());
        assertThat(looked).isEqualTo(LOOKED_AT);
        assertDenied(right);
        assertThat(application.caller().signIn(caller.name(), "right").headers().firstValue("Location"))
                .hasValueSatisfying(location -> assertThat(location).endsWith("/home"));
    }

    @Test
    void jsonLocks() {
        Caller caller = application.caller();
        for (int i = 0; i < WRONG; i++) {
            caller.signInByJson(caller.name(), "guess" + i);
        }
        int looked = caller.looked();
        HttpResponse<String> right = caller.signInByJson(caller.name(), "right");
        results.saw(Column.JSON, looked + " of " + WRONG + ", then " + right.statusCode());
        assertThat(looked).isEqualTo(LOOKED_AT);
        assertDenied(right);
        assertThat(application.caller().signInByJson(caller.name(), "right").statusCode())
                .isEqualTo(204);
    }

    @Test
    void asynchronousWorkIsLimited() {
        Caller caller = application.caller();
        assertThat(caller.get("async").body()).isEqualTo("async");
        assertThat(caller.get("async").body()).isEqualTo("async");
        saw(Column.ASYNC, caller.get("async"));
    }

    @Test
    void aPermitIsHeldUntilTheAnswerIsThere() {
        Caller caller = application.caller();
        CompletableFuture<HttpResponse<String>> first = held(caller);
        HttpResponse<String> second = caller.get("held");
        assertThat(first).isNotDone();
        assertThat(caller.get("release").body()).isEqualTo("released");
        assertThat(first.join().body()).isEqualTo("released");
        CompletableFuture<HttpResponse<String>> third = held(caller);
        caller.get("release");
        saw(Column.PERMITS, second);
        assertThat(third.join().body()).isEqualTo("released");
    }

    /** A server sends an answer before it has done with the request: the permit of the call before comes back just behind it. */
    private CompletableFuture<HttpResponse<String>> held(Caller caller) {
        AtomicReference<CompletableFuture<HttpResponse<String>>> held = new AtomicReference<>(caller.getLater("held"));
        Await.until(
                () -> {
                    if (held.get().isDone()) {
                        held.set(caller.getLater("held"));
                    }
                    return caller.get("holding").body().equals("1");
                },
                Application.BOUND);
        return held.get();
    }

    @Test
    void theBeanIsLimited() {
        Caller caller = passesTwice("bean", "bean");
        int lines = application.linesLogged(() -> saw(Column.BEAN, caller.get("bean")));
        results.saw(Column.BEAN_LINES, Integer.toString(lines));
    }

    @Test
    void theResourceIsLimited() {
        assumeTrue(annotationsAreRead);
        Caller caller = passesTwice("rest/limited", "resource");
        int lines = application.linesLogged(() -> saw(Column.JAXRS, caller.get("rest/limited")));
        results.saw(Column.JAXRS_LINES, Integer.toString(lines));
    }

    final Caller passesTwice(String path, String body) {
        Caller caller = application.caller();
        assertThat(caller.get(path).body()).isEqualTo(body);
        assertThat(caller.get(path).body()).isEqualTo(body);
        return caller;
    }

    final void saw(Column column, HttpResponse<String> denied) {
        results.saw(column, Integer.toString(denied.statusCode()));
        assertDenied(denied);
    }

    private static void assertDenied(HttpResponse<String> denied) {
        assertThat(denied.statusCode()).as(denied.body()).isEqualTo(429);
        assertThat(denied.headers().allValues("Retry-After")).hasSize(1);
    }
}
