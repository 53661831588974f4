package io.github.ostiary.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.testing.TestCall;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Pattern;

/**
 * Whether a redirect proves a success or shows a failure, against the paths that {@link URI} resolves and the rule as it is
 * told in a sentence. Each byte is a piece of a text or ends it, so that most inputs are about paths that meet.
 */
class SignalFuzzTest {

    /** Ends a text. */
    private static final String END = "";

    /** The first is that of a letter {@code `}, the second that of an {@code a}. */
    private static final String[] PIECES = {
        "&a=1",
        END,
        "/",
        "/in",
        "/in/",
        "/out",
        "in",
        "out",
        "?",
        "?a",
        "error",
        "=1",
        "#",
        "/shop",
        "../",
        "./",
        "http://a.b",
        END,
        "/in/out",
        "/out/in",
        "//",
        "%69n",
        ";v",
        "/in?a"
    };

    private static final int TEXTS = 4;

    /** Read the same by everybody: no escapes, no parameters, no empty segments. */
    private static final Pattern PLAIN =
            Pattern.compile("(?:http://a\\.b)?(?:/|(?:/[a-z]+)+/?)(?:\\?[a-z0-9=&]*)?(?:#[a-z]*)?");

    private static final Pattern TARGET = Pattern.compile("/|(?:/[a-z]+)+/?|(?:/|(?:/[a-z]+)+)\\?[a-z0-9=&]*");

    /** Two pages at once, as a caller may choose what stands in front, or a folder and its beginning. */
    @FuzzTest
    @DictionaryEntries({
        "a",
        "da",
        "ca",
        "ea",
        "ra",
        "wa",
        "dacaaa",
        "cacaca",
        "caraea",
        "dafaaa",
        "pda",
        "cia",
        "camcaama",
        "sa",
        "h",
        "i"
    })
    void redirectsShowWhatTheyAreSaidTo(byte[] input) {
        String[] texts = texts(input);
        String target = texts[0].split("#", 2)[0];
        String location = texts[1];
        String prefix = texts[2];
        String context = texts[3].matches("(/[a-z]+)+") ? texts[3] : "";
        for (boolean open : new boolean[] {true, false}) {
            if (TARGET.matcher(target).matches() && !(target.length() > 1 && target.endsWith("/") && !open)) {
                shown(target, open, location, prefix, context);
            }
        }
    }

    private static void shown(String target, boolean open, String location, String prefix, String context) {
        Signal signal = new Signal.Location(target, open);
        boolean proves = signal.shows(outcome(location, "", context), false);
        boolean fails = signal.shows(outcome(location, "", context), true);
        boolean provesBehind = signal.shows(outcome(location, prefix, context), false);
        assertTrue(fails || !proves, "what proves a success shows a failure where that is asked");
        assertTrue(proves || !provesBehind, "a word of the caller proves nothing");
        if (!PLAIN.matcher(location).matches()) {
            return;
        }
        String where = within(location, context);
        assertEquals(leads(where, target, open), proves, target + open + " by " + location + " in " + context);
        String first = where.split("[/?]", -1)[1];
        boolean callers = !first.isEmpty() && List.of(prefix.split("[/?#]", -1)).contains(first);
        if (prefix.matches("[a-z/?#]*")) {
            assertEquals(
                    proves && !callers,
                    provesBehind,
                    target + open + " by " + location + " where the caller said " + prefix);
        }
        boolean anywhere = leads(where, target, open);
        for (int at = where.indexOf('/', 1); at > 0; at = where.indexOf('/', at + 1)) {
            anywhere |= leads(where.substring(at), target, open);
        }
        assertTrue(fails || !anywhere, "a failure is one behind any prefix: " + target + open + " by " + location);
    }

    /** What a target says: a whole path with its query; or, open, how both begin, where a folder is below itself. */
    private static boolean leads(String where, String target, boolean open) {
        if (!open) {
            return where.equals(target);
        }
        boolean folder = target.length() > 1 && target.endsWith("/");
        String itself = folder ? target.substring(0, target.length() - 1) : target;
        return where.startsWith(target) || folder && (where.equals(itself) || where.startsWith(itself + "?"));
    }

    /** Path and query below the application, without a slash at the end. */
    private static String within(String location, String context) {
        URI uri = URI.create(location);
        String path = uri.getPath().replaceAll("(?<=.)/$", "");
        boolean inside = path.equals(context) || path.startsWith(context + "/");
        String below = inside ? path.substring(context.length()) : path;
        return (below.isEmpty() ? "/" : below) + (uri.getQuery() == null ? "" : "?" + uri.getQuery());
    }

    private static CallOutcome outcome(String location, String prefix, String context) {
        TestCall call = new TestCall("POST", "/auth/check");
        return new CallOutcome(
                OptionalInt.of(302),
                Optional.of(location),
                new CallOutcome.Answer() {
                    @Override
                    public String contextPath() {
                        return context;
                    }
                },
                Optional.empty(),
                true,
                false,
                prefix.isEmpty() ? call : call.header("X-Forwarded-Prefix", prefix));
    }

    private static String[] texts(byte[] input) {
        String[] texts = new String[TEXTS];
        int at = 0;
        for (int i = 0; i < TEXTS; i++) {
            StringBuilder text = new StringBuilder();
            for (String piece = next(input, at++); !piece.equals(END); piece = next(input, at++)) {
                text.append(piece);
            }
            texts[i] = text.toString();
        }
        return texts;
    }

    private static String next(byte[] input, int at) {
        return at < input.length ? PIECES[(input[at] & 0x1f) % PIECES.length] : END;
    }
}
