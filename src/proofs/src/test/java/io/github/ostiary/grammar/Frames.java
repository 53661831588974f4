package io.github.ostiary.grammar;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** Writes frames of HTTP/2; headers without compression. */
final class Frames {

    static final int DATA = 0;
    static final int HEADERS = 1;
    static final int RST_STREAM = 3;
    static final int SETTINGS = 4;
    static final int PING = 6;
    static final int GOAWAY = 7;
    static final int WINDOW_UPDATE = 8;
    static final int CONTINUATION = 9;

    static final int END_STREAM = 1;
    static final int END_HEADERS = 4;
    static final int PADDED = 8;

    private static final int CANCEL = 8;

    /** The first names that both sides know; those between them are of other values. */
    private static final List<String> PSEUDO = List.of(":authority", ":method", "-", ":path", "-", ":scheme");

    private static final int SHORT = 127;
    private static final int WIDE = 1 << 30;

    private Frames() {}

    /** What a connection begins with; the server may answer as much as it likes. */
    static byte[] preface() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] window = ByteBuffer.allocate(6).putShort((short) 4).putInt(WIDE).array();
        out.writeBytes(frame(SETTINGS, 0, 0, window));
        out.writeBytes(frame(WINDOW_UPDATE, 0, 0, number(WIDE)));
        return out.toByteArray();
    }

    static byte[] frame(int type, int flags, int stream, byte... payload) {
        ByteBuffer frame = ByteBuffer.allocate(9 + payload.length);
        frame.put((byte) (payload.length >> 16)).putShort((short) payload.length);
        return frame.put((byte) type)
                .put((byte) flags)
                .putInt(stream)
                .put(payload)
                .array();
    }

    static byte[] reset(int stream) {
        return frame(RST_STREAM, 0, stream, number(CANCEL));
    }

    static byte[] goAway(int last) {
        return frame(GOAWAY, 0, 0, ByteBuffer.allocate(8).putInt(last).putInt(0).array());
    }

    /** Four octets. */
    static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** A block of headers, each a name and a value. */
    static byte[] headers(List<String[]> headers) {
        ByteArrayOutputStream block = new ByteArrayOutputStream();
        for (String[] header : headers) {
            int known = PSEUDO.indexOf(header[0]) + 1;
            block.write(known); // Tomcat wants names with a colon by their numbers
            if (known == 0) {
                text(block, header[0]);
            }
            text(block, header[1]);
        }
        return block.toByteArray();
    }

    private static void text(ByteArrayOutputStream block, String text) {
        byte[] octets = text.getBytes(StandardCharsets.ISO_8859_1);
        if (octets.length < SHORT) {
            block.write(octets.length);
        } else {
            block.write(SHORT);
            int rest = octets.length - SHORT;
            while (rest >= 128) {
                block.write(rest % 128 + 128);
                rest /= 128;
            }
            block.write(rest);
        }
        block.writeBytes(octets);
    }
}
