package io.github.ostiary.grammar;

import io.github.ostiary.grammar.Exchange.Act;
import io.github.ostiary.grammar.Exchange.Step;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Does what an exchange says, on a connection of this machine. */
final class Wire {

    /** Within this a server answers. */
    static final int BOUND_MILLIS = 8_000;

    /** What a server may say to something that is not complete. */
    private static final int PATIENCE_MILLIS = 150;

    private static final Pattern STATUS = Pattern.compile("HTTP/1\\.[01] (\\d{3})");

    private final Exchange exchange;
    private final Socket socket;
    private final ByteArrayOutputStream received = new ByteArrayOutputStream();
    private final BooleanSupplier working;
    private boolean ended;
    private boolean late;

    private Wire(Exchange exchange, Socket socket, BooleanSupplier working) {
        this.exchange = exchange;
        this.socket = socket;
        this.working = working;
    }

    /**
     * Does it.
     *
     * @param working whether the application works for this caller
     * @return the statuses of the answers; {@code late} among them if one was owed and did not come
     */
    static List<String> run(Exchange exchange, int port, BooleanSupplier working) {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
            socket.setTcpNoDelay(true);
            Wire wire = new Wire(exchange, socket, working);
            for (Step step : exchange.steps()) {
                if (!socket.isClosed() && !wire.late) {
                    wire.step(step);
                }
            }
            return wire.statuses();
        } catch (IOException e) {
            return List.of("cut"); // by a server that wants no more of it
        }
    }

    private List<String> statuses() {
        List<String> statuses = new ArrayList<>();
        if (!exchange.http2()) {
            STATUS.matcher(received.toString(StandardCharsets.ISO_8859_1))
                    .results()
                    .forEach(found -> statuses.add(found.group(1)));
        }
        if (late && statuses.stream().filter(status -> !status.startsWith("1")).count() < exchange.requests()) {
            statuses.add("late");
        }
        return statuses;
    }

    private void step(Step step) throws IOException {
        switch (step.act()) {
            case WRITE -> write(step.bytes());
            case AWAIT_ANSWER -> await(() -> received() > 0);
            case AWAIT_WORK -> await(working);
            case READ -> read();
            case HALF_CLOSE -> socket.shutdownOutput();
            case CLOSE -> socket.close();
            case RESET -> {
                socket.setSoLinger(true, 0);
                socket.close();
            }
        }
    }

    /** Who has been answered early may find nobody who reads on. */
    private void write(byte[] bytes) {
        try {
            socket.getOutputStream().write(bytes);
        } catch (IOException e) {
            ended = exchange.steps().stream().noneMatch(step -> step.act() == Act.READ);
        }
    }

    private int received() {
        try {
            while (!ended && socket.getInputStream().available() > 0) {
                received.write(socket.getInputStream().read());
            }
        } catch (IOException e) {
            ended = true;
        }
        return ended ? 1 : received.size();
    }

    private void await(BooleanSupplier condition) {
        long deadline = System.nanoTime() + PATIENCE_MILLIS * 1_000_000L;
        while (!condition.getAsBoolean() && System.nanoTime() < deadline) {
            Thread.onSpinWait();
        }
    }

    private void read() throws IOException {
        socket.setSoTimeout(exchange.complete() ? BOUND_MILLIS : PATIENCE_MILLIS);
        try {
            if (exchange.http2()) {
                readFrames(new DataInputStream(socket.getInputStream()));
            } else {
                byte[] buffer = new byte[8_192];
                InputStream in = socket.getInputStream();
                for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                    received.write(buffer, 0, n);
                }
            }
        } catch (SocketTimeoutException e) {
            late = exchange.complete();
        } catch (IOException e) {
            ended = true;
        }
    }

    /** Until all streams have ended, or the connection has. */
    private void readFrames(DataInputStream in) throws IOException {
        Set<Integer> over = new HashSet<>();
        while (over.size() < exchange.requests()) {
            int length = in.readUnsignedByte() << 16 | in.readUnsignedShort();
            int type = in.readUnsignedByte();
            int flags = in.readUnsignedByte();
            int stream = in.readInt();
            in.readNBytes(length);
            boolean last = (type == Frames.HEADERS || type == Frames.DATA) && (flags & Frames.END_STREAM) != 0;
            if (last || type == Frames.RST_STREAM) {
                over.add(stream);
            }
            if (type == Frames.GOAWAY) {
                return;
            }
        }
    }
}
