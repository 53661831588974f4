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
import java.util.ArrayList;
import java.util.Collections;
import java.util.Enumeration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A request whose body was read to look for members of JSON, or for fields of a form, as those behind expect it: unread, by
 * stream or by reader, blocking or not, in whatever charset they set; and with a form's fields behind the query's parameters.
 */
final class ReplayedRequest extends HttpServletRequestWrapper {

    private final ReplayedInput input;
    private final @Nullable Map<String, List<String>> form;
    private @Nullable HttpServletResponse response;
    private boolean streamed;
    private @Nullable BufferedReader reader;
    private @Nullable String encoding;

    /**
     * A request.
     *
     * @param body what was read of it, with its input
     */
    ReplayedRequest(HttpServletRequest request, ReadBody body) {
        super(request);
        this.input = Objects.requireNonNull(body.input());
        this.form = body.form();
    }

    /** Says what goes with it to those behind. */
    void goesWith(HttpServletResponse answer) {
        response = answer;
    }

    /** The container, from whose stream the form was read, knows the query's only. */
    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] query = super.getParameterValues(name);
        List<String> fields = form == null ? null : form.get(name);
        return fields == null ? query : joined(query, fields);
    }

    private static String[] joined(String @Nullable [] query, List<String> fields) {
        List<String> all = new ArrayList<>(query == null ? List.of() : List.of(query));
        all.addAll(fields);
        return all.toArray(new String[0]);
    }

    @Override
    public @Nullable String getParameter(String name) {
        String[] values = getParameterValues(name);
        return values == null ? null : values[0];
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> query = super.getParameterMap();
        if (form == null) {
            return query;
        }
        Map<String, String[]> all = new LinkedHashMap<>(query);
        form.forEach((name, fields) -> all.put(name, joined(query.get(name), fields)));
        return Collections.unmodifiableMap(all);
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.enumeration(getParameterMap().keySet());
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
        return startAsync(this, Objects.requireNonNull(response));
    }
}
