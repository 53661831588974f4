package io.github.ostiary.http;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The path of a request as its caller wrote it, read as the servers do that get it. They do not read it alike: to some an
 * encoded slash divides, and an encoded semicolon ends a segment, to others not. So there may be a second reading, the one of
 * servlet containers: rules about either are about the request.
 *
 * @param path each segment decoded, but for slashes
 * @param aliases the other reading, if it differs
 */
record WirePath(String path, List<String> aliases) {

    private static final String SLASH = "%2F";

    /**
     * Reads a path.
     *
     * @param raw not decoded, without a query
     * @throws MalformedCallException if it cannot be matched safely
     */
    static WirePath of(String raw) {
        if (raw.indexOf('%') < 0 && raw.indexOf(';') < 0) {
            return new WirePath(RequestPath.canonical(raw, null), List.of());
        }
        List<String> segments = new ArrayList<>();
        StringBuilder whole = new StringBuilder(raw.length());
        for (String each : raw.split("/", -1)) {
            int parameters = each.indexOf(';');
            String segment = decoded(parameters < 0 ? each : each.substring(0, parameters));
            whole.append('/').append(segment);
            if (!segment.isEmpty() && !segment.equals(".")) {
                segments.add(segment.replace("/", SLASH));
            }
        }
        String asContainers = RequestPath.canonical(whole.toString(), null);
        String path = "/" + String.join("/", segments);
        return new WirePath(path, path.equals(asContainers) ? List.of() : List.of(asContainers));
    }

    private static String decoded(String segment) {
        if (segment.indexOf('%') < 0) {
            return segment;
        }
        byte[] octets = segment.getBytes(StandardCharsets.UTF_8);
        ByteArrayOutputStream decoded = new ByteArrayOutputStream(octets.length);
        for (int i = 0; i < octets.length; i++) {
            if (octets[i] == '%') {
                decoded.write(hex(octets, i + 1) << 4 | hex(octets, i + 2));
                i += 2;
            } else {
                decoded.write(octets[i]);
            }
        }
        String text = StrictUtf8.decode(decoded.toByteArray());
        if (text == null) {
            throw new MalformedCallException("the path is not UTF-8");
        }
        return text;
    }

    private static int hex(byte[] octets, int at) {
        int digit = at < octets.length && octets[at] > 0 ? Character.digit(octets[at], 16) : -1;
        if (digit < 0) {
            throw new MalformedCallException("the path has an incomplete percent escape");
        }
        return digit;
    }
}
