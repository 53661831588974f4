package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/** An HTTP client that keeps no cookies and follows no redirects. Thread-safe. */
public final class Browser {

    private static final HttpClient CLIENT = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();

    private Browser() {}

    /** Sends a GET with headers given as name, value, name, value. */
    public static HttpResponse<String> get(URI uri, String... headers) {
        return send("GET", uri, "", StandardCharsets.UTF_8, headers);
    }

    /** Sends a GET and goes on. */
    public static CompletableFuture<HttpResponse<String>> getLater(URI uri, String... headers) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.sendAsync(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    /**
     * Sends a body in a charset; the content type is among the headers. Once more, if the server has closed the connection
     * and read nothing: behind a body that nobody has read some do, and may not be able to say so in time.
     */
    public static HttpResponse<String> send(String method, URI uri, String body, Charset charset, String... headers) {
        return send(
                method,
                uri,
                body.isEmpty() ? BodyPublishers.noBody() : BodyPublishers.ofString(body, charset),
                headers);
    }

    /** The same with any body. */
    public static HttpResponse<String> send(String method, URI uri, BodyPublisher body, String... headers) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).method(method, body);
        if (headers.length > 0) {
            request.headers(headers);
        }
        try {
            return send(request.build());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The same, once more however the connection was closed: behind a long body that nobody reads it may break at any time. */
    public static HttpResponse<String> sendUnread(String method, URI uri, BodyPublisher body, String... headers) {
        try {
            return send(method, uri, body, headers);
        } catch (UncheckedIOException e) {
            return send(method, uri, body, headers);
        }
    }

    private static HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        try {
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        } catch (IOException e) {
            if (!String.valueOf(e.getMessage()).contains("received no bytes")) {
                throw e;
            }
            return CLIENT.send(request, HttpResponse.BodyHandlers.ofString());
        }
    }
}
