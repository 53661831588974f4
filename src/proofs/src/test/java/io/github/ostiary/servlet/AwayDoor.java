package io.github.ostiary.servlet;

import io.github.ostiary.edge.Position;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpServletResponseWrapper;
import java.io.IOException;
import java.security.Principal;

/** Our filter in a server of which something is away: the header {@code Away} names what throws, and from which call on. */
@WebFilter(value = "/*", asyncSupported = true)
public class AwayDoor extends RateLimitFilter {

    /** As the initializer makes it. */
    public AwayDoor() {
        super(Position.FIRST, true);
    }

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String away = ((HttpServletRequest) request).getHeader("Away");
        if (away == null) {
            super.doFilter(request, response, chain);
        } else {
            super.doFilter(
                    new Request((HttpServletRequest) request, away),
                    new Response((HttpServletResponse) response, away),
                    chain);
        }
    }

    private static IllegalStateException away(String what) {
        return new IllegalStateException(what + " is away, as asked");
    }

    private static final class Request extends HttpServletRequestWrapper {

        private final String away;
        private int asked;

        Request(HttpServletRequest request, String away) {
            super(request);
            this.away = away;
        }

        @Override
        public Principal getUserPrincipal() {
            asked++;
            if (away.equals("principal") || (away.equals("principal-later") && asked > 1)) {
                throw away(away);
            }
            return null;
        }

        @Override
        public AsyncContext startAsync() {
            if (away.equals("start-async")) {
                throw away(away);
            }
            return super.startAsync();
        }

        @Override
        public void setAttribute(String name, Object value) {
            if (away.equals("attribute") && name.startsWith("io.github.ostiary.closing")) {
                throw away(away);
            }
            if (away.equals("error") && name.startsWith("io.github.ostiary.held")) {
                throw new StackOverflowError("as asked");
            }
            super.setAttribute(name, value);
        }
    }

    private static final class Response extends HttpServletResponseWrapper {

        private final String away;

        Response(HttpServletResponse response, String away) {
            super(response);
            this.away = away;
        }

        @Override
        public void setHeader(String name, String value) {
            if (away.equals("header") && name.startsWith("RateLimit")) {
                throw away(away);
            }
            super.setHeader(name, value);
        }

        @Override
        public int getStatus() {
            if (away.equals("status")) {
                throw away(away);
            }
            return super.getStatus();
        }
    }
}
