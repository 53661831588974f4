package io.github.ostiary.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Tomcat as it is downloaded, with its manager and examples, and Hawtio, each guarded by the one jar that has everything in it; as {@code
 * mvn -Papplications verify} lays them out. {@code admin} and {@code boss} have the password {@code secret}.
 */
public final class DownloadedTomcat implements AutoCloseable {

    private static final Path LAID_OUT = Path.of("target", "servers", "applications");

    private final ServerProcess process;

    private DownloadedTomcat(ServerProcess process) {
        this.process = process;
    }

    /**
     * Starts it.
     *
     * @param rules by name of the application
     */
    public static DownloadedTomcat start(Map<String, String> rules) {
        try {
            Path home = fresh();
            Path webapps = home.resolve("webapps");
            copy(LAID_OUT.resolve("hawtio"), webapps.resolve("hawtio"));
            String thin = System.getProperty("ostiary.jar");
            Path jar = Path.of(thin.substring(0, thin.length() - ".jar".length()) + "-all.jar");
            for (Map.Entry<String, String> application : rules.entrySet()) {
                Path inside = webapps.resolve(application.getKey()).resolve("WEB-INF");
                Files.createDirectories(inside.resolve("lib"));
                Files.copy(jar, inside.resolve("lib").resolve("ostiary.jar"));
                Files.writeString(inside.resolve("ostiary.properties"), application.getValue());
            }
            return new DownloadedTomcat(ServerProcess.start(command(home), Map.of()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A copy with a free port, two users, and without Tomcat's own lockout. */
    private static Path fresh() throws IOException {
        Path home = Files.createTempDirectory(Files.createDirectories(Path.of("target", "servers", "run")), "tomcat")
                .toAbsolutePath();
        try (Stream<Path> versions = Files.list(LAID_OUT)) {
            Path downloaded = versions.filter(
                            each -> each.getFileName().toString().startsWith("apache-tomcat"))
                    .findFirst()
                    .orElseThrow();
            copy(downloaded, home);
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

    private static List<String> command(Path home) {
        return List.of(
                ServerProcess.java(),
                "-Xmx256m",
                "-XX:TieredStopAtLevel=1",
                "-Dhawtio.authenticationThrottled=false",
                "-cp",
                home + "/bin/*:" + home + "/lib/*",
                Path.of("src", "test", "servers", "Catalina11.java").toString(),
                home.toString());
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

    @Override
    public void close() {
        process.close();
    }
}
