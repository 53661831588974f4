package io.github.ostiary.testing;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A real server in a JVM of its own, on a free port of 127.0.0.1, with one or more exploded WARs. It ends with this JVM.
 *
 * <p>Every WAR is mounted at {@code /} and its directory's name, as {@link WarBuilder} gave it; {@code ROOT} at {@code /}.
 */
public final class ServerUnderTest implements AutoCloseable {

    private final ServerProcess process;

    private ServerUnderTest(ServerProcess process) {
        this.process = process;
    }

    private static List<String> command(ServerLayout kind, List<Path> wars, Map<String, String> properties) {
        List<String> command = new ArrayList<>(Launcher.of(kind).with(properties));
        for (Path war : wars) {
            command.add(contextPath(war));
            command.add(war.toAbsolutePath().toString());
        }
        return command;
    }

    /** Starts a server; all WARs answer when this returns. Fails with the server's log if one cannot be deployed. */
    public static ServerUnderTest start(ServerLayout kind, Path... wars) {
        return start(kind, List.of(wars), Map.of(), Map.of());
    }

    /** As above, with environment variables and system properties. */
    public static ServerUnderTest start(
            ServerLayout kind, List<Path> wars, Map<String, String> environment, Map<String, String> properties) {
        return new ServerUnderTest(ServerProcess.start(command(kind, wars, properties), environment));
    }

    /** Starts a server that must not come up, and returns its log. */
    public static String startExpectingFailure(ServerLayout kind, Path war) {
        return ServerProcess.startExpectingFailure(command(kind, List.of(war), Map.of()));
    }

    public int port() {
        return process.port();
    }

    /** Such as {@code http://127.0.0.1:40123/app/}; resolve relative paths against it. */
    public URI uri(Path war) {
        return URI.create("http://127.0.0.1:" + port() + contextPath(war) + "/");
    }

    private static String contextPath(Path war) {
        String name = war.getFileName().toString();
        return name.equals("ROOT") ? "" : "/" + name;
    }

    /** The process id, for signals. */
    public long pid() {
        return process.pid();
    }

    /** All the server wrote so far. */
    public String log() {
        return process.log();
    }

    /** Undeploys a WAR; returns when that is done. */
    public void undeploy(Path war) {
        String path = contextPath(war);
        answer(path, "UNDEPLOYED " + path);
    }

    /** Deploys a WAR once more, or another; returns when that is done. */
    public void deploy(Path war) {
        answer(contextPath(war) + " " + war.toAbsolutePath(), "DEPLOYED " + contextPath(war));
    }

    /** How many class loaders of undeployed applications the last collection of garbage has left. */
    public int loadersLeft() {
        return Integer.parseInt(answer("loaders", "LOADERS ").trim());
    }

    /** Gives a command and awaits the line that begins so; returns the rest of it. */
    private String answer(String command, String line) {
        int before = log().length();
        process.tell(command);
        Pattern answer = Pattern.compile("(?m)^" + Pattern.quote(line) + "(.*)$\\R");
        Await.until(() -> answer.matcher(log()).find(before), ServerProcess.BOUND);
        Matcher found = answer.matcher(log());
        return found.find(before) ? found.group(1) : "";
    }

    /** Stops it in an orderly way, so that applications are undeployed, and returns the whole log; idempotent. */
    public String stop() {
        return process.stop();
    }

    @Override
    public void close() {
        process.close();
    }
}
