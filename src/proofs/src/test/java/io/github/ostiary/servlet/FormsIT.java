package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RawHttp;
import io.github.ostiary.testing.ServerKind;
import java.net.URI;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Parameters are read, and applications still find them. On every server; each test spends rules of its own, all {@code 3/1h}. */
@ParameterizedClass
@EnumSource
class FormsIT {

    private static final String FORM = "application/x-www-form-urlencoded";

    private final Applications app;

    FormsIT(ServerKind kind) {
        app = Applications.on(kind);
    }

    @Test
    void formsArriveAsTheyWouldWithoutUs() {
        URI form = app.uri("automatic", "form");
        assertThat(Browser.send("POST", form, "u=réponse", UTF_8, "Content-Type", FORM)
                        .body())
                .contains("u=réponse ");
        assertThat(Browser.send("POST", form, "u=r%C3%A9p", UTF_8, "Content-Type", FORM)
                        .body())
                .contains("u=rép ");
        assertThat(Browser.send("POST", form, "u=réussi", ISO_8859_1, "Content-Type", FORM + ";charset=ISO-8859-1")
                        .body())
                .contains("u=réussi ");
        assertThat(app.get("automatic", "form?u=r%C3%A9el").body()).contains("u=réel ");
    }

    @Test
    void formsAreCountedByParameterInQueryAndBody() {
        URI form = app.uri("automatic", "form");
        assertThat(app.get("automatic", "form?u=carl").statusCode()).isEqualTo(200);
        assertThat(Browser.send("POST", form, "u=carl", UTF_8, "Content-Type", FORM)
                        .statusCode())
                .isEqualTo(200);
        assertThat(Browser.send("POST", form, "x=1&u=carl", UTF_8, "Content-Type", FORM + "; charset=utf-8")
                        .statusCode())
                .isEqualTo(200);
        assertThat(app.get("automatic", "form?u=carl").statusCode()).isEqualTo(429);
        assertThat(app.get("automatic", "form?u=dora").statusCode()).isEqualTo(200);
    }

    @Test
    void malformedParametersAreBadRequests() {
        String form = app.context("automatic") + "/form";
        assertThat(RawHttp.get(app.port(), form + "?u=%zz")).isEqualTo(400);
        assertThat(RawHttp.get(app.port(), form + "?u=%ff")).isEqualTo(400);
        HttpResponse<String> body =
                Browser.send("POST", app.uri("automatic", "form"), "u=%zz", UTF_8, "Content-Type", FORM);
        assertThat(body.statusCode()).isEqualTo(400);
        assertThat(body.body()).doesNotContain("zz");
    }

    @Test
    void otherBodiesAreNotTouched() {
        String json = "{\"u\":\"réponse\"}";
        HttpResponse<String> answer = Browser.send(
                "POST", app.uri("automatic", "stream?u=eve"), json, UTF_8, "Content-Type", "application/json");
        assertThat(answer.body()).isEqualTo(json);
        String multipart = "--b\r\nContent-Disposition: form-data; name=u\r\n\r\nx\r\n--b--\r\n";
        assertThat(Browser.send(
                                "POST",
                                app.uri("automatic", "stream?u=fay"),
                                multipart,
                                UTF_8,
                                "Content-Type",
                                "multipart/form-data; boundary=b")
                        .body())
                .isEqualTo(multipart);
    }
}
