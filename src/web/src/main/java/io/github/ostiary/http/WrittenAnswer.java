package io.github.ostiary.http;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An answer that is kept until it is whole, for servers that take answers as objects. */
public final class WrittenAnswer implements HttpAnswer {

    private final List<String> accepted;
    private final Map<String, String> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int status;
    private @Nullable String contentType;
    private byte[] body = {};

    /**
     * Nothing yet.
     *
     * @param accepted lines of the request's header {@code Accept}
     */
    public WrittenAnswer(List<String> accepted) {
        this.accepted = List.copyOf(accepted);
    }

    /**
     * One that is whole, and has no headers.
     *
     * @param status 400 to 599
     * @param contentType what the body is; null if there is none
     * @param body kept as it is
     */
    public WrittenAnswer(int status, @Nullable String contentType, byte[] body) {
        this(List.of());
        this.status = status;
        this.contentType = contentType;
        this.body = body;
    }

    /**
     * The status.
     *
     * @return 400 to 599 once it was answered
     */
    public int status() {
        return status;
    }

    /**
     * The headers but for those about the body.
     *
     * @return by name
     */
    public Map<String, String> headers() {
        return headers;
    }

    /**
     * Returns the type of the body.
     *
     * @return null if there is none
     */
    public @Nullable String contentType() {
        return contentType;
    }

    /**
     * The body, for {@code HEAD} too.
     *
     * @return empty if there is none
     */
    public byte[] body() {
        return body;
    }

    @Override
    public boolean begin(int code) {
        status = code;
        return true;
    }

    @Override
    public void status(int code) {
        status = code;
    }

    @Override
    public void header(String name, String value) {
        if (name.equalsIgnoreCase("Content-Type")) {
            contentType = value;
        } else if (!name.equalsIgnoreCase("Content-Length")) {
            headers.put(name, value);
        }
    }

    @Override
    public @Nullable String header(String name) {
        return headers.get(name);
    }

    @Override
    public void body(String type, byte[] text) {
        contentType = type;
        body = text.clone();
    }

    @Override
    public List<String> accepted() {
        return accepted;
    }

    @Override
    public boolean canBePage() {
        return false;
    }

    @Override
    public void refer(String reference) {}

    @Override
    public boolean isCommitted() {
        return false;
    }
}
