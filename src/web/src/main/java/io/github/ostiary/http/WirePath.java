package io.github.ostiary.http;

import io.github.ostiary.MalformedCallException;
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
            String segment = RequestPath.decoded(parameters < 0 ? each : each.substring(0, parameters));
            whole.append('/').append(segment);
            add(segment, segments, dotted);
            add(parameters < 0 ? segment : RequestPath.decoded(each), literal, null);
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
        String divided = segment.replace("/", RequestPath.SLASH);
        if (!segment.isEmpty() && !segment.equals(".")) {
            segments.add(divided);
        }
        if (!segment.isEmpty() && dotted != null) {
            dotted.add(divided);
        }
    }
}
