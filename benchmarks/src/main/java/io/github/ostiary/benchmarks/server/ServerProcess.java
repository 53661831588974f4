package io.github.ostiary.benchmarks.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.benchmarks.ProcessCpu;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** A {@link ServerChild} from outside. It ends with this JVM at the latest. */
final class ServerProcess implements AutoCloseable {

    private final Process process;
    private final Path root;
    private final BufferedWriter asks;
    private final BufferedReader answers;
    private final ProcessCpu cpu;
    private final int port;
    private final long startMillis;

    private ServerProcess(Process process, Path root) throws IOException {
        this.process = process;
        this.root = root;
        this.asks = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        this.cpu = ProcessCpu.of(process.toHandle());
        String[] ready = line().split(" ");
        this.port = Integer.parseInt(ready[1]);
        this.startMillis = Long.parseLong(ready[2]);
    }

    /** Starts one, and waits until it serves. */
    static ServerProcess start(ServerKind kind, Contender contender, String redis) throws IOException {
        Path root = Files.createTempDirectory("ostiary-benchmark");
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms512m", "-Xmx512m", "-cp", System.getProperty("java.class.path")));
        command.addAll(List.of(ServerChild.class.getName(), kind.name(), contender.name(), root.toString(), redis));
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new ServerProcess(process, root);
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the server has ended");
        }
        return line;
    }

    int port() {
        return port;
    }

    /** How long the server took to start with its application, without the JVM itself. */
    long startMillis() {
        return startMillis;
    }

    /** CPU time of all threads of the process so far, those that collect garbage included. */
    long cpuNanos() throws IOException {
        return cpu.nanos();
    }

    /** What all its threads have allocated so far. */
    long allocatedBytes() throws IOException {
        asks.write("allocated\n");
        asks.flush();
        return Long.parseLong(line());
    }

    @Override
    public void close() throws IOException {
        process.destroyForcibly().onExit().join();
        try (Stream<Path> files = Files.walk(root)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }
}
