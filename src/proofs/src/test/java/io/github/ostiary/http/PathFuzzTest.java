package io.github.ostiary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.rule.PathPattern;
import io.github.ostiary.testing.FuzzedText;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Paths of requests and patterns of rules: against URI and regular expressions, and in all spellings. */
class PathFuzzTest {

    private static final Pattern PARENT = Pattern.compile("(?:^|/)\\.\\.(?:;[^/]*)?(?:/|$)");
    private static final Pattern PLAIN = Pattern.compile("[^;]*");

    @FuzzTest
    @DictionaryEntries({
        "/login",
        "/",
        "//",
        "/.",
        "/..",
        ";x=y",
        "/*",
        "*.ext",
        "/a/*/b",
        "**",
        "%2e",
        "\\x0a",
        "\\\\",
        "?",
        "{",
        "\\xc2\\x85",
        "*",
        "/./"
    })
    void everySpellingOfAPathIsOnePath(byte[] input) throws URISyntaxException {
        String text = FuzzedText.of(input);
        String path = FuzzedText.line(text, 0, 2);
        Optional<String> canonical = canonical(path);
        boolean control = path.chars().anyMatch(Character::isISOControl);
        assertEquals(!control && !PARENT.matcher(path).find(), canonical.isPresent(), path);
        if (canonical.isPresent()) {
            spellings(path, canonical.get());
        }
        pattern(FuzzedText.line(text, 1, 2), canonical.orElse("/a/b"));
        FuzzedText.linear(path, PathFuzzTest::canonical);
        FuzzedText.linear(path, PathFuzzTest::parsed);
    }

    private static Optional<String> canonical(String path) {
        try {
            return Optional.of(RequestPath.canonical(path, null));
        } catch (MalformedCallException e) {
            return Optional.empty();
        }
    }

    private static void spellings(String path, String canonical) throws URISyntaxException {
        assertEquals(canonical, RequestPath.canonical(canonical, null));
        assertEquals(canonical, RequestPath.canonical(path + "/", null));
        assertEquals(canonical, RequestPath.canonical(path + ";a=b", null));
        assertEquals(canonical, RequestPath.canonical("/.;x//" + path, "/"));
        assertEquals(canonical, RequestPath.canonical(path.replace("/", "/;/./"), null));
        for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
            assertEquals(canonical, RequestPath.canonical(path.substring(0, at), path.substring(at)));
        }
        if (PLAIN.matcher(path).matches()) {
            String normal = new URI("http", "host", ("/" + path).replaceAll("/+", "/"), null)
                    .normalize()
                    .getPath()
                    .replaceFirst("(?<=.)/$", "");
            assertEquals(normal, canonical);
        }
    }

    private static Optional<PathPattern> parsed(String text) {
        try {
            return Optional.of(PathPattern.parse(text));
        } catch (IllegalArgumentException e) {
            assertTrue(e.getMessage().startsWith("'" + text.strip() + "'"), e.getMessage());
            return Optional.empty();
        }
    }

    private static void pattern(String text, String path) {
        Optional<PathPattern> parsed = parsed(text);
        if (parsed.isEmpty()) {
            return;
        }
        PathPattern pattern = parsed.get();
        String shown = pattern.toString();
        if (shown.equals(shown.strip())) { // else a segment of blanks is at its end, which no file can write
            assertEquals(shown, PathPattern.parse(shown).toString());
            assertEquals(pattern.matches(path), PathPattern.parse(shown).matches(path));
        }
        assertEquals(naive(shown).matcher(path).matches(), pattern.matches(path), shown);
        pattern.exact().ifPresent(exact -> assertTrue(pattern.matches(exact)));
        assertFalse(text.contains("**"));
        FuzzedText.linear(path, longer -> pattern.matches("/" + longer));
    }

    private static Pattern naive(String pattern) {
        if (pattern.startsWith("*.")) {
            return Pattern.compile("(?s).*" + Pattern.quote(pattern.substring(1)));
        }
        Matcher subtree = Pattern.compile("(.*)/\\*", Pattern.DOTALL).matcher(pattern);
        String segments = Stream.of((subtree.matches() ? subtree.group(1) : pattern).split("/"))
                .filter(segment -> !segment.isEmpty())
                .map(segment -> segment.equals("*") ? "/[^/]+" : "/" + Pattern.quote(segment))
                .collect(Collectors.joining());
        return Pattern.compile("(?s)" + segments + (subtree.matches() ? "(?:/.*)?" : segments.isEmpty() ? "/" : ""));
    }
}
