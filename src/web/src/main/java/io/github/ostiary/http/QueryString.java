package io.github.ostiary.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A reader of raw queries, which leaves the request's body alone. */
public final class QueryString {

    private QueryString() {}

    /**
     * All values of a parameter; no character is looked at more than four times.
     *
     * @param query raw, or null
     * @param name decoded
     * @return in order, decoded as UTF-8
     * @throws MalformedCallException if a name, or a value of this name, is not properly encoded
     */
    public static List<String> values(@Nullable CharSequence query, String name) {
        return values(query, name, false);
    }

    /**
     * Returns the same where names may have no case.
     *
     * @param query raw, or null
     * @param name decoded
     * @param folded whether letters of ASCII have no case in names
     * @return in order, decoded as UTF-8
     * @throws MalformedCallException if a name, or a value of this name, is not properly encoded
     */
    public static List<String> values(@Nullable CharSequence query, String name, boolean folded) {
        if (query == null || query.length() == 0) {
            return List.of();
        }
        List<String> values = new ArrayList<>(1);
        for (int start = 0; start <= query.length(); ) {
            int end = start;
            int nameEnd = -1;
            boolean plain = true;
            for (char c; end < query.length() && (c = query.charAt(end)) != '&'; end++) {
                if (c == '=' && nameEnd < 0) {
                    nameEnd = end;
                }
                plain &= nameEnd >= 0 || (c != '%' && c != '+' && c < 0x80);
            }
            nameEnd = nameEnd < 0 ? end : nameEnd;
            CharSequence found = plain ? query : decode(query, start, nameEnd, null);
            if (is(name, found, plain ? start : 0, plain ? nameEnd : found.length(), folded)) {
                values.add(nameEnd == end ? "" : decode(query, nameEnd + 1, end, null));
            }
            start = end + 1;
        }
        return values;
    }

    /**
     * All fields of a form.
     *
     * @param octets the whole, in a charset that has ASCII's
     * @param charset of the octets, and of those that are escaped
     * @return by name, in order, decoded
     * @throws MalformedCallException if a name or a value is not properly encoded
     */
    public static Map<String, List<String>> form(byte[] octets, Charset charset) {
        String text = new String(octets, ISO_8859_1);
        Map<String, List<String>> fields = new LinkedHashMap<>();
        for (int start = 0; start < text.length(); ) {
            int next = text.indexOf('&', start);
            int end = next < 0 ? text.length() : next;
            int equals = text.indexOf('=', start);
            int nameEnd = equals < 0 || equals > end ? end : equals;
            if (end > start) {
                fields.computeIfAbsent(decode(text, start, nameEnd, charset), any -> new ArrayList<>(1))
                        .add(nameEnd == end ? "" : decode(text, nameEnd + 1, end, charset));
            }
            start = end + 1;
        }
        return fields;
    }

    private static boolean is(String name, CharSequence query, int from, int to, boolean folded) {
        boolean same = name.length() == to - from;
        for (int i = 0; same && i < name.length(); i++) {
            char one = name.charAt(i);
            char other = query.charAt(from + i);
            same = one == other || (folded && lower(one) == lower(other));
        }
        return same;
    }

    private static int lower(char c) {
        return c >= 'A' && c <= 'Z' ? c | 0x20 : c;
    }

    /**
     * How many parameters there are, of any name.
     *
     * @param query raw
     * @return at least 0
     */
    public static int count(CharSequence query) {
        int count = 0;
        int start = 0;
        for (int i = 0; i <= query.length(); i++) {
            if (i == query.length() || query.charAt(i) == '&') {
                count += i > start ? 1 : 0;
                start = i + 1;
            }
        }
        return count;
    }

    /** Decodes characters, or octets that are in a charset and stand for characters. */
    private static String decode(CharSequence text, int from, int to, @Nullable Charset octets) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(to - from);
        for (int i = from; i < to; i++) {
            char c = text.charAt(i);
            if (c == '%') {
                bytes.write(hex(text, i + 1, to) << 4 | hex(text, i + 2, to));
                i += 2;
            } else if (c < 0x80 || octets != null) {
                bytes.write(c == '+' ? ' ' : c);
            } else {
                int whole = Character.codePointAt(text, i);
                if (Character.getType(whole) == Character.SURROGATE) {
                    throw notUtf8();
                }
                bytes.writeBytes(Character.toString(whole).getBytes(UTF_8));
                i += Character.charCount(whole) - 1;
            }
        }
        String decoded = StrictUtf8.decode(bytes.toByteArray());
        boolean other = octets != null && !octets.equals(UTF_8);
        if (other && (decoded == null || decoded.length() == bytes.size())) {
            return bytes.toString(octets);
        }
        if (other || decoded == null) {
            // What is not ASCII, not said to be UTF-8, and is, has two readings.
            throw notUtf8();
        }
        return decoded;
    }

    private static MalformedCallException notUtf8() {
        return new MalformedCallException("the query or the form is not UTF-8");
    }

    private static int hex(CharSequence text, int at, int end) {
        char c = at < end ? text.charAt(at) : 0x80;
        int digit = c < 0x80 ? Character.digit(c, 16) : -1;
        if (digit < 0) {
            throw new MalformedCallException("the query or the form has an incomplete percent escape");
        }
        return digit;
    }
}
