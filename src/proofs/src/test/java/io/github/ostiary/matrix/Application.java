package io.github.ostiary.matrix;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ToolBodies.Sent;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** The application as it runs somewhere. Every caller has an address and a name of its own. */
final class Application {

    static final Duration BOUND = Duration.ofSeconds(30);

    /** What the guard says once a minute of each rule, and of each lock for the audit: of no denied call. */
    private static final Pattern OF_NO_CALL = Pattern.compile(
            "io\\.github\\.ostiary\\.(watch\\.StatisticsReporter|book\\.AuditLog|audit)|in the last minute|LOCKED lockout\\.");

    private static final AtomicInteger CALLERS = new AtomicInteger();

    private final URI base;
    private final Supplier<String> log;

    /**
     * The application at an address.
     *
     * @param base ends in a slash
     * @param log all that the server wrote so far
     */
    Application(URI base, Supplier<String> log) {
        this.base = base;
        this.log = log;
    }

    /** Whether this is the one of a context path. */
    boolean isAt(String name) {
        return base.getPath().equals("/" + name + "/");
    }

    /** Somebody who has not called before. */
    Caller caller() {
        return new Caller(CALLERS.incrementAndGet());
    }

    /** How many lines the server writes while something happens, those of our marks not counted. */
    int linesLogged(Runnable happening) {
        int marks = linesBetweenMarks(() -> {});
        return linesBetweenMarks(happening) - marks;
    }

    private int linesBetweenMarks(Runnable happening) {
        int number = CALLERS.incrementAndGet();
        int before = mark("before-" + number);
        happening.run();
        return mark("after-" + number) - before - 1;
    }

    /** Has the application write a line, and returns how many there are up to it. */
    private int mark(String text) {
        caller().get("mark?m=" + text);
        Await.until(() -> log.get().contains("MARK " + text), BOUND);
        String written = log.get();
        return (int) written.substring(0, written.indexOf("MARK " + text))
                .lines()
                .filter(line -> !OF_NO_CALL.matcher(line).find())
                .count();
    }

    /** Somebody at an address of his own. */
    final class Caller {

        private final String address;
        private final String name;

        private Caller(int number) {
            address = "10.20." + number / 250 + "." + (number % 250 + 1);
            name = "caller" + number;
        }

        String name() {
            return name;
        }

        private String[] headers(String... more) {
            String[] headers = new String[more.length + 2];
            headers[0] = "X-Forwarded-For";
            headers[1] = address;
            System.arraycopy(more, 0, headers, 2, more.length);
            return headers;
        }

        HttpResponse<String> get(String path, String... more) {
            return Browser.get(base.resolve(path), headers(more));
        }

        CompletableFuture<HttpResponse<String>> getLater(String path) {
            return Browser.getLater(base.resolve(path), headers());
        }

        HttpResponse<String> signIn(String user, String password) {
            return Browser.send(
                    "POST",
                    base.resolve("sign-in"),
                    "u=" + user + "&p=" + password,
                    UTF_8,
                    headers("Content-Type", "application/x-www-form-urlencoded"));
        }

        HttpResponse<String> signInByJson(String user, String password) {
            return Browser.send(
                    "POST",
                    base.resolve("api/session"),
                    "{\"user\":{\"name\":\"" + user + "\"},\"password\":\"" + password + "\"}",
                    UTF_8,
                    headers("Content-Type", "application/json"));
        }

        HttpResponse<String> calls(Sent tool) {
            return Browser.sendUnread(
                    "POST", base.resolve("tool"), BodyPublishers.ofByteArray(tool.bytes()), headers(tool.allHeaders()));
        }

        HttpResponse<String> signInByBasic(String user, String password) {
            String credentials = Base64.getEncoder().encodeToString((user + ":" + password).getBytes(UTF_8));
            return get("vault", "Authorization", "Basic " + credentials);
        }

        /** How often the application has looked at this caller's password. */
        int looked() {
            return Integer.parseInt(get("looked?u=" + name).body());
        }
    }
}
