package io.github.ostiary.testing;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ZRangeParams;

/**
 * A real Redis whose clock stands still until a test moves it. Clients connect to {@link #uri} as to any server and run
 * their own scripts, clock and expiry included; nothing in the product is replaced.
 *
 * <p>Between client and server is a proxy that puts a few lines ({@code moved.lua}) before every script it sees. They
 * answer {@code TIME} from a key this class sets, and let commands that give a key a lifetime run as they are; then,
 * since no time passes, the key is kept and its end is written down. {@link #moveTo} deletes what the server would have
 * expired by then: a key whose lifetime is a millisecond too short is gone when it is needed, as it would be for real.
 * Lifetimes given outside scripts run in real time. A key that a script leaves without any is found by {@link
 * #immortal}.
 *
 * <p>A clock shifted by {@code LD_PRELOAD} would need a compiler and would go on ticking: a decision on the millisecond
 * could not be asserted. One thread moves the clock; clients may be many.
 */
public final class MovedRedis implements AutoCloseable {

    private static final long LEFT_BEHIND_SECONDS = 3_600;

    private final RedisServer server;
    private final String own;
    private final MovedScripts scripts;
    private final ServerSocket door;
    private final Jedis admin;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();

    /**
     * Stands before a server, which others may use at the same time by its own clock.
     *
     * @param server the real one
     * @param name of this clock: unlike any key prefix in use; of one name is one clock
     * @param micros where the clock stands
     */
    public MovedRedis(RedisServer server, String name, long micros) {
        this.server = server;
        this.own = name;
        this.scripts = new MovedScripts(name);
        this.admin = server.connect(java.time.Duration.ofSeconds(30));
        try {
            this.door = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        moveTo(micros);
        start("accept", this::accept);
    }

    /** Such as {@code redis://127.0.0.1:40123}. */
    public String uri() {
        return "redis://127.0.0.1:" + door.getLocalPort();
    }

    /** Moves the clock to so many microseconds since the epoch; what has come to its end by then is gone, and told. */
    public List<String> moveTo(long micros) {
        admin.set(own + ":clock", Long.toString(micros));
        // As the server has it: a key lives through the millisecond its lifetime leads to.
        List<String> due = admin.zrange(own + ":ends", ZRangeParams.zrangeByScoreParams(0, micros / 1_000 - 1));
        if (!due.isEmpty()) {
            String[] keys = due.toArray(String[]::new);
            admin.del(keys);
            admin.zrem(own + ":ends", keys);
        }
        return due;
    }

    /** Keys of a prefix that would stay for ever. */
    public List<String> immortal(String prefix) {
        return admin.keys(prefix + "*").stream()
                .filter(key -> admin.pttl(key) == -1 && admin.zscore(own + ":ends", key) == null)
                .toList();
    }

    private void accept() throws IOException {
        while (true) {
            Socket client = door.accept();
            Socket real = new Socket(InetAddress.getLoopbackAddress(), server.port());
            client.setTcpNoDelay(true);
            real.setTcpNoDelay(true);
            sockets.addAll(List.of(client, real));
            start("commands", () -> endingBoth(() -> commands(client, real), client, real));
            start("replies", () -> endingBoth(() -> replies(real, client), client, real));
        }
    }

    private void endingBoth(Work work, Socket client, Socket real) throws IOException {
        try {
            work.run();
        } finally {
            client.close();
            real.close();
            sockets.removeAll(List.of(client, real));
        }
    }

    private void commands(Socket client, Socket real) throws IOException {
        InputStream in = new BufferedInputStream(client.getInputStream(), 65_536);
        OutputStream out = new BufferedOutputStream(real.getOutputStream(), 65_536);
        while (true) {
            List<byte[]> command = new ArrayList<>();
            int words = number(in, '*');
            for (int i = 0; i < words; i++) {
                command.add(in.readNBytes(number(in, '$')));
                in.skipNBytes(2);
            }
            write(out, moved(command));
            if (in.available() == 0) {
                out.flush();
            }
        }
    }

    private List<byte[]> moved(List<byte[]> command) {
        String name = new String(command.get(0), StandardCharsets.US_ASCII).toUpperCase(Locale.ROOT);
        switch (name) {
            case "EVAL" -> command.set(1, scripts.text(command.get(1)));
            case "EVALSHA" -> command.set(1, scripts.digest(command.get(1)));
            case "SCRIPT" -> {
                if (command.size() == 3
                        && new String(command.get(1), StandardCharsets.US_ASCII).equalsIgnoreCase("LOAD")) {
                    command.set(2, scripts.text(command.get(2)));
                }
            }
            case "FUNCTION" -> command.set(command.size() - 1, scripts.library(command.get(command.size() - 1)));
            case "FCALL" -> command.set(1, scripts.function(command.get(1)));
            case "TIME" -> {
                return List.of(ascii("EVAL"), scripts.text(ascii("return redis.call('TIME')")), ascii("0"));
            }
            default -> {
                return command;
            }
        }
        return command;
    }

    private static byte[] ascii(String word) {
        return word.getBytes(StandardCharsets.US_ASCII);
    }

    private static int number(InputStream in, char type) throws IOException {
        int first = in.read();
        if (first < 0) {
            throw new IOException("closed");
        }
        if (first != type) {
            throw new IOException("not a command: " + first);
        }
        int number = 0;
        for (int digit = in.read(); digit != '\r'; digit = in.read()) {
            number = number * 10 + digit - '0';
        }
        in.skipNBytes(1);
        return number;
    }

    private static void write(OutputStream out, List<byte[]> command) throws IOException {
        out.write(("*" + command.size() + "\r\n").getBytes(StandardCharsets.US_ASCII));
        for (byte[] word : command) {
            out.write(("$" + word.length + "\r\n").getBytes(StandardCharsets.US_ASCII));
            out.write(word);
            out.write('\r');
            out.write('\n');
        }
    }

    private static void replies(Socket real, Socket client) throws IOException {
        InputStream in = real.getInputStream();
        OutputStream out = client.getOutputStream();
        byte[] buffer = new byte[65_536];
        for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
            out.write(buffer, 0, read);
        }
    }

    private interface Work {

        void run() throws IOException;
    }

    private static void start(String name, Work work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (IOException e) {
                        // One side has closed, and so have both.
                    }
                },
                "moved-redis-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    private void forget(String library) {
        try {
            admin.functionDelete(library);
        } catch (JedisDataException e) {
            // It has no functions, or another has deleted it.
        }
    }

    @Override
    public void close() {
        try {
            door.close();
            for (Socket socket : sockets) {
                socket.close();
            }
            scripts.libraries().forEach(this::forget);
            // Others may go by the same clock still.
            admin.expire(own + ":clock", LEFT_BEHIND_SECONDS);
            admin.expire(own + ":ends", LEFT_BEHIND_SECONDS);
            admin.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
