package io.github.ostiary.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UnsupportedEncodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read to look for members of JSON, as those behind expect it: unread, by stream or by reader,
 * blocking or not, in whatever charset they set.
 */
final class ReplayedRequest extends HttpServletRequestWrapper {

    private final ReplayedInput input;
    private final HttpServletResponse response;
    private boolean streamed;
    private @Nullable BufferedReader reader;
    private @Nullable String encoding;

    /**
     * A request.
     *
     * @param input its body
     * @param response what goes with it to those behind
     */
    ReplayedRequest(HttpServletRequest request, ReplayedInput input, HttpServletResponse response) {
        super(request);
        this.input = input;
        this.response = response;
    }

    @Override
    public ServletInputStream getInputStream() {
        if (reader != null) {
            throw new IllegalStateException("getReader() has already been called for this request");
        }
        streamed = true;
        return input;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        if (streamed) {
            throw new IllegalStateException("getInputStream() has already been called for this request");
        }
        BufferedReader known = reader;
        if (known == null) {
            known = new BufferedReader(new InputStreamReader(input, charset()));
            reader = known;
        }
        return known;
    }

    private Charset charset() throws UnsupportedEncodingException {
        String name = getCharacterEncoding();
        return name == null ? StandardCharsets.ISO_8859_1 : known(name);
    }

    private static Charset known(String name) throws UnsupportedEncodingException {
        try {
            return Charset.forName(name);
        } catch (IllegalArgumentException e) {
            throw new UnsupportedEncodingException(name);
        }
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        String set = encoding;
        return set == null ? super.getCharacterEncoding() : set;
    }

    /** The container, from whose stream the body was read, takes none any more. */
    @Override
    public void setCharacterEncoding(String name) throws UnsupportedEncodingException {
        known(name);
        if (reader == null) {
            encoding = name;
        }
    }

    /** Code that asks the asynchronous context for the request gets one that can be read, too. */
    @Override
    public AsyncContext startAsync() {
        return startAsync(this, response);
    }
}
