package io.github.ostiary.testing.signin;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.testing.Browser;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A form in a page, posted with the session and the hidden fields that the page came with.
 *
 * @param page where the form is
 * @param action where it is posted
 * @param nameField and {@code passwordField} are the names of its fields
 * @param password bob's
 * @param signedIn whether an answer lets its caller in
 * @param logged all that its server has written
 * @param saysWhenDenied false if a denial is answered like a wrong password
 */
public record FormSignIn(
        URI page,
        URI action,
        String nameField,
        String passwordField,
        String password,
        Predicate<HttpResponse<String>> signedIn,
        Supplier<String> logged,
        boolean saysWhenDenied)
        implements SignInApplication {

    /** As most write it: posted where it stands, {@code username} and {@code password}, bob's is {@code right}; it says who is denied. */
    public static FormSignIn at(URI login, Predicate<HttpResponse<String>> signedIn, Supplier<String> logged) {
        return new FormSignIn(login, login, "username", "password", "right", signedIn, logged, true);
    }

    /** Those that nobody sees, and the button. */
    private static final Pattern HIDDEN = Pattern.compile("<input(?=[^>]*type=\"(?:hidden|submit)\")[^>]*>");

    private static final Pattern NAME = Pattern.compile("\\bname=\"([^\"]*)\"");
    private static final Pattern VALUE = Pattern.compile("\\bvalue=\"([^\"]*)\"");

    @Override
    public HttpResponse<String> post(Visit visit) {
        List<String> headers = new ArrayList<>(visit.headers());
        Map<String, String> fields = new LinkedHashMap<>();
        if (visit.form() != Visit.Form.NONE) {
            HttpResponse<String> opened = Browser.get(page, headers.toArray(String[]::new));
            if (visit.form() == Visit.Form.WHOLE) {
                fields.putAll(hidden(opened.body()));
            }
            String cookies = cookies(opened);
            if (!cookies.isEmpty()) {
                headers.addAll(List.of("Cookie", cookies));
            }
        }
        fields.put(nameField, visit.name());
        if (visit.password() != null) {
            fields.put(passwordField, visit.password());
        }
        if (!visit.captcha().isEmpty()) {
            fields.put("answer", visit.captcha());
        }
        headers.addAll(List.of("Content-Type", "application/x-www-form-urlencoded"));
        return Browser.send("POST", action, encoded(fields), UTF_8, headers.toArray(String[]::new));
    }

    private static Map<String, String> hidden(String html) {
        Map<String, String> fields = new LinkedHashMap<>();
        Matcher inputs = HIDDEN.matcher(html);
        while (inputs.find()) {
            Matcher name = NAME.matcher(inputs.group());
            Matcher value = VALUE.matcher(inputs.group());
            if (name.find()) {
                fields.put(name.group(1), value.find() ? value.group(1) : "");
            }
        }
        return fields;
    }

    private static String cookies(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";", 2)[0])
                .collect(Collectors.joining("; "));
    }

    private static String encoded(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field ->
                        URLEncoder.encode(field.getKey(), UTF_8) + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
    }

    @Override
    public boolean isSignedIn(HttpResponse<String> answer) {
        return signedIn.test(answer);
    }

    @Override
    public String log() {
        return logged.get();
    }
}
