package io.github.ostiary.testing;

import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A real server on a free port of 127.0.0.1, with one or more exploded WARs. Where it needs no environment and no system property of
 * its own, its JVM is lent: others had it before, with other WARs. It ends with this JVM.
 *
 * <p>Every WAR is mounted at {@code /} and its directory's name, as {@link WarBuilder} gave it; {@code ROOT} at {@code /}.
 */
public final class ServerUnderTest implements AutoCloseable {

    private final ServerProcess process;
    private final LentServer lent;
    private final int begin;
    private final List<Path> deployed = new ArrayList<>();
    private String whole;

    private ServerUnderTest(ServerProcess process, LentServer lent) {
        this.process = process;
        this.lent = lent;
        this.begin = lent == null ? 0 : process.log().length();
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
        if (!(kind instanceof ServerKind known) || !environment.isEmpty() || !properties.isEmpty()) {
            return new ServerUnderTest(ServerProcess.start(command(kind, wars, properties), environment), null);
        }
        ServerUnderTest server = lent(known);
        for (Path war : wars) {
            if (!server.tryToDeploy(war)) {
                throw new AssertionError("not deployed; the log says:\n" + server.stop());
            }
        }
        return server;
    }

    /** Starts a server in a JVM that nobody had before and nobody has afterwards: for applications that change the JVM itself. */
    public static ServerUnderTest startAlone(ServerLayout kind, Path... wars) {
        return new ServerUnderTest(ServerProcess.start(command(kind, List.of(wars), Map.of()), Map.of()), null);
    }

    /** Starts a server that must not come up, and returns its log. */
    public static String startExpectingFailure(ServerLayout kind, Path war) {
        if (!(kind instanceof ServerKind known)) {
            return ServerProcess.startExpectingFailure(command(kind, List.of(war), Map.of()));
        }
        try (ServerUnderTest server = lent(known)) {
            if (server.tryToDeploy(war)) {
                throw new AssertionError("deployed, though it must not be; the log says:\n" + server.log());
            }
            return server.log();
        }
    }

    private static ServerUnderTest lent(ServerKind kind) {
        LentServer lent = LentServer.of(kind);
        return new ServerUnderTest(lent.process(), lent);
    }

    private boolean tryToDeploy(Path war) {
        boolean done = lent.deploy(contextPath(war), war);
        if (done) {
            deployed.add(war);
        }
        return done;
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

    /** All the server wrote so far, since this test has it. */
    public String log() {
        return whole == null ? process.log().substring(begin) : whole;
    }

    /** Undeploys a WAR; returns when that is done. */
    public void undeploy(Path war) {
        String path = contextPath(war);
        LentServer.answer(process, path, "(UNDEPLOYED) " + Pattern.quote(path));
        deployed.remove(war);
    }

    /** Deploys a WAR once more, or another; returns when that is done. */
    public void deploy(Path war) {
        String path = contextPath(war);
        LentServer.answer(process, path + " " + war.toAbsolutePath(), "(DEPLOYED) " + Pattern.quote(path));
        deployed.add(war);
    }

    /** How many class loaders of undeployed applications the last collection of garbage has left. */
    public int loadersLeft() {
        return Integer.parseInt(LentServer.answer(process, "loaders", "LOADERS (\\d+)"));
    }

    /** Undeploys its applications in an orderly way, and returns the whole log; idempotent. */
    public String stop() {
        if (lent == null) {
            return process.stop();
        }
        if (whole == null) {
            List.copyOf(deployed).forEach(this::undeploy);
            whole = log();
            lent.giveBack();
        }
        return whole;
    }

    @Override
    public void close() {
        stop();
    }
}
