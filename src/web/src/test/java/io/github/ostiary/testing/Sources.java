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
        compile(List.of(sources), List.of(jars), into);
    }

    /** The same with several folders, jars by themselves among them. Names of parameters are kept. */
    static void compile(List<Path> sources, List<Path> jars, Path into) {
        compile(sources, classPath(jars), into);
    }

    /** The same with a class path of jars and folders of classes. */
    static void compileWith(List<Path> sources, List<Path> classPath, Path into) {
        compile(sources, joined(classPath), into);
    }

    /** Them as a class path. */
    static String joined(List<Path> classPath) {
        return classPath.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
    }

    private static void compile(List<Path> sources, String classPath, Path into) {
        List<String> arguments =
                new ArrayList<>(List.of("-parameters", "-proc:none", "-nowarn", "-d", into.toString(), "-cp"));
        arguments.add(classPath);
        sources.forEach(folder -> arguments.addAll(files(folder, ".java")));
        if (ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new)) != 0) {
            throw new AssertionError(sources + " does not compile");
        }
    }

    /** Compiles a folder's sources with the class path of the tests. */
    static void compile(Path sources, Path into) {
        compile(List.of(sources), System.getProperty("java.class.path"), into);
    }

    private static String classPath(List<Path> jars) {
        String servlet = Servlet.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .getPath();
        return Stream.concat(Stream.of(servlet), jars.stream().flatMap(folder -> files(folder, ".jar").stream()))
                .collect(Collectors.joining(File.pathSeparator));
    }

    private static List<String> files(Path folder, String suffix) {
        if (Files.isRegularFile(folder)) {
            return List.of(folder.toString());
        }
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(Path::toString)
                    .filter(name -> name.endsWith(suffix))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
