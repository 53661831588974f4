package io.github.ostiary.wire;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Generated queries, forms, headers, cookies and paths: what an application finds by any of its ways is what the rule counts, or
 * the request is denied. {@code -Dreadings.seed=N} tries other ones, {@code -Dreadings.count=N} more.
 */
class AsTheApplicationReadsTest {

    private static final long SEED = Long.getLong("readings.seed", 41);
    private static final int COUNT = Integer.getInteger("readings.count", 1_000);
    private static final String TIMED_OUT = "no answer";
    private static final String[] RULES = {
        "limit.param.path=/read",
        "limit.param.rate=1000000/1h",
        "limit.param.key=param:u",
        "limit.param.perIp=none",
        "limit.path.path=/a/*/b",
        "limit.path.rate=1000000/1h",
        "limit.path.key=ip"
    };
    private static final String[] NAMES = {
        "u", "u", "u", "U", "%75", "%55", "u+", "+u", "u%00", "u[]", "x", "", "!u", "_u", "u\\"
    };
    private static final String[] SIGNS = {"=", "=", "=", "=", "%3D", "==", ""};
    private static final String[] BETWEEN = {"&", "&", "&", "&", ";", "&&", "%26", "#", "?", "&amp;", "\r\n&", "\n"};
    private static final String[] ENDS = {
        "", "", "", "", "", ";", ";x", "#", "#&u=9", "+", "%zz", "%", "%ff", "%C3%A9", "\u00c3\u00a9"
    };
    private static final String[] SEGMENTS = {
        "7", ";7", "7;8", "%3B7", ";", ";x=1", "%2F", ".", "%2E", "..;", "+", "%20", "7%2F8", "", "7/", "./7", "7/.",
        "%37", "\\", "%5C", ":"
    };
    private static final String[] COOKIES = {
        "c=%d",
        "c=%d",
        "C=%d",
        "c =%d",
        "c= %d",
        "c=\"%d\"",
        "c=\"%d",
        "$c=%d",
        "c=%d,",
        "x=\"; c=%d\"",
        "c",
        "c=",
        "c==%d",
        "c=a b%d",
        "%%63=%d",
        "x,c=%d",
        "c=\\%d"
    };

    private final Random random = new Random(SEED);

    private String any(String[] of) {
        return of[random.nextInt(of.length)];
    }

    private String pairs(boolean plain) {
        StringBuilder pairs = new StringBuilder();
        int count = plain ? 1 : random.nextInt(4);
        for (int i = 0; i < count; i++) {
            pairs.append(i == 0 ? "" : any(BETWEEN));
            pairs.append(plain ? "u=" : any(NAMES) + any(SIGNS)).append(random.nextInt(100));
            pairs.append(plain ? "" : any(ENDS));
        }
        return !plain && random.nextInt(50) == 0 ? "x&".repeat(1_030) + pairs : pairs.toString();
    }

    private String read(boolean plain) {
        boolean post = random.nextBoolean();
        String query = post && (plain || random.nextBoolean())
                ? ""
                : "?" + pairs(plain).replaceAll("[\r\n]", "");
        String form = post ? pairs(plain) : "";
        StringBuilder head = new StringBuilder((post ? "POST" : "GET") + " /read" + query + " HTTP/1.1\r\n");
        for (int lines = random.nextInt(3); lines > 0; lines--) {
            String cookie = plain ? COOKIES[0] : any(COOKIES) + (random.nextBoolean() ? "; " + any(COOKIES) : "");
            head.append(
                    plain && lines > 1
                            ? ""
                            : "Cookie: "
                                    + cookie.replace("%d", "" + random.nextInt(9))
                                            .replace("%%", "%") + "\r\n");
        }
        for (int lines = plain ? 1 : random.nextInt(3); lines > 0; lines--) {
            head.append(random.nextBoolean() ? "X-H: " : "x-h:")
                    .append(random.nextInt(9))
                    .append(" \r\n");
        }
        String type = "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: " + form.length() + "\r\n";
        return head + (post ? type : "") + "Host: localhost\r\nConnection: close\r\n\r\n" + form;
    }

    private static String send(WireServer server, String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return TIMED_OUT;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void parametersCookiesAndHeaders(WireServer.Kind kind) {
        List<String> wrong = new ArrayList<>();
        int reached = 0;
        try (WireServer server = WireServer.start(kind, RULES)) {
            for (int i = 0; i < COUNT; i++) {
                boolean plain = i % 10 == 0;
                String request = read(plain);
                String answer = send(server, request);
                boolean ok = answer.startsWith("HTTP/1.1 200");
                reached += ok ? 1 : 0;
                String why = ok
                        ? Readings.wrong(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                        : plain || answer.equals(TIMED_OUT) ? answer : "";
                if (!why.isEmpty()) {
                    wrong.add(i + ": " + request + "\n" + why);
                }
            }
        }
        assertThat(wrong).as("seed " + SEED).isEmpty();
        assertThat(reached).isGreaterThan(COUNT / 4);
    }

    @ParameterizedTest
    @EnumSource
    void paths(WireServer.Kind kind) {
        List<String> wrong = new ArrayList<>();
        int reached = 0;
        try (WireServer server = WireServer.start(kind, RULES)) {
            for (int i = 0; i < COUNT / 3; i++) {
                String segments = any(SEGMENTS) + (random.nextBoolean() ? any(SEGMENTS) : "");
                String path = (random.nextInt(9) == 0 ? "/a;1/" : "/a/") + segments + "/b"
                        + (random.nextInt(9) == 0 ? "/" : "");
                String answer =
                        send(server, "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n");
                boolean found = answer.startsWith("HTTP/1.1 200") && answer.endsWith("by its id");
                reached += found ? 1 : 0;
                if (found && !answer.toLowerCase().contains("\"path\";q=")) {
                    wrong.add(path);
                }
            }
            assertThat(send(server, "GET /a/7/c HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"))
                    .doesNotContain("\"path\"");
        }
        assertThat(wrong).as("seed " + SEED).isEmpty();
        assertThat(reached).isGreaterThan(COUNT / 20);
    }
}
