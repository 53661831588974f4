package io.github.ostiary.spring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerProcess;
import io.github.ostiary.testing.SpringBoot;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The ways in for bob, who has another password for each. */
enum Way {
    FORM_LOGIN("right", "/"),
    BASIC("right", "NAME"),
    JSON("right", "NAME"),
    STAFF("staff", "/"),
    SERVLET("staff", "NAME"),
    CLIENT_BASIC("secret", "access_token"),
    CLIENT_POST("secret", "access_token");

    /** Where the application answers. */
    static volatile URI base = URI.create("http://127.0.0.1/");

    private static final String FORM = "application/x-www-form-urlencoded";

    final String password;
    final String sign;

    Way(String password, String sign) {
        this.password = password;
        this.sign = sign;
    }

    /** Starts an application that has all of them, under rules; they lead to it from now on. */
    static ServerProcess into(String application, String rules) {
        ServerProcess server = SpringBoot.application(application, rules)
                .library("spring-signins")
                .compiled(Path.of("src", "proofs", "servers", "spring-signins"))
                .run(SpringBoot.Server.TOMCAT);
        base = URI.create("http://127.0.0.1:" + server.port() + "/");
        return server;
    }

    /** Whether programs send name and password with each request: what proved right goes on for a minute. */
    boolean isSentAgain() {
        return this == BASIC || this == CLIENT_BASIC;
    }

    HttpResponse<String> signIn(String network, String name, String secret) {
        String typed = "username=" + encoded(name) + "&password=" + encoded(secret);
        String grant = "grant_type=client_credentials";
        return switch (this) {
            case FORM_LOGIN -> form(network, typed);
            case BASIC -> Browser.get(
                    base.resolve("api/me"), "X-Forwarded-For", network, "Authorization", basic(name, secret));
            case JSON -> send(
                    "json/login",
                    "application/json",
                    "{\"user\":\"" + name + "\",\"password\":\"" + secret + "\"}",
                    network);
            case SERVLET -> send(
                    "staff/servlet", FORM, "user=" + encoded(name) + "&password=" + encoded(secret), network);
            case STAFF -> send("staff/login", FORM, typed, network);
            case CLIENT_BASIC -> send(
                    "oauth2/token", FORM, grant, network, "Authorization", basic(encoded(name), encoded(secret)));
            case CLIENT_POST -> send(
                    "oauth2/token",
                    FORM,
                    grant + "&client_id=" + encoded(name) + "&client_secret=" + encoded(secret),
                    network);
        };
    }

    static HttpResponse<String> form(String network, String typed, String... headers) {
        HttpResponse<String> page = Browser.get(base.resolve("token"));
        List<String> all = new ArrayList<>(List.of(headers));
        all.addAll(List.of("Cookie", cookies(page), "X-CSRF-TOKEN", page.body()));
        return send("login", FORM, typed, network, all.toArray(String[]::new));
    }

    /** Their session. */
    static String session(String network, String path, String typed) {
        HttpResponse<String> page = Browser.get(base.resolve("token"));
        return cookies(send(path, FORM, typed, network, "Cookie", cookies(page), "X-CSRF-TOKEN", page.body()));
    }

    String outcome(String network, String name, String secret) {
        HttpResponse<String> answer = signIn(network, name, secret);
        String shown = answer.headers().firstValue("Location").orElse("") + answer.body();
        return answer.statusCode() == 429
                ? "locked"
                : answer.statusCode() == 400 ? "unreadable" : isIn(answer, name, shown) ? "in" : "wrong";
    }

    private boolean isIn(HttpResponse<String> answer, String name, String shown) {
        return answer.statusCode() < 400 && shown.contains(sign.replace("NAME", name)) && !shown.contains("error");
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, UTF_8);
    }

    static String basic(String name, String secret) {
        return "Basic " + Base64.getEncoder().encodeToString((name + ":" + secret).getBytes(UTF_8));
    }

    static HttpResponse<String> send(String path, String type, String body, String network, String... headers) {
        List<String> all = new ArrayList<>(List.of("Content-Type", type, "X-Forwarded-For", network));
        all.addAll(List.of(headers));
        return Browser.send("POST", base.resolve(path), body, UTF_8, all.toArray(String[]::new));
    }

    static String cookies(HttpResponse<String> answer) {
        return answer.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .filter(cookie -> !cookie.endsWith("="))
                .collect(Collectors.joining("; "));
    }
}
