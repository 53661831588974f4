package io.github.ostiary.testing.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.testing.Browser;
import java.net.URI;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * An API that takes a name and a password in a body of JSON, and answers 204 to a right one.
 *
 * @param action where it is posted; the answer to a challenge stands in the query
 * @param password bob's
 * @param logged all that its server has written
 */
public record JsonSignIn(URI action, String password, Supplier<String> logged) implements SignInApplication {

    @Override
    public HttpResponse<String> post(Visit visit) {
        String secret = visit.password() == null ? "" : ",\"password\":\"" + visit.password() + "\"";
        List<String> headers = new ArrayList<>(visit.headers());
        headers.addAll(List.of("Content-Type", visit.form() == Visit.Form.WHOLE ? "application/json" : "text/plain"));
        URI asked = visit.captcha().isEmpty() ? action : URI.create(action + "?answer=" + visit.captcha());
        return Browser.send(
                "POST",
                asked,
                "{\"username\":\"" + visit.name() + "\"" + secret + "}",
                UTF_8,
                headers.toArray(String[]::new));
    }

    @Override
    public boolean isSignedIn(HttpResponse<String> answer) {
        return answer.statusCode() == 204;
    }

    @Override
    public String log() {
        return logged.get();
    }
}
