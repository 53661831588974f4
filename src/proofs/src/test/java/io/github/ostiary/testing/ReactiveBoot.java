package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The program of Spring Boot with WebFlux in {@code src/proofs/servers/webflux}, with this jar on its class path. */
public final class ReactiveBoot {

    private static final String MAIN = "webflux.ReactiveShop";
    private static final Path JARS = Path.of("target", "servers", "webflux");
    private static final Pattern LISTENING = Pattern.compile("Netty started on port (\\d+)");

    private final List<Path> classPath;

    private ReactiveBoot(List<Path> classPath) {
        this.classPath = classPath;
    }

    /** Compiles it. */
    public static ReactiveBoot compiled(String name) {
        Path classes = created(Path.of("target", "boot", name, "classes"));
        Path jar = Path.of(System.getProperty("ostiary.jar"));
        Sources.compile(List.of(Path.of("src", "proofs", "servers", "webflux")), List.of(JARS, jar), classes);
        return new ReactiveBoot(List.of(classes, jar, JARS.resolve("*")));
    }

    /** The same with what Spring makes of it ahead of time, as in the build of a native image. */
    public ReactiveBoot ahead() {
        Path made = classPath.get(0).resolveSibling("made");
        Path sources = created(made.resolve("sources"));
        Path resources = created(made.resolve("resources"));
        Path classes = created(made.resolve("classes"));
        List<String> command = new ArrayList<>(List.of(ServerProcess.java(), "-Xmx256m", "-cp"));
        command.add(Sources.joined(classPath));
        command.addAll(List.of("org.springframework.boot.SpringApplicationAotProcessor", MAIN));
        Stream.of(sources, resources, classes).map(Path::toString).forEach(command::add);
        command.addAll(List.of("shop", "shop"));
        ServerProcess.startExpectingFailure(command);
        List<Path> seen = new ArrayList<>(List.of(classPath.get(0), classPath.get(1)));
        try (Stream<Path> jars = Files.list(JARS);
                Stream<Path> files = Files.walk(sources)) {
            jars.forEach(seen::add);
            Sources.compileWith(
                    files.filter(file -> file.toString().endsWith(".java")).toList(), seen, classes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<Path> all = new ArrayList<>(List.of(classes, resources));
        all.addAll(classPath);
        return new ReactiveBoot(all);
    }

    /** Starts it on a free port, with options of the JVM and the application's properties. */
    public ServerProcess start(List<String> options, String... properties) {
        List<String> command =
                new ArrayList<>(List.of(ServerProcess.java(), "-Xmx256m", "-XX:TieredStopAtLevel=1", "-cp"));
        command.add(Sources.joined(classPath));
        command.addAll(options);
        command.addAll(List.of(MAIN, "--server.port=0", "--server.address=127.0.0.1"));
        Stream.of(properties).map(property -> "--" + property).forEach(command::add);
        return ServerProcess.start(command, LISTENING);
    }

    private static Path created(Path folder) {
        try {
            return Files.createDirectories(folder);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
