package io.github.ostiary.journeys;

import jakarta.servlet.DispatcherType;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletMapping;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpSession;
import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.util.Collections;
import java.util.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A request without session and headers but the credentials it is given, and with a form if it is posted, used again and again; answering allocates nothing. */
final class FakeRequest extends HttpServletRequestWrapper {

    private final ServletContext context;
    private final String method;
    private final String path;
    private final String[] names = new String[32];
    private final Object[] values = new Object[32];
    private final Map<String, byte[]> forms = new HashMap<>();
    private final FormInput form = new FormInput();
    private String authorization;
    private int attributes;
    private int borne;

    FakeRequest(ServletContext context, String method, String path) {
        super(FakeApplication.fake(HttpServletRequest.class, (called, arguments) -> {
            throw new UnsupportedOperationException(called);
        }));
        this.context = context;
        this.method = method;
        this.path = path;
    }

    void begin() {
        attributes = borne;
    }

    /** What it comes with, from a server in front of this one. */
    void bears(String name, Object value) {
        begin();
        setAttribute(name, value);
        borne = attributes;
    }

    /** Whose name the form has. */
    void user(String name) {
        form.begin(forms.computeIfAbsent(name, each -> ("username=" + each).getBytes(StandardCharsets.UTF_8)));
    }

    /** Sends credentials in its header. */
    void authorization(String credentials) {
        authorization = credentials;
    }

    @Override
    public ServletInputStream getInputStream() {
        return form;
    }

    @Override
    public Object getAttribute(String name) {
        for (int i = 0; i < attributes; i++) {
            if (names[i].equals(name)) {
                return values[i];
            }
        }
        return null;
    }

    @Override
    public void setAttribute(String name, Object value) {
        for (int i = 0; i < attributes; i++) {
            if (names[i].equals(name)) {
                values[i] = value;
                return;
            }
        }
        names[attributes] = name;
        values[attributes++] = value;
    }

    @Override
    public ServletContext getServletContext() {
        return context;
    }

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public String getMethod() {
        return method;
    }

    @Override
    public String getServletPath() {
        return path;
    }

    @Override
    public String getContextPath() {
        return "";
    }

    @Override
    public String getRequestURI() {
        return path;
    }

    @Override
    public String getPathInfo() {
        return null;
    }

    @Override
    public HttpServletMapping getHttpServletMapping() {
        return null;
    }

    @Override
    public String getQueryString() {
        return null;
    }

    @Override
    public String getProtocol() {
        return "HTTP/1.1";
    }

    @Override
    public String getRemoteAddr() {
        return "203.0.113.7";
    }

    @Override
    public String getServerName() {
        return "shop.example";
    }

    @Override
    public String getHeader(String name) {
        return name.equalsIgnoreCase("Authorization") ? authorization : null;
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.emptyEnumeration();
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        String header = getHeader(name);
        return header == null ? Collections.emptyEnumeration() : Collections.enumeration(List.of(header));
    }

    @Override
    public Principal getUserPrincipal() {
        return null;
    }

    @Override
    public HttpSession getSession(boolean create) {
        return null;
    }

    @Override
    public boolean isAsyncStarted() {
        return false;
    }

    @Override
    public String getContentType() {
        return method.equals("POST") ? "application/x-www-form-urlencoded" : null;
    }

    @Override
    public long getContentLengthLong() {
        return method.equals("POST") ? 20 : -1;
    }

    @Override
    public String getCharacterEncoding() {
        return "UTF-8";
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Map.of();
    }

    @Override
    public String[] getParameterValues(String name) {
        return null;
    }

    /** A body that is there at once. */
    private static final class FormInput extends ServletInputStream {

        private byte[] form = {};
        private int at;

        void begin(byte[] next) {
            form = next;
            at = 0;
        }

        @Override
        public int read() {
            return at < form.length ? form[at++] : -1;
        }

        @Override
        public boolean isFinished() {
            return at == form.length;
        }

        @Override
        public boolean isReady() {
            return true;
        }

        @Override
        public void setReadListener(ReadListener listener) {
            throw new UnsupportedOperationException();
        }
    }
}
