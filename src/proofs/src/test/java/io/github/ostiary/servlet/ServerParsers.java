package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.stream.Stream;

/** The parsers of parameters that the servers under {@code target/servers} have; none where these are not laid out. */
final class ServerParsers {

    /** What a server finds under a name; none if the server denies the query. */
    record Parser(String server, Reader reader) {

        Optional<List<String>> values(String query, String name) {
            try {
                return reader.values(query, name);
            } catch (InvocationTargetException e) {
                return Optional.empty();
            } catch (ReflectiveOperationException e) {
                throw new IllegalStateException(e);
            }
        }

        @Override
        public String toString() {
            return server;
        }
    }

    private interface Reader {

        Optional<List<String>> values(String query, String name) throws ReflectiveOperationException;
    }

    private ServerParsers() {}

    static List<Parser> found() {
        List<Parser> found = new ArrayList<>();
        try {
            for (String server : List.of("tomcat101", "tomcat11", "jetty12", "jetty121")) {
                Path folder = Path.of("target", "servers", server);
                if (Files.isDirectory(folder)) {
                    ClassLoader classes = classes(folder);
                    found.add(new Parser(server, server.startsWith("tomcat") ? tomcat(classes) : jetty(classes)));
                }
            }
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
        return List.copyOf(found);
    }

    private static ClassLoader classes(Path folder) {
        try (Stream<Path> jars = Files.list(folder)) {
            List<URL> urls = new ArrayList<>();
            for (Path jar :
                    jars.filter(each -> each.toString().endsWith(".jar")).toList()) {
                urls.add(jar.toUri().toURL());
            }
            return new URLClassLoader(urls.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        } catch (MalformedURLException e) {
            throw new IllegalStateException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Reader tomcat(ClassLoader classes) throws ReflectiveOperationException {
        Class<?> type = classes.loadClass("org.apache.tomcat.util.http.Parameters");
        Method charset = type.getMethod("setCharset", Charset.class);
        Method limit = type.getMethod("setLimit", int.class);
        Method process = type.getMethod("processParameters", byte[].class, int.class, int.class);
        Method values = type.getMethod("getParameterValues", String.class);
        Optional<Method> failed = Stream.of(type.getMethods())
                .filter(method -> method.getName().equals("isParseFailed"))
                .findFirst();
        return (query, name) -> {
            Object parameters = type.getConstructor().newInstance();
            charset.invoke(parameters, UTF_8);
            limit.invoke(parameters, -1);
            byte[] octets = query.getBytes(UTF_8);
            process.invoke(parameters, octets, 0, octets.length);
            if (failed.isPresent() && (boolean) failed.get().invoke(parameters)) {
                return Optional.empty();
            }
            String[] found = (String[]) values.invoke(parameters, name);
            return Optional.of(found == null ? List.of() : List.of(found));
        };
    }

    private static Reader jetty(ClassLoader classes) throws ReflectiveOperationException {
        Method decode = classes.loadClass("org.eclipse.jetty.util.UrlEncoded")
                .getMethod("decodeTo", String.class, BiConsumer.class, Charset.class);
        return (query, name) -> {
            List<String> values = new ArrayList<>();
            BiConsumer<String, String> adder = (found, value) -> {
                if (found.equals(name)) {
                    values.add(value);
                }
            };
            decode.invoke(null, query, adder, UTF_8);
            return Optional.of(values);
        };
    }
}
