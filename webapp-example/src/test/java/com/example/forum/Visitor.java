package com.example.forum;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.CookieManager;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A browser as far as a test needs one: cookies, forms, and the token they carry. Does not follow redirects. */
final class Visitor {

    /** What the fetch calls of forum.js accept. */
    static final String SCRIPT = "application/problem+json, application/json, text/html;q=0.5";

    private static final Pattern PUZZLE =
            Pattern.compile("\"challenge\":\"([0-9a-f]+)\",\"maxnumber\":(\\d+),\"salt\":\"([^\"]+)\"");

    private static final Pattern TOKEN = Pattern.compile("name=\"csrf\" value=\"([^\"]+)\"");

    private final HttpClient client =
            HttpClient.newBuilder().cookieHandler(new CookieManager()).build();
    private final URI site;
    private final Map<String, String> headers = new TreeMap<>(Map.of("Accept", "text/html"));
    private String token = "";

    Visitor(URI site) {
        this.site = site;
    }

    /** Sends a header with every request from now on. */
    Visitor with(String header, String value) {
        headers.put(header, value);
        return this;
    }

    /** Opens a page and remembers the token of its forms. */
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = send(request(path).GET());
        Matcher found = TOKEN.matcher(response.body());
        token = found.find() ? found.group(1) : token;
        return response;
    }

    /** Sends a form with names and values in turn, and the token of the last page. */
    HttpResponse<String> post(String path, String... fields) throws IOException, InterruptedException {
        Map<String, String> form = new TreeMap<>(Map.of("csrf", token));
        for (int i = 0; i < fields.length; i += 2) {
            form.put(fields[i], fields[i + 1]);
        }
        String body = form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), UTF_8))
                .collect(Collectors.joining("&"));
        return send(request(path)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body)));
    }

    /** Sends JSON. */
    HttpResponse<String> json(String path, String body) throws IOException, InterruptedException {
        return send(request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body)));
    }

    /** Sends a file with the token of the last page. */
    HttpResponse<String> upload(String path, byte[] file) throws IOException, InterruptedException {
        String part = "--frontier\r\nContent-Disposition: form-data; name=";
        String head = part + "\"csrf\"\r\n\r\n" + token + "\r\n" + part
                + "\"image\"; filename=\"x.png\"\r\nContent-Type: image/png\r\n\r\n";
        String body = head + new String(file, ISO_8859_1) + "\r\n--frontier--\r\n";
        return send(request(path)
                .header("Content-Type", "multipart/form-data; boundary=frontier")
                .POST(BodyPublishers.ofString(body, ISO_8859_1)));
    }

    /** Opens an address that no well-behaved client would send as it stands; without cookies. */
    String raw(String path) throws IOException {
        try (Socket socket = new Socket(site.getHost(), site.getPort())) {
            String head =
                    "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nAccept: text/html\r\nConnection: close\r\n\r\n";
            socket.getOutputStream().write(head.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    HttpResponse<String> signIn(String name, String password) throws IOException, InterruptedException {
        get("/sign-in");
        HttpResponse<String> response = post("/sign-in", "username", name, "password", password);
        if (response.statusCode() == 302) {
            get("/");
        }
        return response;
    }

    /** Asks for a puzzle of the sign-in, and counts until it is solved, as the browser's worker does. */
    String solvePuzzle() throws IOException, InterruptedException, NoSuchAlgorithmException {
        String puzzle = send(request("/ostiary-captcha/puzzle?for=main").GET()).body();
        Matcher parts = PUZZLE.matcher(puzzle);
        if (!parts.find()) {
            throw new IOException("no puzzle: " + puzzle);
        }
        MessageDigest sha = MessageDigest.getInstance("SHA-256");
        for (long number = 0; number <= Long.parseLong(parts.group(2)); number++) {
            byte[] digest = sha.digest((parts.group(3) + number).getBytes(UTF_8));
            if (HexFormat.of().formatHex(digest).equals(parts.group(1))) {
                String solved = puzzle.replaceFirst("\"maxnumber\":", "\"number\":" + number + ",$0");
                return Base64.getEncoder().encodeToString(solved.getBytes(UTF_8));
            }
        }
        throw new IOException("no number solves " + puzzle);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(site.resolve(path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws IOException, InterruptedException {
        headers.forEach(request::setHeader);
        return client.send(request.build(), BodyHandlers.ofString(UTF_8));
    }
}
