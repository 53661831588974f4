package io.github.ostiary.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.Protocol;

/**
 * The least that answers the same question: an exact sliding log by a bare EVALSHA on one connection, arguments mostly
 * made beforehand. Of one thread.
 */
public final class LeanestScript {

    private static final String FILE = "lean-log.lua";
    private static final byte[] ONE = "1".getBytes(UTF_8);
    private static final byte[] WINDOW = "1000000".getBytes(UTF_8);

    private final Connection connection;
    private final byte[] permits;
    private final byte[] sha;
    private int waiting;

    /** Loads it; the connection is the caller's to close. */
    public LeanestScript(Connection connection, int permits) throws IOException {
        this.connection = connection;
        this.permits = ("" + permits).getBytes(UTF_8);
        connection.sendCommand(Protocol.Command.SCRIPT, "LOAD".getBytes(UTF_8), text());
        this.sha = (byte[]) connection.getOne();
    }

    private static byte[] text() throws IOException {
        try (InputStream in = LeanestScript.class.getResourceAsStream(FILE)) {
            if (in == null) {
                throw new FileNotFoundException(FILE);
            }
            return in.readAllBytes();
        }
    }

    /** Decides, and insists on an admission. */
    public void ask(String caller) {
        check(connection.executeCommand(command(caller)));
    }

    /** The same, of so many at a time: each waits for the last of them, whose answers are read together. */
    void askLater(String caller, int together) {
        connection.sendCommand(command(caller));
        if (++waiting == together) {
            connection.getMany(together).forEach(LeanestScript::check);
            waiting = 0;
        }
    }

    private CommandArguments command(String caller) {
        return new CommandArguments(Protocol.Command.EVALSHA)
                .add(sha)
                .add(ONE)
                .add(("lean:1:{" + caller + "}:page:L").getBytes(UTF_8))
                .add(permits)
                .add(WINDOW);
    }

    private static void check(Object reply) {
        if (!((List<?>) reply).get(0).equals(1L)) {
            throw new IllegalStateException("not admitted");
        }
    }
}
