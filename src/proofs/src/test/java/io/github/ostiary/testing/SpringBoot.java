package io.github.ostiary.testing;

import io.github.ostiary.testing.probe.Riddle;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/**
 * The Spring Boot application of {@code src/proofs/servers/spring-boot}, with this jar and nothing else of ours: an executable
 * jar with one of Boot's servers, or a WAR. Its {@code ostiary.properties} is at the root of its class path.
 */
public final class SpringBoot {

    private static final Path SERVERS = Path.of("target", "servers");
    private static final Path SOURCES = Path.of("src", "proofs", "servers", "spring-boot");
    private static final String MANIFEST =
            """
            Main-Class: org.springframework.boot.loader.launch.JarLauncher
            Start-Class: springboot.BootApplication
            Spring-Boot-Classes: BOOT-INF/classes/
            Spring-Boot-Lib: BOOT-INF/lib/
            """;

    private final Path root;

    /** The line of Boot, as its folder is called; empty for the one of the build. */
    private final String line;

    private SpringBoot(Path root, String line) {
        this.root = root;
        this.line = line;
    }

    /**
     * Lays the application out with the jars of another line of Boot, and with the libraries that this manages.
     *
     * @param line such as {@code boot-4.0}
     * @param name of its folder; must be unique among tests
     */
    public static SpringBoot of(String line, String name) {
        return of(line, name, SOURCES);
    }

    /** The same with other classes, of which one is {@code springboot.BootApplication}. */
    public static SpringBoot of(String line, String name, Path sources) {
        try {
            Path root = emptied(Path.of("target", "boot", name));
            Path lib = Files.createDirectories(root.resolve("lib"));
            copyOf(SERVERS.resolve(line), lib, file -> Server.owner(file).isEmpty());
            copy(Path.of(System.getProperty("ostiary.jar")), lib);
            Path classes = Files.createDirectories(root.resolve("classes"));
            Sources.compile(List.of(sources), List.of(lib), classes);
            return new SpringBoot(root, line);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Lays the application out.
     *
     * @param name of its folder; must be unique among tests
     * @param properties its {@code ostiary.properties}; empty for none
     */
    public static SpringBoot application(String name, String properties) {
        return application(name, properties, SOURCES);
    }

    /** The same with other classes, of which one is {@code springboot.BootApplication}. */
    public static SpringBoot application(String name, String properties, Path... sources) {
        try {
            Path root = emptied(Path.of("target", "boot", name));
            Path lib = Files.createDirectories(root.resolve("lib"));
            copyTree(SERVERS.resolve("spring-boot"), lib);
            for (String library : List.of("caffeine", "jspecify", "jedis", "redis-authx", "commons-pool2")) {
                copyAll(Path.of("target", "runtime"), library, lib);
            }
            copy(Path.of(System.getProperty("ostiary.jar")), lib);
            Path classes = Files.createDirectories(root.resolve("classes"));
            Sources.compile(List.of(sources), List.of(lib), classes);
            String riddle = Riddle.class.getName().replace('.', '/') + ".class";
            Files.createDirectories(classes.resolve(riddle).getParent());
            Files.copy(Modules.one("target/test-classes/" + riddle), classes.resolve(riddle));
            return properties.isEmpty()
                    ? new SpringBoot(root, "")
                    : new SpringBoot(root, "").with("ostiary.properties", properties);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Writes another file to the root of its class path, such as {@code application.yml}. */
    public SpringBoot with(String file, String text) {
        try {
            Files.writeString(root.resolve("classes").resolve(file), text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Compiles more sources into it. */
    public SpringBoot compiled(Path sources) {
        Path classes = root.resolve("classes");
        Sources.compile(List.of(sources), List.of(root.resolve("lib"), classes), classes);
        return this;
    }

    /** Adds jars that are laid out like a server. */
    public SpringBoot library(String folder) {
        try {
            copyTree(SERVERS.resolve(folder), root.resolve("lib"));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The command that runs it as an executable jar on a free port of 127.0.0.1. */
    public List<String> command(Server server, String... arguments) {
        Path jar = executable(server);
        List<String> command = new ArrayList<>(
                List.of(ServerProcess.java(), "-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-jar"));
        command.addAll(List.of(jar.toString(), "--server.port=0", "--server.address=127.0.0.1"));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Runs it as an executable jar. */
    public ServerProcess run(Server server, String... arguments) {
        return ServerProcess.start(command(server, arguments), Map.of());
    }

    /**
     * Runs another application of Spring Boot, whose sources and jars are in a folder of servers, by its class path.
     *
     * @param main its class
     * @param listening what it writes when it is ready; the first group is the port
     */
    public static ServerProcess program(String folder, String main, Pattern listening, List<String> arguments) {
        try {
            Path classes = emptied(Path.of("target", "boot", folder));
            Path jars = SERVERS.resolve(folder);
            Sources.compile(Path.of("src", "proofs", "servers", folder), jars, classes);
            List<String> command = new ArrayList<>(List.of(
                    ServerProcess.java(),
                    "-Xmx400m",
                    "-XX:TieredStopAtLevel=1",
                    "-cp",
                    String.join(
                            File.pathSeparator,
                            classes.toString(),
                            System.getProperty("ostiary.jar"),
                            jars.resolve("*").toString()),
                    main));
            command.addAll(arguments);
            return ServerProcess.start(command, listening);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Runs the tests that an application of Spring Boot has, in a JVM with its class path.
     *
     * @param sources the folder of servers that they are in
     * @param jars the folder of servers that their jars are in
     * @param moved what is called otherwise there
     * @param properties the application's
     * @return what they have written, with what has failed
     */
    public static String tests(String sources, String jars, Map<String, String> moved, String properties) {
        try {
            Path classes = emptied(Path.of("target", "boot", jars));
            Path texts = emptied(Path.of("target", "boot", jars + "-sources"));
            try (Stream<Path> files = Files.list(Path.of("src", "proofs", "servers", sources))) {
                for (Path file : files.toList()) {
                    String text = Files.readString(file);
                    for (Map.Entry<String, String> each : moved.entrySet()) {
                        text = text.replace(each.getKey(), each.getValue());
                    }
                    Files.writeString(texts.resolve(file.getFileName()), text);
                }
            }
            Path jar = Path.of(System.getProperty("ostiary.jar"));
            Sources.compile(List.of(texts), List.of(SERVERS.resolve(jars), jar), classes);
            Files.writeString(classes.resolve("application.properties"), properties);
            return ServerProcess.startExpectingFailure(List.of(
                    ServerProcess.java(),
                    "-Xmx256m",
                    "-XX:TieredStopAtLevel=1",
                    "-XX:+UseSerialGC",
                    "-cp",
                    String.join(
                            File.pathSeparator,
                            classes.toString(),
                            jar.toString(),
                            SERVERS.resolve(jars).resolve("*").toString()),
                    "org.junit.platform.console.ConsoleLauncher",
                    "execute",
                    "--disable-ansi-colors",
                    "--scan-class-path=" + classes));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Its classes and jars in an exploded WAR, for a server that knows nothing of Boot. */
    public Path war(String name) {
        try {
            Path war = WarBuilder.war(name).build();
            copyTree(root.resolve("classes"), war.resolve("WEB-INF/classes"));
            copyTree(root.resolve("lib"), war.resolve("WEB-INF/lib"));
            return war;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path executable(Server server) {
        try {
            Path layout = emptied(root.resolve("layout"));
            copyTree(SERVERS.resolve((line.isEmpty() ? "spring-boot" : line) + "-loader"), layout);
            copyTree(root.resolve("classes"), layout.resolve("BOOT-INF/classes"));
            copyTree(root.resolve("lib"), layout.resolve("BOOT-INF/lib"));
            if (line.isEmpty()) {
                copyTree(SERVERS.resolve(server.folder()), layout.resolve("BOOT-INF/lib"));
            } else {
                copyOf(SERVERS.resolve(line), layout.resolve("BOOT-INF/lib"), file -> Server.owner(file)
                        .equals(Optional.of(server)));
            }
            Path manifest = Files.writeString(root.resolve("MANIFEST.MF"), MANIFEST);
            Path jar = root.resolve("application.jar");
            int failed = ToolProvider.findFirst("jar")
                    .orElseThrow()
                    .run(
                            System.out,
                            System.err,
                            "-c",
                            "-0",
                            "-m",
                            manifest.toString(),
                            "-f",
                            jar.toString(),
                            "-C",
                            layout.toString(),
                            ".");
            if (failed != 0) {
                throw new AssertionError("no " + jar);
            }
            return jar;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path emptied(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
        return Files.createDirectories(folder);
    }

    private static void copyOf(Path folder, Path into, Predicate<String> wanted) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> wanted.test(each.getFileName().toString()))
                    .toList()) {
                copy(file, into);
            }
        }
    }

    private static void copyAll(Path folder, String prefix, Path into) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.filter(each -> each.getFileName().toString().startsWith(prefix))
                    .toList()) {
                copy(file, into);
            }
        }
    }

    private static void copy(Path file, Path into) throws IOException {
        Files.copy(file, into.resolve(file.getFileName()));
    }

    private static void copyTree(Path from, Path into) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = into.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else if (!Files.exists(target)) {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** The servers Boot has starters for. */
    public enum Server {
        TOMCAT("tomcat-embed-(?:core|websocket)|spring-boot-(?:starter-)?tomcat"),
        JETTY("jetty-|spring-boot-(?:starter-)?jetty"),
        UNDERTOW("undertow-|xnio-|wildfly-|jboss-threads|spring-boot-(?:starter-)?undertow");

        private final Pattern jars;

        Server(String jars) {
            this.jars = Pattern.compile("(?:" + jars + ").*");
        }

        /** The server that a jar belongs to, among those of all three. */
        static Optional<Server> owner(String jar) {
            return Stream.of(values())
                    .filter(server -> server.jars.matcher(jar).matches())
                    .findFirst();
        }

        String folder() {
            return "spring-boot-" + name().toLowerCase();
        }
    }
}
