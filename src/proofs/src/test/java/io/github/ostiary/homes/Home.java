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

/**
 * An application below {@code src/proofs/servers/homes}, built by the profile {@code homes}.
 *
 * @param name for messages
 * @param java what runs it
 * @param program what is run, after the options of the JVM
 * @param port the property that says where it listens
 * @param profile the property that chooses a profile of the configuration
 */
record Home(String name, String java, List<String> program, String port, String profile) {

    private static final Pattern LISTENING =
            Pattern.compile("(?:Listening on: http://\\S+?:|Server started on http://\\S+?:)(\\d+)");
    private static final Path BUILT = Path.of("target", "servers").toAbsolutePath();

    /** Without servlets. */
    static final Home QUARKUS_REST = quarkus("homes", "quarkus-rest");

    /** All that can run here: Helidon 4 takes Java 21. */
    static List<Home> all() {
        List<Home> all = new ArrayList<>();
        for (String version : List.of("homes", "homes-3.15")) {
            all.add(quarkus(version, "quarkus-rest"));
            all.add(quarkus(version, "quarkus-classic"));
        }
        newerJava()
                .map(java -> helidon(java, BUILT.resolve("homes/helidon/classes")))
                .forEach(all::add);
        return all;
    }

    /** The application of the page of documentation, once it is built, in each of its homes. */
    static List<Home> ofPage() {
        List<Home> all = new ArrayList<>(List.of(quarkus("homes", "quarkus-page")));
        newerJava()
                .map(java ->
                        helidon(java, BUILT.resolve("homes/quarkus-page/classes"), BUILT.resolve("homes/page/helidon")))
                .forEach(all::add);
        return all;
    }

    /** One that says what it does, and ends. */
    static Home weldSe() {
        String path = BUILT.resolve("homes/weld-se/classes") + ":" + BUILT.resolve("homes/weld-se/lib") + "/*";
        return new Home("weld-se", ServerProcess.java(), List.of("-cp", path, "shop.Program"), "unused", "unused");
    }

    private static Home quarkus(String version, String name) {
        Path jar = BUILT.resolve(version).resolve(name).resolve("quarkus-app/quarkus-run.jar");
        return new Home(
                version + "/" + name,
                ServerProcess.java(),
                List.of("-jar", jar.toString()),
                "quarkus.http.port",
                "quarkus.profile");
    }

    private static Home helidon(String java, Path... classes) {
        StringBuilder path = new StringBuilder();
        Stream.of(classes).forEach(each -> path.append(each).append(':'));
        path.append(BUILT.resolve("homes/helidon/lib")).append("/*");
        return new Home(
                "helidon",
                java,
                List.of("-cp", path.toString(), "io.helidon.microprofile.cdi.Main"),
                "server.port",
                "mp.config.profile");
    }

    private static Stream<String> newerJava() {
        if (Runtime.version().feature() >= 21) {
            return Stream.of(ServerProcess.java());
        }
        Path all = Path.of("/usr/lib/jvm");
        try (Stream<Path> installed = Files.isDirectory(all) ? Files.list(all) : Stream.empty()) {
            return installed
                    .filter(jdk -> jdk.getFileName().toString().matches(".*\\b2[1-9]\\b.*"))
                    .map(jdk -> jdk.resolve("bin/java"))
                    .filter(Files::isExecutable)
                    .map(Path::toString)
                    .limit(1)
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Starts it, with further properties such as {@code quarkus.redis.hosts=redis://localhost}. */
    ServerProcess start(String... properties) {
        return ServerProcess.start(command("prod", properties), LISTENING);
    }

    /** Starts one that must not start, and returns what it wrote. */
    String startExpectingFailure(String profileInForce, String... properties) {
        return ServerProcess.startExpectingFailure(command(profileInForce, properties));
    }

    /** Runs one that ends by itself, and returns what it wrote. */
    String run() {
        return startExpectingFailure("prod");
    }

    private List<String> command(String profileInForce, String... properties) {
        List<String> command = new ArrayList<>(List.of(
                java,
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-D" + port + "=" + FreePort.next(),
                "-D" + profile + "=" + profileInForce));
        Stream.of(properties).map(each -> "-D" + each).forEach(command::add);
        command.addAll(program);
        return command;
    }

    @Override
    public String toString() {
        return name;
    }
}
