package com.example.forum;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.servlet.http.HttpSession;
import java.io.IOException;
import java.security.Principal;

/**
 * The forum's own authentication: whoever the session remembers is the request's principal from here on.
 *
 * <p>Filters before this one see nobody. That is why rules with a {@code principal} key say {@code position=last}.
 */
public class SessionUserFilter extends HttpFilter {

    private static final long serialVersionUID = 1L;
    private static final String ATTRIBUTE = Member.class.getName();

    /** Signs a member in for the rest of the session, which must exist. */
    static void remember(HttpServletRequest request, Member member) {
        request.getSession().setAttribute(ATTRIBUTE, member);
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        HttpSession session = request.getSession(false);
        boolean known = session != null && session.getAttribute(ATTRIBUTE) instanceof Member;
        chain.doFilter(known ? new SignedIn(request, (Member) session.getAttribute(ATTRIBUTE)) : request, response);
    }

    private static final class SignedIn extends HttpServletRequestWrapper {

        private final Member member;

        SignedIn(HttpServletRequest request, Member member) {
            super(request);
            this.member = member;
        }

        @Override
        public Principal getUserPrincipal() {
            return member;
        }

        @Override
        public String getRemoteUser() {
            return member.name();
        }

        @Override
        public boolean isUserInRole(String role) {
            return role.equals("member") || (role.equals("admin") && member.keeper());
        }
    }
}
