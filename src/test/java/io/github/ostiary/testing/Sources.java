package io.github.ostiary.testing;

import jakarta.servlet.Servlet;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles what no test class can be, since its libraries are not on the class path of the tests. */
final class Sources {

    private Sources() {}

    /** Compiles a folder's sources against the servlet API and a folder's jars. */
    static void compile(Path sources, Path jars, Path into) {
        List<String> arguments = new ArrayList<>(List.of("-proc:none", "-d", into.toString(), "-cp"));
        arguments.add(classPath(jars));
        arguments.addAll(files(sources, ".java"));
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new AssertionError(sources + " does not compile");
        }
    }

    private static String classPath(Path jars) {
        String servlet = Servlet.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return Stream.concat(Stream.of(servlet), files(jars, ".jar").stream())
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> files(Path folder, String suffix) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(suffix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
