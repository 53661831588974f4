package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.http.QueryString;
import io.github.ostiary.testing.FuzzedText;
import java.net.URLDecoder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Queries and forms, against Tomcat's and Jetty's parsers and against URLDecoder. */
class FormFuzzTest {

    private static final List<ServerParsers.Parser> SERVERS = ServerParsers.found();

    @FuzzTest
    @DictionaryEntries({
        "u=bob",
        "&",
        "=",
        "%75",
        "%6fb",
        "+",
        "%20",
        "%C3%A9",
        "%zz",
        "%4",
        "%ff",
        ";",
        "&&",
        "u",
        "u=",
        "%00",
        "%26",
        "%3D",
        "\\xc3\\xa9"
    })
    void aQueryHasWhatTheServersFind(byte[] input) {
        String query = FuzzedText.of(input);
        Optional<Map<String, List<String>>> naive = naive(query);
        Set<String> names = new LinkedHashSet<>(List.of("u"));
        naive.ifPresent(all -> names.addAll(all.keySet()));
        for (String name : names) {
            Optional<List<String>> ours = ours(query, name);
            naive.ifPresent(all -> assertEquals(Optional.of(all.getOrDefault(name, List.of())), ours, name));
            for (ServerParsers.Parser server : SERVERS) {
                boolean ascii = query.chars().allMatch(c -> c < 0x80);
                Optional<List<String>> theirs =
                        ascii && !name.isEmpty() ? server.values(query, name) : Optional.empty();
                if (ours.isPresent() && theirs.isPresent()) {
                    assertEquals(theirs, ours, server + " of " + query);
                }
            }
        }
        Optional<Map<String, List<String>>> form = form(query);
        naive.ifPresent(all -> assertEquals(Optional.of(withoutNothing(all, query)), form));
        naive.ifPresent(all -> assertEquals(
                query.isEmpty()
                        ? 0
                        : List.of(query.split("&")).stream()
                                .filter(one -> !one.isEmpty())
                                .count(),
                QueryString.count(query)));
        FuzzedText.linear(query, text -> ours(text, "u"));
        FuzzedText.linear(query, QueryString::count);
        FuzzedText.linear(query, FormFuzzTest::form);
    }

    private static Optional<List<String>> ours(String query, String name) {
        try {
            return Optional.of(QueryString.values(query, name));
        } catch (MalformedCallException e) {
            return Optional.empty();
        }
    }

    private static Optional<Map<String, List<String>>> form(String text) {
        try {
            return Optional.of(QueryString.form(text.getBytes(UTF_8), UTF_8));
        } catch (MalformedCallException e) {
            return Optional.empty();
        }
    }

    /** Between two separators is no field. */
    private static Map<String, List<String>> withoutNothing(Map<String, List<String>> all, String query) {
        Map<String, List<String>> fields = new LinkedHashMap<>(all);
        List<String> unnamed = Stream.of(query.split("&", -1))
                .filter(pair -> pair.startsWith("="))
                .map(pair -> URLDecoder.decode(pair.substring(1), UTF_8))
                .toList();
        fields.remove("");
        if (!unnamed.isEmpty()) {
            fields.put("", unnamed);
        }
        return fields;
    }

    /** None if an escape is incomplete, or not UTF-8. */
    private static Optional<Map<String, List<String>>> naive(String query) {
        Map<String, List<String>> values = new LinkedHashMap<>();
        for (String pair : query.isEmpty() ? new String[0] : query.split("&", -1)) {
            String[] parts = pair.split("=", 2);
            for (int i = 0; i < parts.length; i++) {
                boolean escaped = parts[i].matches("(?:[^%]|%[0-9a-fA-F]{2})*+");
                parts[i] = escaped ? URLDecoder.decode(parts[i], UTF_8) : "\uFFFD";
                if (parts[i].contains("\uFFFD") || !new String(parts[i].getBytes(UTF_8), UTF_8).equals(parts[i])) {
                    return Optional.empty();
                }
            }
            values.computeIfAbsent(parts[0], name -> new ArrayList<>()).add(parts.length > 1 ? parts[1] : "");
        }
        return Optional.of(values);
    }
}
