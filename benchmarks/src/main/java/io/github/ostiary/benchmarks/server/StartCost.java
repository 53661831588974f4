package io.github.ostiary.benchmarks.server;

import io.github.ostiary.benchmarks.ResultTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/**
 * What this jar adds to a start: milliseconds until the application serves, CPU of the process until nothing is prepared
 * any more, and classes, of ours and of others. A fresh JVM each time, with and without the jar in turns. Run from the
 * repository's root, since the JVMs have the jars of {@code benchmarks/target/start}: {@code java -cp benchmarks.jar
 * io.github.ostiary.benchmarks.server.StartCost [turns]}.
 */
public final class StartCost {

    private static final Path JARS = Path.of("benchmarks", "target", "start");
    private static final Path CLASSES = Path.of("benchmarks", "target", "classes");
    private static final String OURS = "io.github.ostiary.";
    private static final String BENCHMARKS = "io.github.ostiary.benchmarks.";
    private static final String PREPARING = "ostiary-warm-up";
    private static final List<String> COLUMNS =
            List.of("start ms", "added ms", "CPU ms", "added CPU ms", "classes", "added classes", "of ours");

    /** The applications. */
    private enum Kind {
        BOOT("Spring Boot 3.5", StartedBoot.class),
        TOMCAT("Tomcat 10.1", StartedTomcat.class);

        private final String title;
        private final Class<?> program;

        Kind(String title, Class<?> program) {
            this.title = title;
            this.program = program;
        }
    }

    /** The rules; the floor has no jar of ours. */
    private enum Rules {
        NONE("without Ostiary"),
        LIMIT("one limit", "limit.search.rate=300/1m", "limit.search.path=/search"),
        SIGN_IN("one sign-in", "signin.main.path=/login", "signin.main.name=param:username");

        private final String title;
        private final List<String> lines;

        Rules(String title, String... lines) {
            this.title = title;
            this.lines = List.of(lines);
        }
    }

    /** One start. */
    private record Start(double millis, double cpu) {}

    /** The classes that a start loads, and those of them that are ours. */
    private record Loaded(int all, int ours) {}

    private final Kind kind;
    private final Map<Rules, Path> roots = new EnumMap<>(Rules.class);
    private final Map<Rules, List<Start>> starts = new EnumMap<>(Rules.class);

    private StartCost(Kind kind) throws IOException {
        this.kind = kind;
        for (Rules rules : Rules.values()) {
            roots.put(rules, root(rules));
        }
    }

    /** Measures, prints tables, and leaves them as results. */
    public static void main(String[] args) throws Exception {
        for (Kind kind : Kind.values()) {
            new StartCost(kind).compare(args.length > 0 ? Integer.parseInt(args[0]) : 11);
        }
    }

    private Path root(Rules rules) throws IOException {
        Path root = Files.createTempDirectory("ostiary-start");
        Stream<String> lines = rules.lines.stream();
        if (kind == Kind.BOOT) {
            Stream<String> boot = Stream.of("server.port=0", "spring.application.name=shop");
            Files.write(root.resolve("application.properties"), (Iterable<String>)
                    Stream.concat(boot, lines.map(each -> "ostiary." + each))::iterator);
        } else if (rules != Rules.NONE) {
            Files.write(Files.createDirectory(root.resolve("WEB-INF")).resolve("ostiary.properties"), (Iterable<String>)
                    lines::iterator);
        }
        return root;
    }

    private void compare(int turns) throws IOException, InterruptedException {
        Map<Rules, Loaded> loaded = new EnumMap<>(Rules.class);
        for (Rules rules : Rules.values()) {
            loaded.put(rules, loaded(rules));
        }
        for (int i = 0; i < turns; i++) {
            for (Rules rules : Rules.values()) {
                starts.computeIfAbsent(rules, any -> new ArrayList<>()).add(start(rules, List.of()));
            }
        }
        ResultTable table =
                new ResultTable("start-" + kind.name().toLowerCase(), kind.title + ", what a start takes", COLUMNS);
        for (Rules rules : Rules.values()) {
            Loaded own = loaded.get(rules);
            table.add(
                    rules.title,
                    median(rules, Start::millis),
                    added(rules, Start::millis),
                    median(rules, Start::cpu),
                    added(rules, Start::cpu),
                    own.all(),
                    own.all() - loaded.get(Rules.NONE).all(),
                    own.ours());
        }
        table.print();
        table.write();
    }

    private double median(Rules rules, ToDoubleFunction<Start> figure) {
        return ResultTable.median(starts.get(rules).stream().mapToDouble(figure).toArray());
    }

    /** The median of the differences within a turn: what else the machine does, it does to both. */
    private double added(Rules rules, ToDoubleFunction<Start> figure) {
        double[] added = new double[starts.get(rules).size()];
        for (int i = 0; i < added.length; i++) {
            added[i] = figure.applyAsDouble(starts.get(rules).get(i))
                    - figure.applyAsDouble(starts.get(Rules.NONE).get(i));
        }
        return ResultTable.median(added);
    }

    private Loaded loaded(Rules rules) throws IOException, InterruptedException {
        Path log = Files.createTempFile("ostiary-classes", ".log");
        Start unused = start(rules, List.of("-Xlog:class+load:file=" + log));
        try (Stream<String> lines = Files.lines(log)) {
            List<String> classes = lines.filter(line -> line.contains(" source: "))
                    .map(line -> line.substring(line.lastIndexOf(']') + 1).strip())
                    .toList();
            return new Loaded(classes.size(), (int) classes.stream()
                    .filter(each -> each.startsWith(OURS) && !each.startsWith(BENCHMARKS))
                    .count());
        } finally {
            Files.delete(log);
        }
    }

    private Start start(Rules rules, List<String> options) throws IOException, InterruptedException {
        String jars = JARS.resolve(kind.name().toLowerCase()) + "/*";
        String ours = rules == Rules.NONE ? "" : ":" + JARS.resolve("ostiary") + "/*";
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(options);
        command.addAll(List.of("-cp", roots.get(rules) + ":" + CLASSES + ":" + jars + ours, kind.program.getName()));
        command.add(roots.get(rules).toString());
        long begun = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (BufferedReader said =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            double millis = -1;
            for (String line = said.readLine(); line != null; line = said.readLine()) {
                if (line.equals("ready")) {
                    millis = (System.nanoTime() - begun) / 1e6;
                } else if (line.startsWith("prepared ") && millis > 0) {
                    return new Start(millis, Double.parseDouble(line.substring(line.indexOf(' '))));
                }
            }
            throw new IOException(kind + " does not start with " + rules);
        } finally {
            process.destroyForcibly().waitFor();
        }
    }

    /** Called by an application that has started: waits for what is prepared beside it, and ends the JVM. */
    static void started() throws InterruptedException {
        System.out.println("ready");
        for (Thread each : Thread.getAllStackTraces().keySet()) {
            if (each.getName().equals(PREPARING)) {
                each.join();
            }
        }
        long nanos = ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElseThrow(() -> new UncheckedIOException(new IOException("no CPU time")))
                .toNanos();
        System.out.println("prepared " + nanos / 1e6);
        Runtime.getRuntime().halt(0);
    }
}
