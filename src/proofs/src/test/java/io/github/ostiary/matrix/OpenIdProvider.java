package io.github.ostiary.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** An OpenID provider (OpenID Connect Core 1.0, code flow) at which everybody who comes is signed in as one user. */
final class OpenIdProvider implements AutoCloseable {

    private final SignedTokens tokens = new SignedTokens();
    private final Map<String, String> nonces = new ConcurrentHashMap<>();
    private final AtomicInteger codes = new AtomicInteger();
    private final HttpServer server;

    /** Whoever comes next. */
    volatile String user = "nobody";

    OpenIdProvider() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/.well-known/openid-configuration", exchange -> answer(exchange, configuration()));
        server.createContext("/authorize", this::authorize);
        server.createContext("/token", this::token);
        server.createContext("/keys", exchange -> answer(exchange, tokens.keySet()));
        server.createContext("/user", exchange -> answer(exchange, "{" + subject() + "}"));
        server.start();
    }

    String uri() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private String configuration() {
        return """
                {"issuer":"%1$s","authorization_endpoint":"%1$s/authorize","token_endpoint":"%1$s/token",
                "jwks_uri":"%1$s/keys","userinfo_endpoint":"%1$s/user","response_types_supported":["code"],
                "subject_types_supported":["public"],"id_token_signing_alg_values_supported":["RS256"],
                "scopes_supported":["openid","email","profile"],"claims_supported":["sub","preferred_username"]}
                """
                .formatted(uri());
    }

    private String subject() {
        return "\"sub\":\"" + user + "\",\"preferred_username\":\"" + user + "\"";
    }

    private void authorize(HttpExchange exchange) throws IOException {
        Map<String, String> asked = parameters(exchange.getRequestURI().getRawQuery());
        String code = "code" + codes.incrementAndGet();
        nonces.put(code, asked.getOrDefault("nonce", ""));
        String back = asked.get("redirect_uri") + "?code=" + code + "&state="
                + URLEncoder.encode(asked.getOrDefault("state", ""), UTF_8);
        exchange.getResponseHeaders().add("Location", URI.create(back).toString());
        exchange.sendResponseHeaders(302, -1);
        exchange.close();
    }

    private void token(HttpExchange exchange) throws IOException {
        Map<String, String> asked =
                parameters(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
        String claims = "\"iss\":\"" + uri() + "\",\"aud\":\"forum\",\"nonce\":\"" + nonces.remove(asked.get("code"))
                + "\"," + subject();
        String token = tokens.token(claims);
        answer(
                exchange,
                "{\"token_type\":\"Bearer\",\"expires_in\":3600,\"access_token\":\"" + token + "\",\"id_token\":\""
                        + token + "\"}");
    }

    private static Map<String, String> parameters(String encoded) {
        Map<String, String> parameters = new HashMap<>();
        for (String each : encoded.split("&")) {
            String[] pair = each.split("=", 2);
            parameters.put(pair[0], URLDecoder.decode(pair[1], UTF_8));
        }
        return parameters;
    }

    private static void answer(HttpExchange exchange, String json) throws IOException {
        byte[] body = json.getBytes(UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
