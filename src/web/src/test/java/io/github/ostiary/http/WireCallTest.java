package io.github.ostiary.http;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WireCallTest {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static Guard guard;
    private static RuleSnapshot rules;

    @BeforeAll
    static void begin() {
        guard = GuardBuilder.create().property("json.maxBody", "1KB").build();
        rules = RuleSnapshot.of(ApplicationGuards.unfiltered(guard).orElseThrow());
    }

    @AfterAll
    static void end() {
        guard.close();
    }

    /** A request, and what was read of it. */
    private static final class Sent extends WireCall {

        private final String method;
        private final Map<String, List<String>> headers;
        private final byte[] body;
        private final boolean http2;
        private int reads;

        Sent(String method, @Nullable String query, Map<String, List<String>> headers, String body, boolean http2) {
            super("/login", query, rules);
            this.method = method;
            this.headers = headers;
            this.body = body.getBytes(UTF_8);
            this.http2 = http2;
        }

        static Sent post(String type, String body) {
            return new Sent(
                    "POST",
                    "u=query",
                    Map.of(
                            "Content-Type",
                            List.of(type),
                            "Content-Length",
                            List.of(String.valueOf(body.getBytes(UTF_8).length))),
                    body,
                    false);
        }

        boolean hasNone() {
            return mustHaveNoBody();
        }

        @Override
        public Optional<String> method() {
            return Optional.of(method);
        }

        @Override
        public List<String> headers(String name) {
            return headers.getOrDefault(name, List.of());
        }

        @Override
        protected byte[] firstBytes(int most) {
            reads++;
            return Arrays.copyOf(body, Math.min(most, body.length));
        }

        @Override
        protected boolean mayCarryBodyUnannounced() {
            return http2;
        }

        @Override
        protected @Nullable Object property(String name) {
            return null;
        }

        @Override
        protected <T> Optional<T> platform(Class<T> type) {
            return Optional.empty();
        }
    }

    @Test
    void parametersAreThoseOfTheQueryThenOfTheForm() {
        Sent call = Sent.post(FORM, "u=form&%75=again&v=%C3%A9+x&w");
        assertThat(call.parameters("u")).containsExactly("query", "form", "again");
        assertThat(call.parameters("v")).containsExactly("é x");
        assertThat(call.parameters("w")).containsExactly("");
        assertThat(call.parameters("x")).isEmpty();
        assertThat(call.mayHideParameter("x")).isFalse();
        assertThat(call.reads).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "multipart/form-data;boundary=x",
                "text/plain",
                "application/json",
                FORM + ";charset=utf-16",
                FORM + "; Charset = \"iso-8859-1\"",
                FORM + "; charset=utf-8; charset=utf-16le",
                FORM + "; x-charset=utf-8; charset=utf-16le",
                ""
            })
    void whatIsNoFormThatCanBeReadMayHideAnything(String type) {
        Sent call = Sent.post(type, "u=form");
        assertThat(call.parameters("u")).containsExactly("query");
        assertThat(call.mayHideParameter("u")).isTrue();
        assertThat(call.reads).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {FORM, FORM + ";charset=UTF-8", FORM + "; charset=\"utf-8\"", "Application/X-WWW-Form-Urlencoded"
            })
    void formsInUtf8AreRead(String type) {
        assertThat(Sent.post(type, "u=form").parameters("u")).containsExactly("query", "form");
    }

    @Test
    void aLongFormIsNotRead() {
        Sent announced = Sent.post(FORM, "u=form&x=" + "x".repeat(1_024));
        assertThat(announced.parameters("u")).containsExactly("query");
        assertThat(announced.mayHideParameter("u")).isTrue();
        assertThat(announced.reads).isZero();
        Sent chunked = new Sent(
                "POST",
                null,
                Map.of("Content-Type", List.of(FORM), "Transfer-Encoding", List.of("chunked")),
                "u=form&x=" + "x".repeat(1_024),
                false);
        assertThat(chunked.parameters("u")).isEmpty();
        assertThat(chunked.mayHideParameter("u")).isTrue();
    }

    @Test
    void whatIsNotUtf8IsMalformed() {
        assertThatThrownBy(() -> Sent.post(FORM, "u=%ff").parameters("u")).isInstanceOf(MalformedCallException.class);
        assertThatThrownBy(() -> Sent.post(FORM, "u=%").parameters("u")).isInstanceOf(MalformedCallException.class);
        assertThatThrownBy(() -> new Sent(
                                "POST",
                                null,
                                Map.of("Content-Type", List.of(FORM), "Content-Length", List.of("x")),
                                "",
                                false)
                        .parameters("u"))
                .isInstanceOf(MalformedCallException.class);
    }

    @Test
    void membersOfJsonAreReadFromTheWhole() {
        Sent call = Sent.post("application/json", "{\"a\":{\"b\":\"c\"},\"n\":7,\"l\":[]}");
        assertThat(call.jsonValues("a.b")).containsExactly("c");
        assertThat(call.jsonValues("n")).containsExactly("7");
        assertThat(call.mayHideJson("a.b")).isFalse();
        assertThat(call.mayHideJson("l")).isTrue();
        assertThat(call.reads).isEqualTo(1);
        assertThatThrownBy(() -> Sent.post("application/json", "{").jsonValues("a"))
                .isInstanceOf(MalformedCallException.class);
        assertThat(Sent.post("application/json", "[\"" + "x".repeat(1_024) + "\"]")
                        .mayHideJson("a"))
                .isTrue();
    }

    @Test
    void theHeadDoesNotReadTheBody() {
        Sent call = Sent.post(FORM, "u=form");
        assertThatThrownBy(() -> call.head().parameters("u")).isInstanceOf(NeedsBody.class);
        assertThat(call.head().method()).contains("POST");
        Sent get = new Sent("GET", "u=query", Map.of(), "", false);
        assertThat(get.head()).isSameAs(get);
        assertThat(get.parameters("u")).containsExactly("query");
    }

    /** From HTTP/2 on a body may come that nothing announces: those behind must not find what no rule has seen. */
    @Test
    void whoMayBringABodyUnannouncedMustHaveNone() {
        Sent get = new Sent("GET", "u=query", Map.of(), "u=hidden", true);
        assertThat(get.hasNone()).isFalse();
        assertThat(get.mayHideParameter("u")).isFalse();
        assertThat(get.hasNone()).isTrue();
        Sent post = new Sent("POST", null, Map.of("Content-Type", List.of(FORM)), "u=form", true);
        assertThat(post.parameters("u")).containsExactly("form");
        assertThat(post.mayHideParameter("u")).isFalse();
        assertThat(post.hasNone()).isFalse();
    }

    @Test
    void cookiesAreFoundInAllLines() {
        Map<String, List<String>> headers =
                Map.of("Cookie", List.of("a=1; b=\"2\"; a = 3 ;c", "ab=4;a=5;;=6", "a=x=y; A=7"));
        Sent call = new Sent("GET", null, headers, "", false);
        assertThat(call.cookies("a")).containsExactly("1", "3", "5", "x=y");
        assertThat(call.cookies("b")).containsExactly("2");
        assertThat(call.cookies("c")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"Example.org,example.org", "example.org:8080,example.org", "[::1]:80,[::1]", "[::1],[::1]"})
    void theHostHasNoPort(String line, String host) {
        assertThat(new Sent("GET", null, Map.of("Host", List.of(line)), "", false).host())
                .contains(host);
        assertThat(new Sent("GET", null, Map.of(), "", false).host()).isEmpty();
    }
}
