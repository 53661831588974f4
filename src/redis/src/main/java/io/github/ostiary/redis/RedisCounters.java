package io.github.ostiary.redis;

import io.github.ostiary.Algorithm;
import io.github.ostiary.store.CounterPage;
import io.github.ostiary.store.CounterPage.CounterLine;
import io.github.ostiary.store.StoreException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The counters of a rule in Redis, for reports: by a walk through the keys, and one {@code GET} for each of the calendar. Thread-safe. */
final class RedisCounters {

    private static final char CALENDAR = Algorithm.CALENDAR.letter();

    /**
     * The state as calendar.lua keeps it: newest, offset, gap, count, the count of a window before, and when that was
     * used last.
     */
    private static final Pattern STATE =
            Pattern.compile("(\\d{1,17}) \\d{1,17} \\d{1,17} (\\d{1,17})(?: (\\d{1,17}) (\\d{1,17}))?");

    private final Servers servers;
    private final KeyWalk walk;

    RedisCounters(Servers servers, String prefix) {
        this.servers = servers;
        this.walk = new KeyWalk(servers, prefix);
    }

    CounterPage page(String rule, @Nullable String cursor, int max) throws StoreException {
        Map<String, CounterLine> lines = new LinkedHashMap<>();
        Optional<String> next = walk.walk(rule + ":*", cursor, (node, keys) -> {
            read(rule, node, keys, lines);
            return lines.size() < max;
        });
        return new CounterPage(new ArrayList<>(lines.values()), next);
    }

    private void read(String rule, String node, List<byte[]> keys, Map<String, CounterLine> lines)
            throws StoreException {
        List<byte[]> ofCalendar = new ArrayList<>();
        for (byte[] each : keys) {
            String key = new String(each, StandardCharsets.UTF_8);
            String place = walk.end(key).substring(rule.length() + 1);
            if (place.indexOf(':') >= 0) {
                continue; // what is noted beside a counter
            }
            if (!place.isEmpty() && place.charAt(0) == CALENDAR) {
                ofCalendar.add(each);
            } else if (!place.isEmpty()) {
                lines.put(key, line(key, place, null));
            }
        }
        List<Object> states = ofCalendar.isEmpty() ? List.of() : states(node, ofCalendar);
        for (int i = 0; i < ofCalendar.size(); i++) {
            String key = new String(ofCalendar.get(i), StandardCharsets.UTF_8);
            if (states.get(i) instanceof byte[] state) {
                String text = new String(state, StandardCharsets.US_ASCII).strip();
                lines.put(key, line(key, walk.end(key).substring(rule.length() + 1), STATE.matcher(text)));
            }
        }
    }

    private List<Object> states(String node, List<byte[]> keys) throws StoreException {
        return servers.ask(
                node,
                link -> {
                    keys.forEach(key -> link.sendCommand(Commands.get(key)));
                    return link.getMany(keys.size());
                },
                servers.unhurried());
    }

    private CounterLine line(String key, String place, @Nullable Matcher state) {
        boolean known = state != null && state.matches();
        return new CounterLine(
                walk.identity(key),
                place.charAt(0),
                place.substring(1),
                known ? figure(state, 1) : 0,
                known ? figure(state, 2) : 0,
                known ? figure(state, 4) : 0,
                known ? figure(state, 3) : 0);
    }

    private static long figure(@Nullable Matcher state, int group) {
        String text = state == null ? null : state.group(group);
        return text == null ? 0 : Long.parseLong(text);
    }
}
