package io.github.ostiary.testing;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Generated queries, forms, headers, cookies and paths, sent to an application that answers what it has found by each of its ways
 * beside what the rule counts: as {@link Readings}.
 */
public final class GeneratedRequests {

    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String TIMED_OUT = "no answer";

    private static final String[] NAMES = {
        "u", "u", "u", "U", "%75", "%55", "u+", "+u", "u%00", "u[]", "x", "", "!u", "_u", "u\\"
    };
    private static final String[] BEAN_NAMES = {
        "u",
        "u",
        "u",
        "u",
        "U",
        "%55",
        "!u",
        "%21u",
        "!U",
        "_u",
        "u[]",
        "U[]",
        "u[0]",
        "u%5B0%5D",
        "u['x']",
        "u[0]x",
        "u.x",
        "x"
    };
    private static final String[] BEAN_HEADERS = {"u", "U", "!u", "!U", "-u", "_u", "x"};
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

    private static final String ESCAPED = "c=%%3%d";

    /** What may stand behind the type of a form. */
    private static final String[] CHARSETS = {
        "; charset=utf-8",
        ";charset=\"UTF-8\"",
        "; charset=utf8",
        "; charset=iso-8859-1",
        "; charset=latin1",
        "; charset=utf-16le",
        "; charset=utf-16",
        "; charset=ibm037",
        "; charset=utf-8; charset=utf-16le",
        "; charset=utf-16le; charset=utf-8",
        "; x-charset=utf-8; charset=utf-16le",
        "; charset=utf-16le; x-charset=utf-8",
        "; x=\"charset=utf-8\"; charset=utf-16le",
        "; x=\"; charset=utf-8\"; charset=ibm037",
        "; charset =utf-16le; charset=utf-8",
        "; charset= utf-16le",
        "; charset='utf-8'",
        "; CHARSET=UTF-16LE",
        "; charset*=utf-8''utf-16le",
        "; charset=utf-8 charset=utf-16le",
        "; charset=utf-8, " + FORM + "; charset=utf-16le",
        ";; charset=ibm037",
        "; charset=",
        "; charset=none"
    };

    /** How its octets are in truth. */
    private static final String[] ENCODINGS = {"utf-8", "iso-8859-1", "utf-16le", "utf-16", "ibm037"};

    private static final String[] LINES = {
        "Content-Encoding: identity\r\n",
        "Content-Encoding: gzip\r\n",
        "Content-Encoding: x\r\n",
        "Content-Type: " + FORM + "; charset=utf-16le\r\n",
        "Content-Type: text/plain\r\n"
    };

    private final long seed;
    private final Random random;
    private final String[] names;
    private final String[] more;
    private final boolean parts;

    /** Those whose fields have some names, with some header lines more. */
    private GeneratedRequests(long seed, String[] names, String[] more, boolean parts) {
        this.seed = seed;
        this.random = new Random(seed);
        this.names = names;
        this.more = more;
        this.parts = parts;
    }

    /** Those for any server. */
    public static GeneratedRequests of(long seed) {
        return new GeneratedRequests(seed, NAMES, new String[0], false);
    }

    /** Those for servers where beans are made of requests, and perhaps of parts. */
    public static GeneratedRequests forBeans(long seed, boolean parts) {
        return new GeneratedRequests(seed, BEAN_NAMES, BEAN_HEADERS, parts);
    }

    private String any(String[] of) {
        return of[random.nextInt(of.length)];
    }

    private String pairs(boolean plain) {
        StringBuilder pairs = new StringBuilder();
        int count = plain ? 1 : random.nextInt(4);
        for (int i = 0; i < count; i++) {
            pairs.append(i == 0 ? "" : any(BETWEEN));
            pairs.append(plain ? "u=" : any(names) + any(SIGNS)).append(random.nextInt(100));
            pairs.append(plain ? "" : any(ENDS));
        }
        return !plain && random.nextInt(50) == 0 ? "x&".repeat(1_030) + pairs : pairs.toString();
    }

    private String read(String path, boolean plain) {
        boolean post = random.nextBoolean();
        String query = post && (plain || random.nextBoolean())
                ? ""
                : "?" + pairs(plain).replaceAll("[\r\n]", "");
        String form = post ? pairs(plain) : "";
        StringBuilder head = new StringBuilder((post ? "POST" : "GET") + " " + path + query + " HTTP/1.1\r\n");
        for (int lines = random.nextInt(3); lines > 0; lines--) {
            String first = more.length > 0 && random.nextInt(4) == 0 ? ESCAPED : any(COOKIES);
            String cookie = plain ? COOKIES[0] : first + (random.nextBoolean() ? "; " + any(COOKIES) : "");
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
        for (int lines = more.length == 0 || plain ? 0 : random.nextInt(2); lines > 0; lines--) {
            head.append(any(more)).append(": ").append(random.nextInt(9)).append("\r\n");
        }
        String type = FORM;
        if (post && parts && random.nextInt(3) == 0) {
            type = "multipart/form-data; boundary=b";
            form = parts(plain);
        }
        String body = "Content-Type: " + type + "\r\n";
        if (post && !plain && type.equals(FORM) && random.nextInt(8) == 0) {
            form = encoded((random.nextInt(5) == 0 ? "\ufeff" : "") + form, any(ENCODINGS));
            body = "Content-Type: " + type + any(CHARSETS) + "\r\n" + (random.nextInt(9) == 0 ? any(LINES) : "");
        }
        if (post && random.nextInt(4) == 0) {
            form = form.isEmpty() ? "0\r\n\r\n" : Integer.toHexString(form.length()) + "\r\n" + form + "\r\n0\r\n\r\n";
            body += "Transfer-Encoding: chunked\r\n";
        } else {
            body += "Content-Length: " + form.length() + "\r\n";
        }
        return head + (post ? body : "") + "Host: localhost\r\nConnection: close\r\n\r\n" + form;
    }

    /** The octets of a text, as characters. */
    private static String encoded(String text, String charset) {
        return new String(text.getBytes(Charset.forName(charset)), ISO_8859_1);
    }

    private String parts(boolean plain) {
        StringBuilder body = new StringBuilder();
        for (int i = plain ? 1 : 1 + random.nextInt(3); i > 0; i--) {
            String name = plain ? "u" : any(names).replace("%75", "u").replace("%55", "U");
            String file = plain || random.nextInt(6) > 0 ? "" : "; filename=\"f\"";
            body.append("--b\r\nContent-Disposition: form-data; name=\"")
                    .append(name)
                    .append('"')
                    .append(file);
            body.append("\r\n\r\n").append(random.nextInt(100)).append("\r\n");
        }
        return body + "--b--\r\n";
    }

    private static String send(int port, String request) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setSoTimeout(10_000);
            socket.getOutputStream().write(request.getBytes(ISO_8859_1));
            return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
        } catch (SocketTimeoutException e) {
            return TIMED_OUT;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What reaches the application and is read in more than one way; at least some must. */
    public void readsAsTheRule(int port, String path, int count) {
        List<String> wrong = new ArrayList<>();
        int reached = 0;
        for (int i = 0; i < count; i++) {
            boolean plain = i % 10 == 0;
            String request = read(path, plain);
            String answer = send(port, request);
            boolean ok = answer.startsWith("HTTP/1.1 200");
            reached += ok ? 1 : 0;
            String why = ok
                    ? Readings.wrong(answer.substring(answer.indexOf("\r\n\r\n") + 4))
                    : plain || answer.equals(TIMED_OUT) ? answer : "";
            if (!why.isEmpty()) {
                wrong.add(i + ": " + request + "\n" + why);
            }
        }
        assertThat(wrong).as("seed %s, %s", seed, path).isEmpty();
        assertThat(reached).isGreaterThan(count / (more.length == 0 ? 4 : 5));
    }

    /** Which paths {@code …/a/*&#47;b} find the resource by its id, and not the rule about them. */
    public void findsAsTheRule(int port, String path, int count) {
        List<String> wrong = new ArrayList<>();
        int reached = 0;
        for (int i = 0; i < count; i++) {
            String segments = any(SEGMENTS) + (random.nextBoolean() ? any(SEGMENTS) : "");
            String asked = path + (random.nextInt(9) == 0 ? "/a;1/" : "/a/") + segments + "/b"
                    + (random.nextInt(9) == 0 ? "/" : "");
            String answer = send(port, get(asked));
            boolean found = answer.startsWith("HTTP/1.1 200") && answer.endsWith("by its id");
            reached += found ? 1 : 0;
            if (found && !answer.toLowerCase(Locale.ROOT).contains("\"path\";q=")) {
                wrong.add(asked);
            }
        }
        assertThat(send(port, get(path + "/a/7/c"))).doesNotContain("\"path\";q=");
        assertThat(wrong).as("seed %s, %s", seed, path).isEmpty();
        assertThat(reached).isGreaterThan(count / 6);
    }

    private static String get(String path) {
        return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    }
}
