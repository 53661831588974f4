package io.github.ostiary.matrix;

import io.github.ostiary.testing.FreePort;
import io.github.ostiary.testing.ServerJdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** What a full server needs to run some applications on a free port of 127.0.0.1: files, command, environment. */
final class Setup {

    private static final String LOOPBACK =
            "set configs.config.server-config.network-config.network-listeners.network-listener.http-listener.address=127.0.0.1\n";

    final int port = FreePort.next();
    final Map<String, String> environment = new HashMap<>();
    final Path home;
    private final Path base;
    private final List<Path> applications;
    private final boolean whole;

    List<String> command = List.of();
    /** Where it writes what is counted; null for its standard output. */
    Path log;

    /**
     * Lays out a server.
     *
     * @param kind which
     * @param applications folders, of WARs named as their context paths, {@code ROOT} for none; or of an EAR
     * @param whole whether with messages, tokens, metrics and health, too, where that is another configuration
     */
    Setup(FullKind kind, List<Path> applications, boolean whole) throws Exception {
        this.applications = applications;
        this.whole = whole;
        home = onlyChild(Path.of("target", "servers", "full", kind.folder())).toAbsolutePath();
        base = Path.of("target", "servers", "run", kind.folder()).toAbsolutePath();
        delete(base);
        Files.createDirectories(base);
        environment.put("JAVA_HOME", ServerJdk.home().toString());
        kind.preparation().prepare(this);
    }

    /** What is added to a server's name on another JDK than that of the tests. */
    static String otherJdk() {
        return ServerJdk.named().map(jdk -> "@" + jdk.getFileName()).orElse("");
    }

    void wildFly() throws IOException {
        copy(home.resolve("standalone"), base);
        String chosen = whole ? "standalone-full.xml" : "standalone.xml";
        Path configuration = base.resolve("configuration").resolve(chosen);
        // Identity stores of the application are asked only then.
        replace(
                configuration,
                "<application-security-domain name=\"other\" security-domain=\"ApplicationDomain\"/>",
                "<application-security-domain name=\"other\" security-domain=\"ApplicationDomain\" integrated-jaspi=\"false\"/>");
        // EJBs have a domain of that name, without the attribute.
        replaceFirst(configuration, " integrated-jaspi=\"false\"", "");
        pack(base.resolve("deployments"));
        environment.put("JAVA_OPTS", "-Xmx512m -Djava.net.preferIPv4Stack=true");
        environment.put("LAUNCH_JBOSS_IN_BACKGROUND", "1");
        command = List.of(
                "bash",
                home.resolve("bin/standalone.sh").toString(),
                "--server-config=" + chosen,
                "-Djboss.server.base.dir=" + base,
                "-Djboss.bind.address=127.0.0.1",
                "-Djboss.bind.address.management=127.0.0.1",
                "-Djboss.http.port=" + port,
                "-Djboss.https.port=" + FreePort.next(),
                "-Djboss.management.http.port=" + FreePort.next(),
                "-Djboss.management.https.port=" + FreePort.next());
    }

    void liberty() throws IOException {
        Path server = Files.createDirectories(base.resolve("servers/matrix"));
        StringBuilder deployed = new StringBuilder();
        pack(server.resolve("apps"));
        for (Path application : applications) {
            deployed.append(
                    isEar(application)
                            ? "  <enterpriseApplication location=\"%s\"/>\n".formatted(packed(application))
                            : "  <webApplication location=\"%s\" contextRoot=\"%s\"/>\n"
                                    .formatted(packed(application), contextPath(application)));
        }
        Files.writeString(
                server.resolve("server.xml"),
                """
                <server>
                  <featureManager>
                    <feature>servlet-6.0</feature><feature>cdi-4.0</feature><feature>restfulWS-3.1</feature>
                    <feature>enterpriseBeansLite-4.0</feature><feature>appSecurity-5.0</feature>
                    %s
                  </featureManager>
                  <httpEndpoint id="defaultHttpEndpoint" host="127.0.0.1" httpPort="%d" httpsPort="-1"/>
                  <mpMetrics authentication="false"/>
                %s</server>
                """
                        .formatted(
                                whole ? "<feature>mpMetrics-5.1</feature><feature>mpHealth-4.0</feature>" : "",
                                port,
                                deployed));
        environment.put("WLP_USER_DIR", base.toString());
        environment.put("JVM_ARGS", "-Xmx512m");
        log = server.resolve("logs/messages.log");
        command = List.of("bash", home.resolve("bin/server").toString(), "run", "matrix");
    }

    void payaraMicro() throws IOException {
        pack(base);
        command = Stream.concat(
                        Stream.of(
                                ServerJdk.java(),
                                "-Xmx512m",
                                "-jar",
                                home.toString(),
                                "--nocluster",
                                "--noHazelcast",
                                "--prebootcommandfile",
                                Files.writeString(base.resolve("boot"), LOOPBACK)
                                        .toString(),
                                "--port",
                                Integer.toString(port)),
                        applications.stream()
                                .flatMap(each -> Stream.of(
                                        "--deploy", base.resolve(packed(each)).toString())))
                .toList();
    }

    void glassFish() throws IOException {
        Path domain = base.resolve("domain1");
        copy(home.resolve("glassfish/domains/domain1"), domain);
        Path configuration = domain.resolve("config/domain.xml");
        replace(configuration, "port=\"8080\"", "port=\"" + port + "\" address=\"127.0.0.1\"");
        for (String other : List.of("8181", "4848", "3700", "3820", "3920", "8686", "7676")) {
            replace(configuration, "port=\"" + other + "\"", "port=\"" + FreePort.next() + "\"");
        }
        replace(configuration, "telnet.port=6666", "telnet.port=" + FreePort.next());
        pack(domain.resolve("autodeploy"));
        environment.put("AS_JAVA", ServerJdk.home().toString());
        command = List.of(
                ServerJdk.java(),
                "-jar",
                home.resolve("glassfish/lib/client/appserver-cli.jar").toString(),
                "start-domain",
                "--verbose",
                "--domaindir",
                base.toString(),
                "domain1");
    }

    void tomEe() throws IOException {
        copy(home.resolve("conf"), base.resolve("conf"));
        Files.createDirectories(base.resolve("temp"));
        Files.createDirectories(base.resolve("logs"));
        Path configuration = base.resolve("conf/server.xml");
        replace(configuration, "port=\"8080\"", "port=\"" + port + "\" address=\"127.0.0.1\"");
        replace(configuration, "port=\"8005\"", "port=\"-1\"");
        Files.writeString(
                base.resolve("conf/tomcat-users.xml"),
                "<tomcat-users><user username=\"bob\" password=\"secret\" roles=\"user\"/></tomcat-users>");
        pack(base.resolve("webapps"));
        environment.put("CATALINA_BASE", base.toString());
        environment.put("JAVA_OPTS", "-Xmx512m");
        command = List.of("bash", home.resolve("bin/catalina.sh").toString(), "run");
    }

    /** Makes a WAR of each application, or an EAR of WARs. */
    private void pack(Path folder) throws IOException {
        Files.createDirectories(folder);
        for (Path application : applications) {
            if (isEar(application)) {
                Path whole = base.resolve("ear");
                copy(application, whole);
                try (Stream<Path> wars = Files.list(application)) {
                    for (Path war :
                            (Iterable<Path>) wars.filter(each -> each.toString().endsWith(".war"))::iterator) {
                        delete(whole.resolve(war.getFileName()));
                        zip(war, whole.resolve(war.getFileName()));
                    }
                }
                zip(whole, folder.resolve(packed(application)));
            } else {
                zip(application, folder.resolve(packed(application)));
            }
        }
    }

    private static boolean isEar(Path application) {
        return Files.exists(application.resolve("META-INF/application.xml"));
    }

    private static String packed(Path application) {
        return application.getFileName() + (isEar(application) ? ".ear" : ".war");
    }

    private static void zip(Path folder, Path into) throws IOException {
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(into));
                Stream<Path> files = Files.walk(folder)) {
            for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
                out.putNextEntry(new ZipEntry(folder.relativize(file).toString()));
                Files.copy(file, out);
                out.closeEntry();
            }
        }
    }

    static String contextPath(Path application) {
        String name = application.getFileName().toString();
        return name.equals("ROOT") ? "/" : "/" + name;
    }

    private static Path onlyChild(Path folder) throws IOException {
        try (Stream<Path> children = Files.list(folder)) {
            return children.findFirst().orElseThrow();
        }
    }

    private static void replace(Path file, String before, String after) throws IOException {
        Files.writeString(file, Files.readString(file).replace(before, after));
    }

    private static void replaceFirst(Path file, String before, String after) throws IOException {
        String text = Files.readString(file);
        int at = text.indexOf(before);
        Files.writeString(file, text.substring(0, at) + after + text.substring(at + before.length()));
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : (Iterable<Path>) files::iterator) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                }
            }
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                files.sorted((a, b) -> b.compareTo(a))
                        .forEach(file -> file.toFile().delete());
            }
        }
    }
}
