package io.github.ostiary.rule;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.testing.FuzzedText;
import java.net.HttpCookie;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** What responses carry of what callers wrote: redirects, against URI's resolution, and cookies, against HttpCookie. */
class LocationFuzzTest {

    private static final Pattern PATH = Pattern.compile("(/[a-z]+)*/[a-z]*");

    /** Read the same by everybody: no escapes, no parameters, no empty segments. */
    private static final Pattern PLAIN = Pattern.compile(
            "(?:https?://[a-z.]+(?::[0-9]+)?)?/?(?:[a-zA-Z.]+/)*[a-zA-Z.]*(?:\\?[a-z=&/.]*)?(?:#[a-z]*)?");

    @FuzzTest
    @DictionaryEntries({
        "/shop",
        "/shop/login?error",
        "../",
        "../../shop/area/",
        "./",
        "login",
        "?error",
        "#top",
        "//",
        "%2e%2e",
        ";x",
        "%2F",
        "http://a.b:80",
        "%",
        "s=1; Max-Age=0",
        "; expires=Thu, 01 Jan 1970 ",
        "\\x0a",
        "/auth/check"
    })
    void redirectsLeadWhereBrowsersGo(byte[] input) {
        String text = FuzzedText.of(input);
        String location = FuzzedText.line(text, 0, 3);
        String asked = FuzzedText.line(text, 1, 3);
        String context = FuzzedText.line(text, 2, 3);
        String request = PATH.matcher(asked).matches() ? asked : "/auth/check";
        String application = PATH.matcher(context).matches() && !context.endsWith("/") ? context : "/shop";
        for (String within : new String[] {application, ""}) {
            resolved(location, within, request);
        }
        cookie(location);
        FuzzedText.linear(location, each -> Redirects.within(each, "/shop", "/auth/check"));
        FuzzedText.linear(location, each -> SetCookies.gives("s=" + each, "s"));
        FuzzedText.linear(location, each -> Redirects.beginsWithPrefix("/a/b", List.of(each)));
    }

    private static void resolved(String location, String context, String request) {
        String ours = Redirects.within(location, context, request);
        assertTrue(ours.startsWith("/"), ours);
        if (PLAIN.matcher(location).matches() && !location.startsWith("//") && !location.contains("?/")) {
            assertEquals(naive(location, context, request), ours, location + " from " + context + request);
        }
        String path = ours.replaceFirst("(?s)\\?.*", "");
        String again = path.replace("#", "%23") + "?x";
        assertEquals(path + "?x", Redirects.within(again, "", "/"), "once more");
    }

    private static String naive(String location, String context, String request) {
        try {
            // URI takes what has no path for the folder.
            String same = request.substring(request.lastIndexOf('/') + 1);
            String reference = location.matches("(?s)[?#].*|") ? same + location : location;
            URI target = new URI("http://host" + context + request).resolve(reference);
            String path = target.normalize()
                    .getPath()
                    .replaceAll("^(/\\.\\.)+(?=/|$)", "")
                    .replaceAll("(?<=.)/+$", "");
            String inside = path.equals(context)
                    ? ""
                    : path.startsWith(context + "/") ? path.substring(context.length()) : path;
            return (inside.isEmpty() ? "/" : inside) + (target.getQuery() == null ? "" : "?" + target.getQuery());
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void cookie(String line) {
        // HttpCookie takes a comma for the end of a cookie, browsers do not.
        if (line.indexOf(',') >= 0 || line.chars().anyMatch(Character::isISOControl)) {
            return;
        }
        boolean gives = SetCookies.gives(line, "s");
        try {
            HttpCookie cookie = HttpCookie.parse(line).get(0);
            if (cookie.getName().equals("s") && !line.toLowerCase(Locale.ROOT).contains("expires")) {
                assertEquals(!cookie.getValue().isEmpty() && cookie.getMaxAge() != 0, gives, line);
            }
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            // It is none to HttpCookie, which reads less than browsers.
        }
    }
}
