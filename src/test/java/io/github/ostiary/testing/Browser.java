package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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
        HttpRequest.BodyPublisher publisher = body.isEmpty()
                ? HttpRequest.BodyPublishers.noBody()
                : HttpRequest.BodyPublishers.ofString(body, charset);
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(20)).method(method, publisher);
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
