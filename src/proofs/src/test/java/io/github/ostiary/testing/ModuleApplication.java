package io.github.ostiary.testing;

import java.io.File;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** A module of one class, {@code app.Main} in module {@code app}, compiled and run with a module path of its own. */
public final class ModuleApplication {

    private static final Duration BOUND = Duration.ofMinutes(1);

    private final Path folder;
    private final String modulePath;

    /**
     * For a folder below {@code target/modules}.
     *
     * @param name of the folder; must be unique among tests
     * @param jars the module path
     */
    public ModuleApplication(String name, List<Path> jars) {
        folder = Path.of("target", "modules", name);
        modulePath = Stream.concat(Stream.of(folder.resolve("classes")), jars.stream())
                .map(Path::toString)
                .collect(Collectors.joining(File.pathSeparator));
    }

    /**
     * Compiles it.
     *
     * @param requires the names of the modules it requires
     * @param main the class, in package {@code app}
     * @return what the compiler says; empty if it is content
     */
    public String compile(List<String> requires, String main) {
        String directives =
                requires.stream().map(name -> "requires " + name + "; ").collect(Collectors.joining());
        // No class path: otherwise it is this JVM's own.
        String into = folder.resolve("classes").toString();
        List<String> arguments =
                List.of("-Xlint:all", "-d", into, "-cp", folder.resolve("none").toString(), "-p", modulePath);
        List<String> sources = List.of(
                write("module-info.java", "module app { " + directives + "}"),
                write("app/Main.java", "package app;\n" + main));
        StringWriter said = new StringWriter();
        var compiler = ToolProvider.getSystemJavaCompiler();
        var files = compiler.getStandardFileManager(null, null, null);
        compiler.getTask(said, files, null, arguments, null, files.getJavaFileObjectsFromStrings(sources))
                .call();
        return said.toString();
    }

    private String write(String name, String text) {
        try {
            Path file = folder.resolve("src").resolve(name);
            Files.createDirectories(file.getParent());
            Files.createDirectories(folder.resolve("classes"));
            return Files.writeString(file, text).toString();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Runs it in a fresh JVM until it ends, and returns all it wrote. */
    public String run(String... arguments) {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        List<String> command = new ArrayList<>(List.of(java, "-Xmx128m", "-p", modulePath, "-m", "app/app.Main"));
        command.addAll(List.of(arguments));
        try {
            Path out = folder.resolve("out.txt");
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(out.toFile())
                    .start();
            if (!process.waitFor(BOUND.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly();
                throw new AssertionError("does not end; it wrote:\n" + Files.readString(out));
            }
            return Files.readString(out);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
