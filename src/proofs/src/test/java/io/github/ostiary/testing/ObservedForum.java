package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

/** The forum of the example with figures for Prometheus, and visitors who do a little of everything. */
public final class ObservedForum {

    private static final Path EXAMPLE = Path.of("webapp-example", "src", "main");

    /** So that each panel has something to show; the forum itself has no waits, no trial and, at first, no siege. */
    private static final String MORE =
            """
            metrics=%s
            redis.uri=%s
            redis.timeout=500ms
            trustedProxies=loopback
            limit.browse.path=/*, !/static/*, !/facts, !/metrics
            limit.queue.rate=5/1s
            limit.queue.algorithm=leaky-bucket
            limit.queue.burst=1
            limit.queue.wait=2s
            limit.queue.path=/search
            limit.queue.key=ip
            limit.trial.rate=2/1m
            limit.trial.path=/api/search
            limit.trial.key=ip
            limit.trial.enforce=false
            lockout.guessing.steps=2/1h lock 15m
            lockout.guessing.path=/api/session
            lockout.guessing.key=ip
            lockout.guessing.failure=status:401
            lockout.guessing.success=status:204
            signin.members.path=/members
            signin.members.name=param:username
            signin.members.success=session-renewed
            signin.members.siege=on
            """;

    private int visitors;

    /**
     * Adds the forum to a WAR that has our jar already, and CDI where its server has none.
     *
     * @param jars of the test class path, by a pattern of their names, that it needs besides
     */
    public static Path build(WarBuilder war, String metrics, String redis, String jars) {
        Path root = war.file("facts", "facts").build();
        try {
            copy(EXAMPLE.resolve("webapp"), root);
            for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
                Path jar = Path.of(entry);
                if (jar.getFileName().toString().matches(jars)) {
                    copy(jar, root.resolve("WEB-INF/lib").resolve(jar.getFileName()));
                }
            }
            Path classes = Files.createDirectories(root.resolve("WEB-INF/classes"));
            Sources.compile(EXAMPLE.resolve("java/com/example/forum"), classes);
            // Figures are read where the test says.
            Files.delete(classes.resolve("com/example/forum/MetricsServlet.class"));
            return war.properties(properties(MORE.formatted(metrics, redis))).build();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                Files.createDirectories(copy.getParent());
                Files.copy(file, copy, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** The lines of the forum, but for those that are written anew. */
    private static String properties(String more) throws IOException {
        List<String> lines = new ArrayList<>();
        for (String line : Files.readAllLines(EXAMPLE.resolve("webapp/WEB-INF/ostiary.properties"))) {
            String key = line.substring(0, line.indexOf('=') + 1);
            if (key.isEmpty() || !("\n" + more).contains("\n" + key)) {
                lines.add(line);
            }
        }
        return String.join("\n", lines) + "\n" + more;
    }

    /** A visitor reads and searches, some of it too fast; a member signs in; another visitor guesses until the lock. */
    public void visit(URI forum) {
        String reader = address();
        String guesser = address();
        List<CompletableFuture<HttpResponse<String>>> held = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            held.add(Browser.getLater(forum.resolve("search?q=tea"), "X-Forwarded-For", reader));
        }
        for (int i = 0; i < 8; i++) {
            Browser.get(forum.resolve("api/search?q=tea"), "X-Forwarded-For", reader);
            Browser.get(forum, "X-Forwarded-For", reader);
        }
        Browser.get(forum, "X-Forwarded-For", reader, "User-Agent", "BadBot/1.0");
        signIn(forum, reader, "bob", "builder");
        for (int i = 0; i < 3; i++) {
            signIn(forum, guesser, "guest" + visitors, "guess");
        }
        held.forEach(CompletableFuture::join);
    }

    private String address() {
        visitors++;
        return "192.0." + visitors / 250 + "." + visitors % 250;
    }

    private static void signIn(URI forum, String address, String name, String password) {
        Browser.send(
                "POST",
                forum.resolve("api/session"),
                BodyPublishers.ofString("{\"username\": \"%s\", \"password\": \"%s\"}".formatted(name, password)),
                "Content-Type",
                "application/json",
                "X-Forwarded-For",
                address);
    }
}
