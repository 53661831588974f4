package io.github.ostiary.testing;

import io.github.ostiary.testing.probe.Riddle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Tomcat as it is downloaded, with some of its applications and of others, each guarded by the one jar that has everything in it, with {@link Riddle} for a captcha; as
 * {@code mvn -Papplications verify} lays them out. {@code admin} and {@code boss} have the password {@code secret}.
 */
public final class DownloadedTomcat implements AutoCloseable {

    private static final Path LAID_OUT = Path.of("target", "servers", "applications");

    /** As Java's own logging writes it, on two lines, and Log4j. */
    private static final Pattern WARNING = Pattern.compile(
            "io\\.github\\.ostiary\\S* \\S+\\R(WARNING|SEVERE): .*|(WARN|ERROR) \\[io\\.github\\.ostiary.*");

    private final Path webapps;
    private final ServerProcess process;

    private DownloadedTomcat(Path webapps, ServerProcess process) {
        this.webapps = webapps;
        this.process = process;
    }

    /**
     * Starts it on a JDK.
     *
     * @param java the program
     * @param options for it
     * @param rules by name of the application; others are not there
     */
    public static DownloadedTomcat start(String java, List<String> options, Map<String, String> rules) {
        try {
            Path downloaded = downloaded();
            Path home = fresh(downloaded);
            Path webapps = home.resolve("webapps");
            String thin = System.getProperty("ostiary.jar");
            Path jar = Path.of(thin.substring(0, thin.length() - ".jar".length()) + "-all.jar");
            for (Map.Entry<String, String> application : rules.entrySet()) {
                String name = application.getKey();
                Path its = downloaded.resolve("webapps").resolve(name);
                copy(Files.isDirectory(its) ? its : LAID_OUT.resolve(name), webapps.resolve(name));
                Path inside = webapps.resolve(name).resolve("WEB-INF");
                Files.createDirectories(inside.resolve("lib"));
                Files.copy(jar, inside.resolve("lib").resolve("ostiary.jar"));
                String riddle = Riddle.class.getName().replace('.', '/') + ".class";
                Files.createDirectories(
                        inside.resolve("classes").resolve(riddle).getParent());
                Files.copy(
                        Modules.one("target/test-classes/" + riddle),
                        inside.resolve("classes").resolve(riddle));
                Files.writeString(inside.resolve("ostiary.properties"), application.getValue());
            }
            return new DownloadedTomcat(webapps, ServerProcess.start(command(home, java, options), Map.of()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Path downloaded() throws IOException {
        try (Stream<Path> versions = Files.list(LAID_OUT)) {
            return versions.filter(each -> each.getFileName().toString().startsWith("apache-tomcat"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    /** A copy with a free port, two users, no applications, and without Tomcat's own lockout. */
    private static Path fresh(Path downloaded) throws IOException {
        Path home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "servers", "run")), "tomcat")
                .toAbsolutePath();
        for (String folder : List.of("bin", "conf", "lib")) {
            copy(downloaded.resolve(folder), home.resolve(folder));
        }
        for (String folder : List.of("temp", "webapps")) {
            Files.createDirectory(home.resolve(folder));
        }
        Path server = home.resolve("conf/server.xml");
        Files.writeString(
                server,
                Files.readString(server)
                        .replace("port=\"8080\"", "port=\"0\" address=\"127.0.0.1\"")
                        .replace("port=\"8005\"", "port=\"-1\"")
                        .replace("realm.LockOutRealm", "realm.CombinedRealm"));
        Files.writeString(
                home.resolve("conf/tomcat-users.xml"),
                """
                <tomcat-users xmlns="http://tomcat.apache.org/xml" version="1.0">
                  <user username="admin" password="secret" roles="manager-gui,manager-script,manager-status,tomcat"/>
                  <user username="boss" password="secret" roles="manager-gui,manager-script,manager-status,tomcat"/>
                </tomcat-users>
                """);
        return home;
    }

    private static List<String> command(Path home, String java, List<String> options) {
        List<String> command = new ArrayList<>();
        command.add(java);
        command.addAll(options);
        command.addAll(List.of(
                "-XX:TieredStopAtLevel=1",
                "-Djava.io.tmpdir=" + home.resolve("temp"),
                "-cp",
                home + "/bin/*:" + home + "/lib/*",
                Path.of("src", "proofs", "servers", "Catalina11.java").toString(),
                home.toString()));
        return command;
    }

    private static void copy(Path from, Path into) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = into.resolve(from.relativize(file));
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    /** Where an application is, with a slash at the end. */
    public URI uri(String application) {
        return URI.create("http://127.0.0.1:" + process.port() + "/" + application + "/");
    }

    /** All it wrote so far. */
    public String log() {
        return process.log();
    }

    /** What the jar warned of so far. */
    public List<String> warnings() {
        return WARNING.matcher(log()).results().map(MatchResult::group).toList();
    }

    /** Stops it. Of what it ran from, the applications are not kept: they are as large as what was downloaded. */
    @Override
    public void close() {
        process.close();
        try (Stream<Path> files = Files.walk(webapps)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
