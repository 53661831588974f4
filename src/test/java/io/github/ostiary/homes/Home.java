package io.github.ostiary.homes;

import io.github.ostiary.testing.FreePort;
import io.github.ostiary.testing.ServerProcess;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** An application below {@code src/test/servers/homes}, built by the profile {@code homes}. */
enum Home {
    QUARKUS_REST("quarkus-rest", "quarkus.http.port", "quarkus.profile"),
    QUARKUS_CLASSIC("quarkus-classic", "quarkus.http.port", "quarkus.profile"),
    HELIDON("helidon", "server.port", "mp.config.profile");

    private static final Pattern LISTENING =
            Pattern.compile("(?:Listening on: http://\\S+?:|Server started on http://\\S+?:)(\\d+)");

    private final String folder;
    private final String port;
    private final String profile;

    Home(String folder, String port, String profile) {
        this.folder = folder;
        this.port = port;
        this.profile = profile;
    }

    private Path built() {
        return Path.of("target", "servers", "homes", folder).toAbsolutePath();
    }

    /** Starts it, with further properties such as {@code quarkus.redis.hosts=redis://localhost}. */
    ServerProcess start(String... properties) {
        return ServerProcess.start(command("prod", properties), LISTENING);
    }

    /** Starts one that must not start, and returns what it wrote. */
    String startExpectingFailure(String profileInForce, String... properties) {
        return ServerProcess.startExpectingFailure(command(profileInForce, properties));
    }

    private List<String> command(String profileInForce, String... properties) {
        List<String> command = new ArrayList<>(List.of(
                this == HELIDON ? newerJava() : ServerProcess.java(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-D" + port + "=" + FreePort.next(),
                "-D" + profile + "=" + profileInForce));
        Stream.of(properties).map(each -> "-D" + each).forEach(command::add);
        if (this == HELIDON) {
            command.addAll(List.of(
                    "-cp",
                    built().resolve("classes") + ":" + built().resolve("lib") + "/*",
                    "io.helidon.microprofile.cdi.Main"));
        } else {
            command.addAll(List.of(
                    "-jar", built().resolve("quarkus-app/quarkus-run.jar").toString()));
        }
        return command;
    }

    /** Helidon 4 takes Java 21; empty where none is installed. */
    static String newerJava() {
        Path all = Path.of("/usr/lib/jvm");
        try (Stream<Path> installed = Files.isDirectory(all) ? Files.list(all) : Stream.empty()) {
            return installed
                    .filter(jdk -> jdk.getFileName().toString().matches(".*\\b2[1-9]\\b.*"))
                    .map(jdk -> jdk.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .map(Path::toString)
                    .findFirst()
                    .orElse(Runtime.version().feature() >= 21 ? ServerProcess.java() : "");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
