package io.github.ostiary.testing;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** What a fuzzer's bytes are to readers of text, and what these may cost. */
public final class FuzzedText {

    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final int SHORT = 1 << 11;
    private static final int TIMES = 4;
    private static final int LONGEST_UNIT = 48;
    private static final long AIR = 1 << 16;

    /** One of so many inputs is measured, chosen by its text. */
    private static final int ONE_OF = 1 << 6;

    private FuzzedText() {}

    /** UTF-8, or else a character of each two bytes: so halves of surrogates come up, too. */
    public static String of(byte[] input) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(input))
                    .toString();
        } catch (CharacterCodingException e) {
            return new String(input, StandardCharsets.UTF_16BE);
        }
    }

    /** The line of a number, counted from 0; empty if there is none. The last one has the rest. */
    public static String line(String text, int number, int lines) {
        String[] all = text.split("\n", lines);
        return number < all.length ? all[number] : "";
    }

    /**
     * That four times as long a text lets a reader allocate at most about four times as much.
     *
     * @param unit what the text repeats
     * @param reader throws nothing
     */
    public static void linear(String unit, Consumer<String> reader) {
        if (unit.isEmpty() || unit.length() > LONGEST_UNIT || unit.hashCode() % ONE_OF != 0) {
            return;
        }
        String once = unit.repeat(SHORT / unit.length() + 1);
        String more = once.repeat(TIMES);
        reader.accept(once);
        long few = allocated(once, reader);
        long many = allocated(more, reader);
        assertTrue(
                many <= (TIMES + 1) * few + AIR,
                () -> many + " bytes allocated for " + TIMES + " times " + once.length() + " characters, " + few
                        + " for them once");
    }

    private static long allocated(String text, Consumer<String> reader) {
        long before = THREADS.getCurrentThreadAllocatedBytes();
        reader.accept(text);
        return THREADS.getCurrentThreadAllocatedBytes() - before;
    }
}
