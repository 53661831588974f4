package io.github.ostiary.testing;

import io.github.ostiary.testing.probe.AccountServlet;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;

/** Assembles an exploded WAR under {@code target/wars}. Needs {@code mvn package} for the jars. */
public final class WarBuilder {

    private final Path root;

    private WarBuilder(Path root) {
        this.root = root;
    }

    /**
     * Starts an empty WAR, whatever was there before.
     *
     * @param name of the folder, and so the context path, {@code ROOT} for none; with folders above it if it is not unique
     *     among tests
     */
    public static WarBuilder war(String name) {
        Path root = Path.of("target", "wars", name);
        try {
            if (Files.exists(root)) {
                try (Stream<Path> files = Files.walk(root)) {
                    files.sorted((a, b) -> b.compareTo(a))
                            .forEach(file -> file.toFile().delete());
                }
            }
            Files.createDirectories(root.resolve("WEB-INF"));
            return new WarBuilder(root);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds test classes, with those nested in them. */
    public WarBuilder classes(Class<?>... types) {
        for (Class<?> type : types) {
            Path folder = Path.of(type.getPackageName().replace('.', '/'));
            copyAll(Modules.folder(type), type.getSimpleName() + "{,$*}.class", "WEB-INF/classes/" + folder);
        }
        return this;
    }

    /** Adds the classes of a folder's sources, which see the servlet API and the jars that were added before. */
    public WarBuilder compiled(Path sources) {
        try {
            Path lib = Files.createDirectories(root.resolve("WEB-INF/lib"));
            Sources.compile(List.of(sources), List.of(lib), Files.createDirectories(root.resolve("WEB-INF/classes")));
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds all test classes of a package, without those of packages below it. */
    public WarBuilder packageOf(Class<?> member) {
        Path folder = Path.of(member.getPackageName().replace('.', '/'));
        return copyAll(Modules.all("target/test-classes/" + folder), "*.class", "WEB-INF/classes/" + folder);
    }

    /** Adds the thin jar with all it can need, Jedis included. */
    public WarBuilder thinJar() {
        copy(Path.of(System.getProperty("ostiary.jar")), "WEB-INF/lib");
        return copyAll(Path.of("target", "runtime"), "*.jar", "WEB-INF/lib");
    }

    /** Adds the thin jar and Caffeine only. */
    public WarBuilder thinJarWithoutJedis() {
        copy(Path.of(System.getProperty("ostiary.jar")), "WEB-INF/lib");
        return copyAll(Path.of("target", "runtime"), "{caffeine,jspecify,error_prone}*.jar", "WEB-INF/lib");
    }

    /** Adds the thin jar and what a folder of {@code target/servers} has in place of our libraries. */
    public WarBuilder thinJarWith(String libraries) {
        copy(Path.of(System.getProperty("ostiary.jar")), "WEB-INF/lib");
        return copyAll(Path.of("target", "servers", libraries), "*.jar", "WEB-INF/lib");
    }

    /** Adds the one jar that has everything in it. */
    public WarBuilder allJar() {
        return copy(allJarFile(), "WEB-INF/lib");
    }

    /** That jar. */
    public static Path allJarFile() {
        String thin = System.getProperty("ostiary.jar");
        return Path.of(thin.substring(0, thin.length() - ".jar".length()) + "-all.jar");
    }

    /** Renames our jar: in what order containers find jars depends on their names. */
    public WarBuilder jarNamed(String name) {
        return renamed("ostiary*.jar", name);
    }

    private WarBuilder renamed(String glob, String name) {
        Path lib = root.resolve("WEB-INF/lib");
        try (DirectoryStream<Path> found = Files.newDirectoryStream(lib, glob)) {
            for (Path jar : found) {
                Files.move(jar, lib.resolve(name), StandardCopyOption.REPLACE_EXISTING);
                break;
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Adds a library of test classes with a container initializer.
     *
     * @param jar its file name
     * @param fragment its {@code web-fragment.xml}; empty for none
     * @param initializer its service
     * @param others its other classes
     */
    public WarBuilder library(String jar, String fragment, Class<?> initializer, Class<?>... others) {
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(
                Files.createDirectories(root.resolve("WEB-INF/lib")).resolve(jar)))) {
            write(
                    out,
                    "META-INF/services/jakarta.servlet.ServletContainerInitializer",
                    initializer.getName().getBytes(StandardCharsets.UTF_8));
            if (!fragment.isEmpty()) {
                write(out, "META-INF/web-fragment.xml", fragment.getBytes(StandardCharsets.UTF_8));
            }
            for (Class<?> type :
                    Stream.concat(Stream.of(initializer), Stream.of(others)).toList()) {
                String file = type.getName().replace('.', '/') + ".class";
                write(out, file, Files.readAllBytes(Modules.one("target/test-classes/" + file)));
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(JarOutputStream out, String name, byte[] bytes) throws IOException {
        out.putNextEntry(new JarEntry(name));
        out.write(bytes);
        out.closeEntry();
    }

    /** Takes a file out of our jar, whatever the jar is called. */
    public WarBuilder jarWithout(String entry) {
        try (DirectoryStream<Path> ours = Files.newDirectoryStream(root.resolve("WEB-INF/lib"), "ostiary*.jar")) {
            for (Path jar : ours) {
                try (FileSystem inside = FileSystems.newFileSystem(jar)) {
                    Files.delete(inside.getPath(entry));
                }
            }
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds CDI, where the server has none, and a {@code beans.xml} that discovers every class. */
    public WarBuilder cdi(ServerLayout server) {
        return copyAll(server.cdi(), "*.jar", "WEB-INF/lib").everyClassIsABean();
    }

    /** Adds a {@code beans.xml} that discovers every class. */
    public WarBuilder everyClassIsABean() {
        return file(
                "WEB-INF/beans.xml",
                """
                <beans xmlns="https://jakarta.ee/xml/ns/jakartaee" version="4.0" bean-discovery-mode="all"/>
                """);
    }

    /** Adds the jar that a class of the test class path is in. */
    public WarBuilder jarOf(Class<?> member) {
        try {
            return copy(
                    Path.of(member.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI()),
                    "WEB-INF/lib");
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /**
     * Adds Spring Security with an application that signs in by its form login, registered by its own initializer:
     * {@code bob} has the password {@code right}; {@code /looked} tells how many passwords were looked at.
     */
    public WarBuilder springSecurity() {
        Path jars = Path.of("target", "servers", "spring-security");
        copyAll(jars, "*.jar", "WEB-INF/lib");
        Sources.compile(Path.of("src", "proofs", "servers", "spring-security"), jars, root.resolve("WEB-INF/classes"));
        return this;
    }

    /** Adds Apache Shiro, whose {@code authc} guards {@code /account} by the form at {@code /login}; {@code bob} has {@code right}. */
    public WarBuilder shiro() {
        return copyAll(Path.of("target", "servers", "shiro"), "*.jar", "WEB-INF/lib")
                .classes(AccountServlet.class)
                .file(
                        "WEB-INF/shiro.ini",
                        """
                        [main]
                        authc.loginUrl = /login
                        authc.successUrl = /account
                        [users]
                        bob = right
                        [urls]
                        /login = authc
                        /account = authc
                        """)
                .webXml(
                        """
                        <listener>
                          <listener-class>org.apache.shiro.web.env.EnvironmentLoaderListener</listener-class>
                        </listener>
                        <filter>
                          <filter-name>shiro</filter-name>
                          <filter-class>org.apache.shiro.web.servlet.ShiroFilter</filter-class>
                        </filter>
                        <filter-mapping><filter-name>shiro</filter-name><url-pattern>/*</url-pattern></filter-mapping>
                        """
                                + page("login")
                                + page("account"));
    }

    private static String page(String path) {
        return """
                <servlet><servlet-name>%1$s</servlet-name><servlet-class>%2$s</servlet-class></servlet>
                <servlet-mapping><servlet-name>%1$s</servlet-name><url-pattern>/%1$s</url-pattern></servlet-mapping>
                """
                .formatted(path, AccountServlet.class.getName());
    }

    /** Adds Jakarta Faces, where the server has none, with a page that signs in; needs {@link #cdi} too. */
    public WarBuilder faces() {
        Path jars = Path.of("target", "servers", "faces");
        Path sources = Path.of("src", "proofs", "servers", "faces");
        copyAll(jars, "*.jar", "WEB-INF/lib").copyAll(sources, "*.xhtml", "");
        Sources.compile(sources, root.resolve("WEB-INF/lib"), root.resolve("WEB-INF/classes"));
        return webXml(
                """
                <servlet>
                  <servlet-name>faces</servlet-name>
                  <servlet-class>jakarta.faces.webapp.FacesServlet</servlet-class>
                </servlet>
                <servlet-mapping><servlet-name>faces</servlet-name><url-pattern>*.xhtml</url-pattern></servlet-mapping>
                """);
    }

    /** Adds Jakarta Security to an application of Tomcat with JNDI; needs {@link #cdi} too, whose initializer must run before it. */
    public WarBuilder soteria() {
        copyAll(Path.of("target", "servers", "soteria"), "*.jar", "WEB-INF/lib");
        try (DirectoryStream<Path> found = Files.newDirectoryStream(
                        root.resolve("WEB-INF/lib"), "jakarta.security.enterprise-[0-9]*.jar");
                FileSystem inside = FileSystems.newFileSystem(found.iterator().next())) {
            Files.writeString(
                    inside.getPath("META-INF/web-fragment.xml"),
                    """
                    <web-fragment xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                      <name>soteria</name>
                      <ordering><after><others/></after></ordering>
                    </web-fragment>
                    """);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file(
                "META-INF/context.xml",
                """
                <Context><Resource name="BeanManager" auth="Container" type="jakarta.enterprise.inject.spi.BeanManager"
                  factory="org.jboss.weld.resources.ManagerObjectFactory"/></Context>
                """);
    }

    /** Adds OpenWebBeans in place of what {@link #cdi} adds; its listener belongs into {@code web.xml}. */
    public WarBuilder openWebBeans() {
        return copyAll(Path.of("target", "servers", "owb"), "*.jar", "WEB-INF/lib")
                .everyClassIsABean();
    }

    /** Adds WebSocket for Tomcat, under a name that is not taken for a part of the server. */
    public WarBuilder webSocket() {
        return copyAll(Path.of("target", "servers", "websocket"), "*.jar", "WEB-INF/lib")
                .renamed("tomcat-embed-websocket*.jar", "websocket.jar");
    }

    /** Adds an implementation of JAX-RS, which servers of servlets do not have; it looks for applications itself. */
    public WarBuilder jaxrs(RestKind kind) {
        return copyAll(kind.jars(), "*.jar", "WEB-INF/lib");
    }

    /** As above, with what makes beans of resources; needs {@link #cdi} too. */
    public WarBuilder jaxrsWithBeans(RestKind kind) {
        // Weld has a Jandex of its own, and takes one that it finds for it.
        return copyAll(kind.jars(), "{[!j]*,j[!a]*,ja[!n]*}.jar", "WEB-INF/lib")
                .copyAll(kind.cdi(), "*.jar", "WEB-INF/lib");
    }

    /** Without; CXF is told of the application, and supports asynchronous requests then. */
    public WarBuilder jaxrs(RestKind kind, Class<?> application) {
        if (kind != RestKind.CXF) {
            return jaxrs(kind);
        }
        return copyAll(kind.jars(), "{[!c]*,cxf-core*,cxf-rt-[fst]*}.jar", "WEB-INF/lib")
                .webXml(
                        """
                        <servlet>
                          <servlet-name>cxf</servlet-name>
                          <servlet-class>org.apache.cxf.jaxrs.servlet.CXFNonSpringJaxrsServlet</servlet-class>
                          <init-param><param-name>jakarta.ws.rs.Application</param-name><param-value>%s</param-value></init-param>
                          <load-on-startup>1</load-on-startup>
                          <async-supported>true</async-supported>
                        </servlet>
                        <servlet-mapping><servlet-name>cxf</servlet-name><url-pattern>/rest/*</url-pattern></servlet-mapping>
                        """
                                .formatted(application.getName()));
    }

    /** Writes {@code web.xml}; gives what stands inside {@code <web-app>}. */
    public WarBuilder webXml(String elements) {
        return file(
                "WEB-INF/web.xml",
                """
                <?xml version="1.0" encoding="UTF-8"?>
                <web-app xmlns="https://jakarta.ee/xml/ns/jakartaee" version="6.0">
                %s
                </web-app>
                """
                        .formatted(elements));
    }

    /** Writes {@code /WEB-INF/ostiary.properties}. */
    public WarBuilder properties(String text) {
        return file("WEB-INF/ostiary.properties", text);
    }

    /** Writes any file, in UTF-8. */
    public WarBuilder file(String path, String text) {
        try {
            Path file = root.resolve(path);
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The finished folder. */
    public Path build() {
        return root;
    }

    private WarBuilder copyAll(Path folder, String glob, String into) {
        return copyAll(List.of(folder), glob, into);
    }

    private WarBuilder copyAll(List<Path> folders, String glob, String into) {
        List<Path> found = new ArrayList<>();
        for (Path folder : folders) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, glob)) {
                files.forEach(found::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no " + glob + " in " + folders);
        }
        found.forEach(file -> copy(file, into));
        return this;
    }

    private WarBuilder copy(Path file, String into) {
        try {
            Path folder = Files.createDirectories(root.resolve(into));
            Files.copy(file, folder.resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            return this;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
