package io.github.ostiary.servlet;

import io.github.ostiary.text.Log;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.Enumeration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that holds something, as those behind see it. Its asynchronous work is watched. While it holds an attempt it
 * comes without conditions and ranges: by these a caller makes another answer of the one that says what became of the
 * attempt, a 412 of a 401.
 */
final class HeldRequest extends UnconditionalRequest {

    private static final System.Logger LOG = Log.of(HeldRequest.class);
    private static final String SENDS_FILES = "org.apache.tomcat.sendfile.support";

    private final RequestHoldings holdings;
    private final WatchedResponse response;
    private @Nullable ServletInputStream stream;
    private @Nullable BufferedReader reader;

    HeldRequest(HttpServletRequest request, WatchedResponse response, RequestHoldings holdings) {
        super(request);
        this.response = response;
        this.holdings = holdings;
    }

    @Override
    boolean hidesConditions() {
        return holdings.holdAttempt();
    }

    @Override
    public AsyncContext startAsync() {
        return started(super.startAsync());
    }

    @Override
    public AsyncContext startAsync(ServletRequest wrapped, ServletResponse answer) {
        return started(super.startAsync(wrapped, answer));
    }

    private AsyncContext started(AsyncContext context) {
        holdings.workBegins();
        return new HeldWork(context, this, response, holdings);
    }

    @Override
    public AsyncContext getAsyncContext() {
        return new HeldWork(super.getAsyncContext(), this, response, holdings);
    }

    @Override
    public ServletInputStream getInputStream() throws IOException {
        BodyBytes bytes = holdings.bytes;
        if (bytes == null) {
            return super.getInputStream();
        }
        ServletInputStream counted = stream;
        if (counted == null) {
            counted = new CountedInput(super.getInputStream(), bytes.read);
            stream = counted;
        }
        return counted;
    }

    @Override
    public BufferedReader getReader() throws IOException {
        BodyBytes bytes = holdings.bytes;
        if (bytes == null) {
            return super.getReader();
        }
        BufferedReader counted = reader;
        if (counted == null) {
            Charset charset = EncodedLength.charset(getCharacterEncoding());
            counted = CountedReader.of(super.getReader(), charset, bytes.read);
            reader = counted;
        }
        return counted;
    }

    @Override
    public @Nullable String getParameter(String name) {
        String value = super.getParameter(name);
        countParsed();
        return value;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        Map<String, String[]> all = super.getParameterMap();
        countParsed();
        return all;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        Enumeration<String> names = super.getParameterNames();
        countParsed();
        return names;
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        String[] values = super.getParameterValues(name);
        countParsed();
        return values;
    }

    @Override
    public Collection<Part> getParts() throws IOException, ServletException {
        Collection<Part> parts = super.getParts();
        countParsed();
        return parts;
    }

    @Override
    public @Nullable Part getPart(String name) throws IOException, ServletException {
        Part part = super.getPart(name);
        countParsed();
        return part;
    }

    /** Counts the parsed bytes: who asks for a field of several parts has all of them parsed. */
    private void countParsed() {
        BodyBytes bytes = holdings.bytes;
        if (bytes == null || !bytes.countsParsed()) {
            return;
        }
        try {
            if (Parameters.isMultipart(this)) {
                bytes.parsed(super.getParts());
            } else {
                bytes.parsed(super.getParameterMap());
            }
        } catch (IOException | ServletException | RuntimeException e) {
            LOG.log(System.Logger.Level.DEBUG, "The server has parsed no body: it costs what was reserved", e);
        }
    }

    /** A file that the server sends by itself could not be counted. */
    @Override
    public @Nullable Object getAttribute(String name) {
        return SENDS_FILES.equals(name) && holdings.bytes != null ? Boolean.FALSE : super.getAttribute(name);
    }

    @Override
    public void setAttribute(String name, @Nullable Object value) {
        holdings.setting(name, value);
        super.setAttribute(name, value);
    }
}
