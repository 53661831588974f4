package io.github.ostiary.servlet;

import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletResponse;
import java.io.PrintWriter;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** The response to a {@link WarmUpRequest}: it is never read. A sign-in has failed. */
final class WarmUpResponse implements HttpServletResponse {

    @Override
    public String getCharacterEncoding() {
        return "UTF-8";
    }

    @Override
    public @Nullable String getContentType() {
        return null;
    }

    @Override
    public ServletOutputStream getOutputStream() {
        throw new IllegalStateException();
    }

    @Override
    public PrintWriter getWriter() {
        throw new IllegalStateException();
    }

    @Override
    public void setCharacterEncoding(String name) {}

    @Override
    public void setContentLength(int number) {}

    @Override
    public void setContentLengthLong(long number) {}

    @Override
    public void setContentType(String name) {}

    @Override
    public void setBufferSize(int number) {}

    @Override
    public int getBufferSize() {
        return 0;
    }

    @Override
    public void flushBuffer() {}

    @Override
    public void resetBuffer() {}

    @Override
    public boolean isCommitted() {
        return false;
    }

    @Override
    public void reset() {}

    @Override
    public void setLocale(Locale locale) {}

    @Override
    public Locale getLocale() {
        return Locale.ROOT;
    }

    @Override
    public void addCookie(Cookie cookie) {}

    @Override
    public boolean containsHeader(String name) {
        return false;
    }

    @Override
    public String encodeURL(String name) {
        return name;
    }

    @Override
    public String encodeRedirectURL(String name) {
        return name;
    }

    @Override
    public void sendError(int number, String name) {}

    @Override
    public void sendError(int number) {}

    @Override
    public void sendRedirect(String name) {}

    @Override
    public void setDateHeader(String name, long number) {}

    @Override
    public void addDateHeader(String name, long number) {}

    @Override
    public void setHeader(String name, String value) {}

    @Override
    public void addHeader(String name, String value) {}

    @Override
    public void setIntHeader(String name, int number) {}

    @Override
    public void addIntHeader(String name, int number) {}

    @Override
    public void setStatus(int number) {}

    @Override
    public int getStatus() {
        return SC_UNAUTHORIZED;
    }

    @Override
    public @Nullable String getHeader(String name) {
        return null;
    }

    @Override
    public Collection<String> getHeaders(String name) {
        return List.of();
    }

    @Override
    public Collection<String> getHeaderNames() {
        return List.of();
    }
}
