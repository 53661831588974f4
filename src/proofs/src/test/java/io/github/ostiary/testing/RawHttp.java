package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sends request targets that no decent HTTP client would. */
public final class RawHttp {

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.1 (\\d{3})");
    private static final int TIMEOUT_MILLIS = 10_000;

    private RawHttp() {}

    /**
     * Sends a GET, byte by byte as given.
     *
     * @param port of 127.0.0.1
     * @param target goes between {@code GET} and {@code HTTP/1.1}
     * @param headerLines complete lines without line ends
     * @return the answer's status
     */
    public static int get(int port, String target, String... headerLines) {
        StringBuilder request = new StringBuilder("GET " + target + " HTTP/1.1\r\nHost: localhost\r\n");
        for (String line : headerLines) {
            request.append(line).append("\r\n");
        }
        return send(port, request + "Connection: close\r\n\r\n");
    }

    /**
     * Posts a form.
     *
     * @param port of 127.0.0.1
     * @param target goes between {@code POST} and {@code HTTP/1.1}
     * @param form its body, url-encoded
     * @param headerLines complete lines without line ends
     * @return the answer's status
     */
    public static int post(int port, String target, String form, String... headerLines) {
        String lines = String.join("\r\n", headerLines);
        String host = lines.contains("Host:") ? "" : "Host: localhost\r\n";
        return send(
                port,
                "POST " + target + " HTTP/1.1\r\n" + host + (lines.isEmpty() ? "" : lines + "\r\n")
                        + "Connection: close\r\n"
                        + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length()
                        + "\r\n\r\n" + form);
    }

    private static int send(int port, String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(TIMEOUT_MILLIS);
            socket.getOutputStream().write(request.getBytes(StandardCharsets.ISO_8859_1));
            String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
            Matcher status = STATUS.matcher(answer);
            if (!status.lookingAt()) {
                throw new AssertionError("no status in: " + answer);
            }
            return Integer.parseInt(status.group(1));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
