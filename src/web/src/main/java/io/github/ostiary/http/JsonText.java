package io.github.ostiary.http;

import io.github.ostiary.text.StrictUtf8;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A body that was read to look for members of JSON. Not thread-safe. */
public final class JsonText {

    /** There is no body. */
    public static final JsonText NONE = new JsonText(null, false);

    /** There is a body, of which not all was read. */
    public static final JsonText UNREAD = new JsonText(null, true);

    private static final char BYTE_ORDER_MARK = '\uFEFF';

    private final @Nullable String text;
    private final boolean opaque;
    private final Map<String, JsonMember> found = new HashMap<>(4);

    /**
     * A body.
     *
     * @param text the whole; null if it is not known
     * @param opaque whether it may hold what is not in the text
     */
    private JsonText(@Nullable String text, boolean opaque) {
        this.text = text;
        this.opaque = opaque;
    }

    /**
     * A body that is said to be JSON.
     *
     * @param octets the whole
     * @return throws {@link io.github.ostiary.MalformedCallException} when asked, if it is no JSON
     */
    public static JsonText of(byte[] octets) {
        String text = StrictUtf8.decode(octets);
        if (text == null) {
            return new JsonText("", false); // which is no JSON
        }
        return new JsonText(!text.isEmpty() && text.charAt(0) == BYTE_ORDER_MARK ? text.substring(1) : text, false);
    }

    /**
     * The member of a path.
     *
     * @param path names from the outermost object inwards, separated by dots
     * @return its one value, if that is clear; null otherwise
     */
    public @Nullable String value(String path) {
        return text == null ? null : member(text, path).text();
    }

    /**
     * Whether an application may find another value.
     *
     * @param path as for {@link #value}
     * @return true if so
     */
    public boolean mayHide(String path) {
        return text == null ? opaque : member(text, path).unclear();
    }

    /**
     * The call of JSON-RPC that it is.
     *
     * @return null if it is none, or cannot be read
     */
    @Nullable
    RpcCall rpc() {
        return text == null ? null : RpcCall.find(text);
    }

    private JsonMember member(String json, String path) {
        JsonMember known = found.get(path);
        if (known == null) {
            known = JsonMember.find(json, path.split("\\."));
            found.put(path, known);
        }
        return known;
    }
}
