package io.github.ostiary.servlet;

import java.nio.charset.Charset;
import java.nio.charset.IllegalCharsetNameException;
import java.nio.charset.StandardCharsets;
import java.nio.charset.UnsupportedCharsetException;
import org.jspecify.annotations.Nullable;

/** The number of bytes that characters are in a charset. */
final class EncodedLength {

    private static final int TWO_BYTES = 0x80;
    private static final int THREE_BYTES = 0x800;

    private EncodedLength() {}

    /** The charset of a name as a container takes it; where it says none that is known, one byte is one character. */
    static Charset charset(@Nullable String name) {
        try {
            return name == null ? StandardCharsets.ISO_8859_1 : Charset.forName(name);
        } catch (IllegalCharsetNameException | UnsupportedCharsetException e) {
            return StandardCharsets.ISO_8859_1;
        }
    }

    static long of(CharSequence text, int from, int to, Charset charset) {
        if (charset.equals(StandardCharsets.UTF_8)) {
            return inUtf8(text, from, to);
        }
        return charset.equals(StandardCharsets.ISO_8859_1) || charset.equals(StandardCharsets.US_ASCII)
                ? to - from
                : text.subSequence(from, to).toString().getBytes(charset).length;
    }

    /** The halves of a pair are two bytes each, whether they come together or not. */
    private static long inUtf8(CharSequence text, int from, int to) {
        long length = 0;
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            length += c < TWO_BYTES ? 1 : c < THREE_BYTES || Character.isSurrogate(c) ? 2 : 3;
        }
        return length;
    }
}
