package io.github.ostiary.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.ServletConnection;
import jakarta.servlet.ServletContext;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import jakarta.servlet.http.HttpUpgradeHandler;
import jakarta.servlet.http.Part;
import java.io.BufferedReader;
import java.security.Principal;
import java.util.Collection;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A request that no client sends, for the warm-up: a POST without a body, parameters or headers, from an address that is
 * kept for documentation. It is written out, since a proxy takes as long to make as hundreds of requests to decide. What is
 * set on it is forgotten.
 */
final class WarmUpRequest implements HttpServletRequest {

    private static final String NOBODY = "192.0.2.1";

    private String path = "/";

    /** The same request, whose path is now another. */
    WarmUpRequest on(String newPath) {
        path = newPath;
        return this;
    }

    @Override
    public @Nullable Object getAttribute(String name) {
        return null;
    }

    @Override
    public Enumeration<String> getAttributeNames() {
        return Collections.emptyEnumeration();
    }

    @Override
    public @Nullable String getCharacterEncoding() {
        return null;
    }

    @Override
    public void setCharacterEncoding(String name) {}

    @Override
    public int getContentLength() {
        return -1;
    }

    @Override
    public long getContentLengthLong() {
        return -1;
    }

    @Override
    public @Nullable String getContentType() {
        return null;
    }

    @Override
    public ServletInputStream getInputStream() {
        throw new IllegalStateException();
    }

    @Override
    public @Nullable String getParameter(String name) {
        return null;
    }

    @Override
    public Enumeration<String> getParameterNames() {
        return Collections.emptyEnumeration();
    }

    @Override
    public String @Nullable [] getParameterValues(String name) {
        return null;
    }

    @Override
    public Map<String, String[]> getParameterMap() {
        return Map.of();
    }

    @Override
    public String getProtocol() {
        return "HTTP/1.1";
    }

    @Override
    public String getScheme() {
        return "http";
    }

    @Override
    public String getServerName() {
        return NOBODY;
    }

    @Override
    public int getServerPort() {
        return 0;
    }

    @Override
    public BufferedReader getReader() {
        throw new IllegalStateException();
    }

    @Override
    public String getRemoteAddr() {
        return NOBODY;
    }

    @Override
    public String getRemoteHost() {
        return NOBODY;
    }

    @Override
    public void setAttribute(String name, Object value) {}

    @Override
    public void removeAttribute(String name) {}

    @Override
    public Locale getLocale() {
        return Locale.ROOT;
    }

    @Override
    public Enumeration<Locale> getLocales() {
        return Collections.emptyEnumeration();
    }

    @Override
    public boolean isSecure() {
        return false;
    }

    @Override
    public @Nullable RequestDispatcher getRequestDispatcher(String name) {
        return null;
    }

    @Override
    public int getRemotePort() {
        return 0;
    }

    @Override
    public String getLocalName() {
        return NOBODY;
    }

    @Override
    public String getLocalAddr() {
        return NOBODY;
    }

    @Override
    public int getLocalPort() {
        return 0;
    }

    @Override
    public ServletContext getServletContext() {
        throw new IllegalStateException();
    }

    @Override
    public AsyncContext startAsync() {
        throw new IllegalStateException();
    }

    @Override
    public AsyncContext startAsync(ServletRequest request, ServletResponse response) {
        throw new IllegalStateException();
    }

    @Override
    public boolean isAsyncStarted() {
        return false;
    }

    @Override
    public boolean isAsyncSupported() {
        return false;
    }

    @Override
    public AsyncContext getAsyncContext() {
        throw new IllegalStateException();
    }

    @Override
    public DispatcherType getDispatcherType() {
        return DispatcherType.REQUEST;
    }

    @Override
    public String getRequestId() {
        return "";
    }

    @Override
    public String getProtocolRequestId() {
        return "";
    }

    @Override
    public ServletConnection getServletConnection() {
        throw new IllegalStateException();
    }

    @Override
    public @Nullable String getAuthType() {
        return null;
    }

    @Override
    public Cookie @Nullable [] getCookies() {
        return null;
    }

    @Override
    public long getDateHeader(String name) {
        return -1;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return null;
    }

    @Override
    public Enumeration<String> getHeaders(String name) {
        return Collections.emptyEnumeration();
    }

    @Override
    public Enumeration<String> getHeaderNames() {
        return Collections.emptyEnumeration();
    }

    @Override
    public int getIntHeader(String name) {
        return -1;
    }

    @Override
    public String getMethod() {
        return "POST";
    }

    @Override
    public @Nullable String getPathInfo() {
        return null;
    }

    @Override
    public @Nullable String getPathTranslated() {
        return null;
    }

    @Override
    public String getContextPath() {
        return "";
    }

    @Override
    public @Nullable String getQueryString() {
        return null;
    }

    @Override
    public @Nullable String getRemoteUser() {
        return null;
    }

    @Override
    public boolean isUserInRole(String name) {
        return false;
    }

    @Override
    public @Nullable Principal getUserPrincipal() {
        return null;
    }

    @Override
    public @Nullable String getRequestedSessionId() {
        return null;
    }

    @Override
    public String getRequestURI() {
        return path;
    }

    @Override
    public StringBuffer getRequestURL() {
        return new StringBuffer(path);
    }

    @Override
    public String getServletPath() {
        return path;
    }

    @Override
    public @Nullable HttpSession getSession(boolean create) {
        return null;
    }

    @Override
    public @Nullable HttpSession getSession() {
        return null;
    }

    @Override
    public String changeSessionId() {
        return "";
    }

    @Override
    public boolean isRequestedSessionIdValid() {
        return false;
    }

    @Override
    public boolean isRequestedSessionIdFromCookie() {
        return false;
    }

    @Override
    public boolean isRequestedSessionIdFromURL() {
        return false;
    }

    @Override
    public boolean authenticate(HttpServletResponse response) {
        return false;
    }

    @Override
    public void login(String name, String value) {}

    @Override
    public void logout() {}

    @Override
    public Collection<Part> getParts() {
        return List.of();
    }

    @Override
    public @Nullable Part getPart(String name) {
        return null;
    }

    @Override
    public <T extends HttpUpgradeHandler> T upgrade(Class<T> type) {
        throw new IllegalStateException();
    }
}
