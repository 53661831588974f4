package io.github.ostiary.benchmarks.network;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Stream;

/** A {@link DelayingProxy} from outside. It ends with this JVM at the latest. */
public final class ProxyProcess implements AutoCloseable {

    private final Process process;
    private final BufferedWriter asks;
    private final BufferedReader answers;
    private final List<Integer> ports;

    private ProxyProcess(Process process) throws IOException {
        this.process = process;
        this.asks = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), UTF_8));
        this.answers = new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
        this.ports = numbers(line().substring("ready ".length()));
    }

    /**
     * Starts one, without a distance.
     *
     * @param routes such as {@code 0:6379}: where it listens, and to which port it leads
     */
    public static ProxyProcess start(Collection<String> routes) throws IOException {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.addAll(List.of("-Xms128m", "-Xmx128m", "-XX:+UseSerialGC"));
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), DelayingProxy.class.getName()));
        command.addAll(routes);
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
        return new ProxyProcess(process);
    }

    /** Where it listens, in the order of the routes. */
    public List<Integer> ports() {
        return ports;
    }

    /** Sets the distance for packets to come. */
    public void set(Network network) throws IOException {
        ask(network.words());
    }

    /** The most connections that each port had at once. */
    public List<Integer> connections() throws IOException {
        return numbers(ask("connections"));
    }

    private String ask(String line) throws IOException {
        asks.write(line + "\n");
        asks.flush();
        return line();
    }

    private String line() throws IOException {
        String line = answers.readLine();
        if (line == null) {
            throw new IOException("the proxy has ended");
        }
        return line;
    }

    private static List<Integer> numbers(String words) {
        return Stream.of(words.split(" ")).map(Integer::valueOf).toList();
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
