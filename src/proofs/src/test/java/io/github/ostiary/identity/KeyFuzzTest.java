package io.github.ostiary.identity;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.CallContext;
import io.github.ostiary.Key;
import io.github.ostiary.testing.FuzzedText;
import java.text.Normalizer;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Keys and conditions as operators write them: without quotes, a list means what its pieces mean alone; in quotes, any
 * text is taken as it is.
 */
class KeyFuzzTest {

    private static final KeySettings SETTINGS = new KeySettings(
            new ClientAddress(TrustedProxies.parse("loopback"), "X-Forwarded-For", 64),
            name -> call -> Optional.of(Key.part("tenant", "acme")));

    private static final Pattern REMEDY = Pattern.compile(
            "[;,(] ?(?:write|remove|add|known are|did you mean|quote|separate|correct|needs)|Known are|Quote |must be");

    @FuzzTest
    @DictionaryEntries({
        "principal",
        "ip",
        "/24",
        "/56",
        "/exact",
        "/digits",
        "/marks",
        "header:X-A",
        "cookie:c",
        "param:u",
        "json:user.name",
        "attribute:a",
        "arg:id",
        "host",
        "session",
        "basic",
        "global",
        "role:admin",
        " | ",
        " + ",
        ", ",
        "!",
        "=v",
        "principal:present",
        "principal=bob",
        "host:a.b",
        "\"",
        "\\\\",
        "\\x0a"
    })
    void theWholeIsWhatItsPiecesAre(byte[] input) {
        String text = FuzzedText.of(input);
        String key = FuzzedText.line(text, 0, 2);
        String when = FuzzedText.line(text, 1, 2);
        // No call has a form and JSON in one body.
        boolean bodies = key.contains("param:") && key.contains("json:");
        if (key.indexOf('"') < 0 && !bodies) {
            key(key);
        }
        if (when.indexOf('"') < 0) {
            condition(when);
        }
        quoted(when);
        waiver(when);
        FuzzedText.linear(key + ",", each -> parsed(each, KeyFuzzTest::keys));
        FuzzedText.linear(when + ",", each -> parsed(each, Condition::parseAll));
    }

    private static KeyExpression keys(String text) {
        return KeyExpression.parse(text, SETTINGS);
    }

    private static void key(String text) {
        Optional<KeyExpression> whole = parsed(text, KeyFuzzTest::keys);
        List<String> pieces = pieces(text, "[,|+]");
        if (whole.isEmpty()) {
            Set<String> different = new HashSet<>();
            boolean twice = pieces.stream().anyMatch(piece -> !different.add(piece.toLowerCase(Locale.ROOT)));
            assertTrue(
                    twice
                            || pieces.stream().anyMatch(piece -> parsed(piece, KeyFuzzTest::keys)
                                    .isEmpty()),
                    text);
            return;
        }
        FakeCall call = callWith(pieces);
        String[] sets = text.split(",", -1);
        assertEquals(sets.length, whole.get().sets().size());
        for (int i = 0; i < sets.length; i++) {
            Optional<Key> joined = Optional.empty();
            // Each piece of the call is there, so the first alternative counts.
            for (String piece : pieces(sets[i].split("\\|", -1)[0], "\\+")) {
                Key part = resolved(keys(piece), 0, call);
                joined = Optional.of(joined.isPresent() ? joined.get().and(part) : part);
            }
            assertEquals(joined.orElseThrow(), resolved(whole.get(), i, call), text);
        }
    }

    private static Key resolved(KeyExpression key, int set, FakeCall call) {
        return key.sets().get(set).resolve(call).orElseThrow();
    }

    private static void condition(String text) {
        Optional<Condition> whole = parsed(text, Condition::parseAll);
        if (text.isBlank()) {
            assertTrue(whole.orElseThrow().test(FakeCall.bean()));
            return;
        }
        List<String> pieces = pieces(text, ",");
        boolean sound = pieces.stream()
                .allMatch(piece ->
                        !piece.isEmpty() && parsed(piece, Condition::parseAll).isPresent());
        assertEquals(sound, whole.isPresent(), text);
        if (sound) {
            for (FakeCall call : List.of(FakeCall.bean(), callWith(pieces))) {
                boolean all = pieces.stream()
                        .allMatch(piece -> Condition.parseAll(piece).test(call));
                assertEquals(all, whole.get().test(call), text);
            }
        }
    }

    /** A value, and a name, of any characters. */
    private static void quoted(String text) {
        if (text.isEmpty()) {
            return;
        }
        String quoted = '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        Condition condition = Condition.parseAll("!cookie:none, header:X-A=" + quoted);
        assertTrue(condition.test(FakeCall.bean().header("X-A", text)));
        assertFalse(condition.test(FakeCall.bean().header("X-A", text + "x")));
        parsed("ip + param:" + quoted, KeyFuzzTest::keys).ifPresent(key -> {
            Key found = resolved(key, 0, FakeCall.from("9.9.9.9").param(text, "bob"));
            assertEquals("bob", found.parts().get(1).value());
        });
    }

    /** What a name has that others do not is had by that name alone, however others are spelled. */
    private static void waiver(String name) {
        if (name.isBlank() || name.chars().anyMatch(Character::isISOControl)) {
            return;
        }
        String quoted = '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
        Predicate<CallContext> list = Condition.principals("none, " + quoted, true);
        Predicate<CallContext> when = Condition.parseAll("principal=" + quoted).certainly();
        String wide = name.replaceAll("[\uD800-\uDFFF]", "");
        for (String caller : List.of(
                name,
                name.toUpperCase(Locale.ROOT),
                name.toLowerCase(Locale.ROOT),
                " " + name,
                name + "\u00AD",
                Normalizer.normalize(name, Normalizer.Form.NFKC),
                wide)) {
            FakeCall call = FakeCall.bean().with("principal", caller);
            // Halves of surrogates are all one octet, and no container lets them in.
            boolean same = caller.equals(name) || wide.length() < name.length() && list.test(call);
            assertEquals(same, list.test(call), caller);
            assertEquals(list.test(call), when.test(call), caller);
        }
    }

    /** Whatever the pieces name is there, once. */
    private static FakeCall callWith(List<String> pieces) {
        FakeCall call = FakeCall.from("9.9.9.9")
                .with("principal", "bob7")
                .with("session", "s1")
                .with("host", "a7.b")
                .header("Authorization", "Basic Ym9iNzp4");
        Set<String> there = new HashSet<>(Set.of("header:authorization"));
        for (String piece : pieces) {
            String[] parts = piece.replaceFirst("^!", "").split(":", 2);
            String name = parts.length < 2 ? "" : parts[1].split("[/=]", 2)[0];
            String value = piece.contains("=") ? piece.substring(piece.indexOf('=') + 1) : "v1";
            if (!there.add(parts[0] + ":" + (parts[0].equals("header") ? name.toLowerCase(Locale.ROOT) : name))) {
                continue;
            }
            switch (parts[0]) {
                case "header" -> call.header(name, value);
                case "cookie" -> call.cookie(name, value);
                case "param" -> call.param(name, value);
                case "json" -> call.json(name, value).body("json");
                case "attribute" -> call.attribute(name, value);
                case "arg" -> call.arg(name, value);
                case "role" -> call.role(name);
                default -> {}
            }
        }
        return call;
    }

    private static List<String> pieces(String text, String separators) {
        return Stream.of(text.split(separators, -1)).map(String::strip).toList();
    }

    private static <T> Optional<T> parsed(String text, Function<String, T> reader) {
        try {
            return Optional.of(reader.apply(text));
        } catch (IllegalArgumentException e) {
            assertTrue(REMEDY.matcher(e.getMessage()).find(), e.getMessage());
            return Optional.empty();
        }
    }
}
