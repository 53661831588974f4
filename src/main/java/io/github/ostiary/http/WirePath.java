package io.github.ostiary.http;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The path of a request as its caller wrote it, read as the servers do that get it. They do not read it alike: to some an
 * encoded slash divides, a semicolon, encoded or not, ends a segment, and a dot is none, to others not. So there may be other
 * readings, those of servlet containers, of JAX-RS and of Vert.x: rules about any are about the request.
 *
 * @param path each segment decoded, but for slashes
 * @param aliases the other readings, if they differ
 */
record WirePath(String path, List<String> aliases) {

    static final String SLASH = "%2F";

    /**
     * Reads a path.
     *
     * @param raw not decoded, without a query
     * @throws MalformedCallException if it cannot be matched safely
     */
    static WirePath of(String raw) {
        if (raw.indexOf('%') < 0 && raw.indexOf(';') < 0 && !raw.contains("/.")) {
            return new WirePath(RequestPath.canonical(raw, null), List.of());
        }
        List<String> segments = new ArrayList<>();
        List<String> dotted = new ArrayList<>();
        List<String> literal = new ArrayList<>();
        StringBuilder whole = new StringBuilder(raw.length());
        for (String each : raw.split("/", -1)) {
            int parameters = each.indexOf(';');
            String segment = decoded(parameters < 0 ? each : each.substring(0, parameters));
            whole.append('/').append(segment);
            add(segment, segments, dotted);
            add(parameters < 0 ? segment : decoded(each), literal, null);
        }
        String asContainers = RequestPath.canonical(whole.toString(), null);
        Set<String> readings = new LinkedHashSet<>(List.of("/" + String.join("/", segments)));
        readings.add(asContainers);
        readings.add("/" + String.join("/", dotted));
        readings.add("/" + String.join("/", literal));
        List<String> all = List.copyOf(readings);
        return new WirePath(all.get(0), all.subList(1, all.size()));
    }

    private static void add(String segment, List<String> segments, @Nullable List<String> dotted) {
        String divided = segment.replace("/", SLASH);
        if (!segment.isEmpty() && !segment.equals(".")) {
            segments.add(divided);
        }
        if (!segment.isEmpty() && dotted != null) {
            dotted.add(divided);
        }
    }

    static String decoded(String segment) {
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
