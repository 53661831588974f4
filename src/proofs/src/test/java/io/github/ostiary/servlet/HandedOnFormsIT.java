package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.probe.JsonServlet;
import io.github.ostiary.testing.rest.FormApplication;
import io.github.ostiary.testing.rest.FormResource;
import java.io.ByteArrayInputStream;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Forms that a rule has looked into arrive as those that none has looked into, by whatever way the application reads them: by
 * servlets, and by JAX-RS on servlets. On every server.
 */
@ParameterizedClass
@EnumSource
class HandedOnFormsIT {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String KEY = "limit.form.key=param:u\nlimit.form.perIp=none\n";
    private static final String[] FORMS = {
        "u=bob&x=1&x=2",
        "x=a%26b&u=b+o%20b&x=&y",
        "u=j%C3%B6rg&x=%E2%82%AC&z=%3D",
        "x=jörg&u=1&v=€",
        "u=long&x=" + "y".repeat(60_000)
    };

    private static ServerUnderTest server;
    private static List<Path> wars;

    @Parameter
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        wars = new ArrayList<>();
        for (RestKind rest : RestKind.values()) {
            wars.add(Wars.base("forms-" + rest.label() + "-" + kind.name().toLowerCase())
                    .thinJar()
                    .jaxrs(rest, FormApplication.class)
                    .classes(FormResource.class, FormApplication.class)
                    .properties("limit.form.path=/rest/guarded/*\nlimit.form.rate=100000/1h\n" + KEY)
                    .build());
        }
        wars.add(Wars.base("forms-servlet-" + kind.name().toLowerCase())
                .thinJar()
                .classes(JsonServlet.class)
                .properties("limit.form.path=/json/*\nlimit.form.rate=100000/1h\n" + KEY
                        + "limit.three.path=/json/three\nlimit.three.rate=3/1h\n" + KEY.replace(".form.", ".three."))
                .build());
        server = ServerUnderTest.start(kind, wars.toArray(Path[]::new));
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private static HttpResponse<String> send(
            int war, String method, String path, String type, byte[] body, boolean chunked) {
        return Browser.sendUnread(
                method,
                server.uri(wars.get(war)).resolve(path),
                chunked
                        ? BodyPublishers.ofInputStream(() -> new ByteArrayInputStream(body))
                        : BodyPublishers.ofByteArray(body),
                "Content-Type",
                type);
    }

    private static String answer(int war, String path, String type, byte[] body, boolean chunked) {
        HttpResponse<String> answer = send(war, "POST", path, type, body, chunked);
        return answer.statusCode() + " " + answer.body();
    }

    /** A form without charset is one in UTF-8, {@code formEncoding}; to some servers it would be in another. */
    private static void sameBehind(int war, String guarded, String open, String type, Charset charset, String form) {
        for (boolean chunked : new boolean[] {false, true}) {
            byte[] body = form.getBytes(charset);
            assertThat(answer(war, guarded, type, body, chunked))
                    .as("%s %s %s", wars.get(war).getFileName(), guarded, type)
                    .isEqualTo(answer(war, open, type.equals(FORM) ? FORM + ";charset=UTF-8" : type, body, chunked));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"map", "form", "text", "reader", "stream", "bytes", "fields", "both"})
    void resourcesGetThem(String way) {
        for (int war = 0; war < RestKind.values().length; war++) {
            if (way.equals("both") && war == RestKind.RESTEASY.ordinal()) {
                continue; // that gives fields, and then an empty form, unless it is told no charset
            }
            for (String query : new String[] {"", "?y=1&x=9"}) {
                String guarded = "rest/guarded/" + way + query;
                String open = "rest/open/" + way + query;
                for (String form : FORMS) {
                    sameBehind(war, guarded, open, FORM, UTF_8, form);
                }
                sameBehind(war, guarded, open, FORM + "; charset=utf-8", UTF_8, FORMS[2]);
                sameBehind(war, guarded, open, FORM + ";charset=ISO-8859-1", ISO_8859_1, "u=r%E9al&x=é&y");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stream",
                "reader",
                "own-charset",
                "both",
                "bytes",
                "listener",
                "context",
                "dispatch",
                "forward",
                "parameters",
                "forwarded-parameters"
            })
    void servletsGetThem(String way) {
        int servlets = wars.size() - 1;
        for (String query : new String[] {"", "?y=1&x=9"}) {
            for (String form : FORMS) {
                sameBehind(servlets, "json/" + way + query, "open/" + way + query, FORM, UTF_8, form);
            }
            String latin = "u=r%E9al&x=é&y";
            String type = FORM + ";charset=ISO-8859-1";
            sameBehind(servlets, "json/" + way + query, "open/" + way + query, type, ISO_8859_1, latin);
        }
    }

    /** What the container reads itself is read as ever, and one of unknown length that is too long is no form. */
    @Test
    void whatIsNotReadHereIsTheContainers() {
        int servlets = wars.size() - 1;
        for (boolean chunked : new boolean[] {false, true}) {
            byte[] body = ("u=size" + chunked + "&x=" + "y".repeat(70_000)).getBytes(UTF_8);
            for (int i = 0; i < 4; i++) {
                assertThat(send(servlets, "POST", "json/three", FORM, body, chunked)
                                .statusCode())
                        .isEqualTo(chunked ? 400 : i < 3 ? 401 : 429);
            }
        }
        byte[] umlaut = "u=r%E9el".getBytes(ISO_8859_1);
        assertThat(answer(servlets, "json/parameters", FORM + ";charset=windows-1252", umlaut, false))
                .isEqualTo("401 u[réel] réel");
    }

    /** One text in a charset of the caller's choice, and another for an application that takes none but UTF-8. */
    @Test
    void aFormThatIsTwoTextsIsNone() {
        byte[] umlaut = "u=j%C3%B6rg".getBytes(UTF_8);
        assertThat(answer(wars.size() - 1, "json/stream", FORM + ";charset=ISO-8859-1", umlaut, false))
                .startsWith("400");
        assertThat(answer(0, "rest/guarded/stream", FORM + ";charset=ISO-8859-1", umlaut, false))
                .startsWith("400");
        for (String charsets :
                new String[] {"; charset=utf-8; charset=utf-16le", "; x-charset=utf-8; charset=utf-16le"}) {
            assertThat(answer(0, "rest/guarded/map", FORM + charsets, "u=bob".getBytes(UTF_8), false))
                    .as(charsets)
                    .startsWith("400");
        }
    }

    @Test
    void whateverBringsThemTheyAreCountedAsOne() {
        for (int war = 0; war < wars.size(); war++) {
            String path = war < wars.size() - 1 ? "rest/guarded/both" : "json/stream";
            for (String form : new String[] {"u=a&u=b", "u=a%", "u=%ff"}) {
                assertThat(answer(war, path, FORM, form.getBytes(UTF_8), false))
                        .as(form)
                        .startsWith("400");
            }
            assertThat(answer(war, path + "?u=a", FORM, "u=b".getBytes(UTF_8), false))
                    .startsWith("400");
        }
        for (int i = 0; i < 4; i++) {
            String form = new String[] {"u=one", "x=1&u=%6Fne", "u=on%65&y", "u=one&z=1"}[i];
            assertThat(send(wars.size() - 1, "POST", "json/three", FORM, form.getBytes(UTF_8), i % 2 == 1)
                            .statusCode())
                    .isEqualTo(i < 3 ? 401 : 429);
        }
    }
}
