package io.github.ostiary.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.ostiary.MalformedCallException;
import io.github.ostiary.text.StrictUtf8;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request that no server has parsed: read once, within a bound, when a rule asks for what is in it, and only if
 * its type says that we can read it. Not thread-safe.
 */
final class WireBody {

    private final WireCall call;
    private final int most;

    private @Nullable JsonText json;
    private @Nullable String form;
    private boolean formKnown;

    WireBody(WireCall call, int most) {
        this.call = call;
        this.most = most;
    }

    /** Whether there is a body: in HTTP/1 one is announced; later, one of unknown length is not. */
    boolean isThere() {
        String length = first("Content-Length");
        if (length != null) {
            return !length.equals("0");
        }
        return first("Transfer-Encoding") != null
                || (call.mayCarryBodyUnannounced() && (!isBodiless() || first("Content-Type") != null));
    }

    private boolean isBodiless() {
        return RequestHead.BODILESS.contains(call.method().orElse(""));
    }

    private @Nullable String first(String name) {
        List<String> lines = call.headers(name);
        return lines.isEmpty() ? null : lines.get(0);
    }

    /** The names and values of a form, as they were sent; null if there is none, or none that can be read. */
    @Nullable
    String form() {
        if (!formKnown) {
            form = isForm() ? text() : null;
            formKnown = true;
        }
        return form;
    }

    /** Whether there may be what {@link #form} does not show. */
    boolean hidesFields() {
        return isThere() && form() == null;
    }

    private boolean isForm() {
        String type = first("Content-Type");
        return MediaType.of(type).equals("application/x-www-form-urlencoded")
                && !isBodiless()
                && isThere()
                && first("Content-Encoding") == null
                && MediaType.isIn(type, UTF_8);
    }

    /** Null if it is too long. */
    private @Nullable String text() {
        byte[] octets = read();
        if (octets == null) {
            return null;
        }
        String text = StrictUtf8.decode(octets);
        if (text == null) {
            throw new MalformedCallException("the form is not UTF-8");
        }
        return text;
    }

    /** The text in which members of JSON are looked for. */
    JsonText json() {
        JsonText known = json;
        if (known == null) {
            known = isThere() ? readJson() : JsonText.NONE;
            json = known;
        }
        return known;
    }

    /** The same, if a rule has looked for one; null if none has. */
    @Nullable
    JsonText jsonIfRead() {
        return json;
    }

    private JsonText readJson() {
        if (!MediaType.isJson(first("Content-Type"), first("Content-Encoding"))) {
            return JsonText.UNREAD;
        }
        byte[] octets = read();
        return octets == null || octets.length == 0 ? JsonText.UNREAD : JsonText.of(octets);
    }

    /** Reads the whole body; null if it is longer than the bound. */
    private byte @Nullable [] read() {
        if (isTooLong(first("Content-Length"))) {
            return null;
        }
        try {
            byte[] octets = call.firstBytes(most + 1);
            return octets.length > most ? null : octets;
        } catch (IOException e) {
            throw new MalformedCallException("the body cannot be read");
        }
    }

    private boolean isTooLong(@Nullable String length) {
        try {
            return length != null && Long.parseLong(length) > most;
        } catch (NumberFormatException e) {
            throw new MalformedCallException("the length of the body cannot be read");
        }
    }

    /** The names of all fields; of which it is only logged which there are. */
    static Set<String> names(String fields) {
        Set<String> names = new LinkedHashSet<>();
        for (String pair : fields.split("&", -1)) {
            int equals = pair.indexOf('=');
            names.add(equals < 0 ? pair : pair.substring(0, equals));
        }
        return names;
    }
}
