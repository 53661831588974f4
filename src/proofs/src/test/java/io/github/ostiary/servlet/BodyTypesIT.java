package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.MultipartSignInServlet;
import io.github.ostiary.testing.probe.SignInServlet;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The type of a body does not choose by what an attempt is counted. On every server; each request from another address. */
@ParameterizedClass
@EnumSource
class BodyTypesIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String MULTIPART = "multipart/form-data; boundary=b";
    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private static ServerUnderTest server;
    private static Path war;

    BodyTypesIT(ServerKind kind) {
        String name = "body-types-" + kind.name().toLowerCase();
        if (server == null || !war.endsWith(name)) {
            stop();
            war = Wars.base(name)
                    .thinJar()
                    .classes(SignInServlet.class, MultipartSignInServlet.class)
                    .properties(rules())
                    .build();
            server = ServerUnderTest.start(kind, war);
        }
    }

    private static String rules() {
        return "trustedProxies=loopback\n"
                + lockout("multi", "path=/multipart/name", "key=param:u")
                + lockout("charset", "path=/multipart/charset", "key=param:u")
                + lockout("many", "path=/multipart/distinct", "key=ip", "distinct=param:u")
                + lockout("action", "path=/multipart/when", "key=param:u", "when=param:action=login")
                + lockout("tenant", "path=/multipart/tenant", "key=param:u + param:t")
                + lockout("form", "path=/sign-in/status", "key=param:u")
                + lockout("names", "path=/sign-in/distinct", "key=ip", "distinct=param:u")
                + lockout("when", "path=/sign-in/when", "key=principal | param:u", "when=param:action=login")
                + lockout("put", "path=/sign-in/put", "methods=PUT,GET,PATCH,DELETE", "key=param:u")
                + lockout("open", "path=/sign-in/open", "key=ip")
                + "limit.rows.path=/multipart/rows\nlimit.rows.rate=10/1h\nlimit.rows.key=global\n"
                + "limit.rows.cost=param:rows\n"
                + "limit.sms.path=/sign-in/sms\nlimit.sms.rate=3/1h\nlimit.sms.key=param:phone/digits\n"
                + "limit.sms.perIp=none\n"
                + "limit.put.path=/sign-in/cost\nlimit.put.rate=10/1h\nlimit.put.key=global\nlimit.put.cost=param:n\n"
                + "limit.few.path=/sign-in/few\nlimit.few.rate=2/1h\nlimit.few.key=global\n"
                + "allow.harmless.path=/sign-in/few\nallow.harmless.when=!param:harm\n";
    }

    private static String lockout(String name, String... lines) {
        return Stream.concat(Stream.of("failure=status:401", "steps=3/1h lock 15m"), Stream.of(lines))
                .map(line -> "lockout." + name + "." + line + "\n")
                .collect(Collectors.joining());
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static HttpResponse<String> send(String method, String path, String type, String body) {
        int n = path.endsWith("/distinct") ? 0 : ADDRESSES.incrementAndGet();
        String[] headers = {"X-Forwarded-For", "10.0." + n / 256 + "." + n % 256, "Content-Type", type};
        String[] sent = type.isEmpty() ? Stream.of(headers).limit(2).toArray(String[]::new) : headers;
        URI uri = server.uri(war).resolve(path);
        return Browser.sendUnread(
                method, uri, body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body, UTF_8), sent);
    }

    private static int post(String path, String type, String body) {
        return send("POST", path, type, body).statusCode();
    }

    private static String parts(String... nameAndValues) {
        StringBuilder body = new StringBuilder();
        for (int i = 0; i < nameAndValues.length; i += 2) {
            body.append("--b\r\nContent-Disposition: form-data; name=")
                    .append(nameAndValues[i])
                    .append("\r\n\r\n")
                    .append(nameAndValues[i + 1])
                    .append("\r\n");
        }
        return body + "--b--\r\n";
    }

    private static int looked() {
        return Integer.parseInt(Browser.get(server.uri(war).resolve("looked")).body());
    }

    @Test
    void partsAreCountedAsFormsAre() {
        String[] types = {MULTIPART, FORM, "Multipart/Form-Data;boundary=b"};
        for (String type : types) {
            HttpResponse<String> answer =
                    send("POST", "multipart/name", type, type.equals(FORM) ? "u=bob" : parts("u", "bob"));
            assertThat(answer.statusCode()).as(type).isEqualTo(401);
            assertThat(answer.headers().firstValue("X-Looked-At")).as(type).contains("bob");
        }
        assertThat(post("multipart/name", MULTIPART, parts("p", "right", "u", " BOB ")))
                .isEqualTo(429);
        assertThat(post("multipart/name", FORM, "u=bob&p=right")).isEqualTo(429);
        assertThat(post("multipart/name", MULTIPART, parts("u", "eve", "p", "right")))
                .isEqualTo(204);
    }

    @Test
    void partsAreCountedAsDifferentValues() {
        for (int i = 0; i < 3; i++) {
            assertThat(post("multipart/distinct", MULTIPART, parts("u", "name" + i)))
                    .isEqualTo(401);
        }
        assertThat(post("multipart/distinct", MULTIPART, parts("u", "another"))).isEqualTo(429);
    }

    @Test
    void conditionsSeeParts() {
        for (int i = 0; i < 3; i++) {
            assertThat(post("multipart/when", MULTIPART, parts("action", "login", "u", "bob")))
                    .isEqualTo(401);
        }
        assertThat(post("multipart/when", MULTIPART, parts("u", "bob", "action", "login")))
                .isEqualTo(429);
        assertThat(post("multipart/when", MULTIPART, parts("u", "bob", "action", "search")))
                .isEqualTo(401);
    }

    @Test
    void partsThatAreUnclearAreNoAttempts() {
        for (String body : new String[] {
            parts("u", "bob", "u", "eve"),
            parts("\"u\"; filename=\"x\"", "bob"),
            "--b\r\nno parts",
            parts("u", "x".repeat(20_000))
        }) {
            HttpResponse<String> answer = send("POST", "multipart/name", MULTIPART, body);
            assertThat(answer.statusCode()).as(body).isIn(400, 413);
            assertThat(answer.headers().firstValue("X-Looked-At")).isEmpty();
        }
        assertThat(post("multipart/name?u=decoy", MULTIPART, parts("u", "bob"))).isEqualTo(400);
        assertThat(post("multipart/name", "multipart/mixed; boundary=b", parts("u", "bob")))
                .isEqualTo(400);
        assertThat(post("multipart/name", "multipart/form-data", parts("u", "bob")))
                .isEqualTo(400);
    }

    /** An application that reads the octets of a part sees one name, whatever charset the caller says they are in. */
    @ParameterizedTest
    @ValueSource(strings = {"of all", "of a part", "of a form"})
    void theCharsetOfPartsDoesNotChooseTheName(String charset) {
        int looked = 0;
        for (String name : new String[] {"UTF-8", "UTF-16", "UTF-16LE", "UTF-32", "IBM01140", "IBM290", "Big5"}) {
            boolean all = charset.equals("of all");
            String header = charset.equals("of a part") ? "Content-Type: text/plain; charset=" + name + "\r\n" : "";
            String first =
                    charset.equals("of a form") ? parts("_charset_", name).replace("--b--\r\n", "") : "";
            String body = first
                    + parts("u", "alice" + charset.replace(' ', '-')).replace("name=u\r\n", "name=u\r\n" + header);
            HttpResponse<String> answer =
                    send("POST", "multipart/charset", MULTIPART + (all ? "; charset=" + name : ""), body);
            looked += answer.headers().firstValue("X-Looked-At").isPresent() ? 1 : 0;
        }
        assertThat(looked).isBetween(1, 3);
        HttpResponse<String> umlaut = send("POST", "multipart/charset", MULTIPART, parts("u", "jörg" + charset));
        assertThat(umlaut.statusCode()).isEqualTo(401);
        assertThat(umlaut.headers().firstValue("X-Looked-At")).isPresent();
    }

    /** With a tenant left out, an application may have one of its own in mind. */
    @Test
    void halfANameIsNoAttempt() {
        assertThat(post("multipart/tenant", FORM, "u=bob")).isEqualTo(400);
        assertThat(post("multipart/tenant", FORM, "u=bob&t=+")).isEqualTo(400);
        assertThat(post("multipart/tenant", MULTIPART, parts("t", "acme"))).isEqualTo(400);
        assertThat(post("multipart/tenant", FORM, "x=1")).isEqualTo(401);
        assertThat(post("multipart/tenant", FORM, "u=bob&t=acme")).isEqualTo(401);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "application/json",
                "text/plain",
                "",
                MULTIPART,
                "application/xml",
                "application/x-www-form-urlencodedx",
                "x/y; application/x-www-form-urlencoded",
                ";"
            })
    void whatCannotBeReadIsNoAttempt(String type) {
        looked();
        String body = type.equals(MULTIPART) ? parts("u", "bob") : "u=bob&p=right";
        for (String path : new String[] {
            "sign-in/status", "sign-in/status?u=decoy", "sign-in/distinct", "sign-in/when", "sign-in/when?action=login"
        }) {
            assertThat(post(path, type, body)).as(path).isEqualTo(400);
        }
        assertThat(looked()).isZero();
        assertThat(post("sign-in/open", type, body)).isNotEqualTo(400);
        looked();
    }

    /** Servers differ in what methods they parse forms for, and in whether they know a type in capitals. */
    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE", "GET"})
    void formsThatTheServerDoesNotParseAreNoAttempts(String method) {
        String name = "bob-" + method;
        for (int i = 0; i < 5; i++) {
            int status =
                    send(method, "sign-in/put", FORM, "u=" + name + "&p=wrong").statusCode();
            assertThat(status).isIn(i < 3 ? 401 : 429, 400);
            assertThat(send(method, "sign-in/put?u=decoy" + i, FORM, "u=" + name)
                            .statusCode())
                    .isEqualTo(400);
        }
        String capitals = "APPLICATION/X-WWW-FORM-URLENCODED";
        for (int i = 0; i < 5; i++) {
            assertThat(post("sign-in/status", capitals, "u=" + name)).isIn(i < 3 ? 401 : 429, 400);
        }
    }

    @Test
    void withoutAnyBodyTheAddressCounts() {
        looked();
        assertThat(post("sign-in/status", "", "")).isEqualTo(401);
        assertThat(post("sign-in/status", FORM, "u=")).isEqualTo(401);
        assertThat(post("sign-in/status?u=carl", "", "")).isEqualTo(401);
        assertThat(post("sign-in/status?u=carl", "application/json", "")).isEqualTo(401);
        assertThat(post("sign-in/status?x=1&u=carl", FORM, "")).isEqualTo(401);
        assertThat(post("sign-in/status?u=carl", "", "")).isEqualTo(429);
        assertThat(looked()).isEqualTo(5);
    }

    @Test
    void costsAreReadFromParts() {
        assertThat(post("multipart/rows", MULTIPART, parts("rows", "9"))).isEqualTo(401);
        assertThat(post("multipart/rows", MULTIPART, parts("rows", "9"))).isEqualTo(429);
    }

    /** Each of these was a message to the same number, counted by an address of its own. */
    @Test
    void theNumberOfALimitIsClearOrTheRequestIsNone() {
        looked();
        for (int i = 0; i < 10; i++) {
            assertThat(post("sign-in/sms", FORM, "phone=0170&phone=")).isEqualTo(400);
            assertThat(post("sign-in/sms?phone=" + i, FORM, "phone=0170")).isEqualTo(400);
            assertThat(post("sign-in/sms", "application/json", "{\"phone\": \"0170\"}"))
                    .isEqualTo(400);
            assertThat(post("sign-in/sms", FORM, "phone=01" + "-".repeat(i) + "70"))
                    .isEqualTo(i < 3 ? 401 : 429);
        }
        assertThat(looked()).isEqualTo(3);
    }

    @ParameterizedTest
    @ValueSource(strings = {"PUT", "PATCH", "DELETE", "GET"})
    void aCostThatMayBeHiddenIsNotTakenForOne(String method) {
        int passed = 0;
        for (int i = 0; i < 5; i++) {
            int status = send(method, "sign-in/cost", FORM, "n=9").statusCode();
            assertThat(status).isIn(400, 401, 429);
            passed += status == 401 ? 1 : 0;
            assertThat(send(method, "sign-in/cost?n=1", FORM, "n=9").statusCode())
                    .isEqualTo(400);
        }
        assertThat(passed).isLessThanOrEqualTo(1);
        assertThat(post("sign-in/cost", "application/json", "{\"n\": 9}")).isEqualTo(400);
    }

    @Test
    void whatMayHideAParameterIsNotTakenForItsAbsence() {
        for (int i = 0; i < 5; i++) {
            assertThat(post("sign-in/few", FORM, "x=1")).isEqualTo(401);
        }
        assertThat(post("sign-in/few", "application/json", "{}")).isEqualTo(401);
        assertThat(post("sign-in/few", "application/json", "{}")).isEqualTo(401);
        assertThat(post("sign-in/few", "application/json", "{}")).isEqualTo(429);
    }
}
