package io.github.ostiary.architecture;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** What the JDK's own tools say of compiled classes. */
final class ClassFiles {

    private static final Pattern EDGE = Pattern.compile("^\\s+(\\S+)\\s+->\\s+(\\S+)\\s+(.*\\S)\\s*$");
    private static final Pattern CLASS_FILE = Pattern.compile("^Classfile .*?([^/\\\\]+)\\.class$");
    private static final Pattern METHOD = Pattern.compile("= (?:Interface)?Methodref\\s+\\S+\\s+// (\\S+)");

    private ClassFiles() {}

    /** One class needs another; the module is what jdeps prints, {@code not found} for what is no part of the JDK. */
    record Edge(String from, String to, String module) {}

    /** One class has a use for a method, be it as a call or as a reference; {@code java/lang/Thread.sleep:(J)V}. */
    record Call(String from, String method) {}

    /** The directory or jar a class was loaded from. */
    static Path location(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** All class files of types and packages below a directory. */
    static List<Path> below(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".class"))
                    .filter(file -> !file.endsWith("module-info.class"))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Everything the classes below a directory need from other packages. */
    static List<Edge> edges(Path directory) {
        // A directory with a module's descriptor would be resolved as a module, with all it requires.
        List<String> arguments = new ArrayList<>(List.of("-verbose:class"));
        below(directory).forEach(file -> arguments.add(file.toString()));
        return edges(run("jdeps", arguments)).stream().distinct().toList();
    }

    static List<Edge> edges(String jdeps) {
        return jdeps.lines()
                .map(EDGE::matcher)
                .filter(Matcher::matches)
                .map(m -> new Edge(m.group(1), m.group(2), m.group(3)))
                .toList();
    }

    /** Every method that some classes name in their constant pools: calls and method references alike. */
    static List<Call> calls(List<Path> classFiles) {
        List<Call> calls = new ArrayList<>();
        String from = "";
        for (String line : javap(classFiles).lines().toList()) {
            Matcher classFile = CLASS_FILE.matcher(line);
            Matcher method = METHOD.matcher(line);
            if (classFile.matches()) {
                from = classFile.group(1);
            } else if (method.find()) {
                calls.add(new Call(from, method.group(1)));
            }
        }
        return calls;
    }

    /** Everything that class files contain, as text. */
    static String javap(List<Path> classFiles) {
        List<String> arguments = new ArrayList<>(List.of("-v", "-p"));
        classFiles.forEach(file -> arguments.add(file.toString()));
        return run("javap", arguments);
    }

    private static String run(String tool, List<String> arguments) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int status = ToolProvider.findFirst(tool)
                .orElseThrow(() -> new IllegalStateException("this JDK has no " + tool))
                .run(new PrintWriter(out), new PrintWriter(err), arguments.toArray(String[]::new));
        if (status != 0) {
            throw new IllegalStateException(tool + " failed: " + out + err);
        }
        return out.toString();
    }
}
