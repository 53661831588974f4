package io.github.ostiary.testing.probe;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.annotation.WebFilter;
import jakarta.servlet.http.HttpFilter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.Principal;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Lets in who has a signed token, {@code NAME.TENANT.SIGNATURE}, under that name; a missing or a wrong one is a 401. */
@WebFilter("/api/*")
public class TokenFilter extends HttpFilter {

    private static final byte[] SECRET = "known to whoever signs".getBytes(StandardCharsets.UTF_8);
    private static final String BEARER = "Bearer ";

    /** A token that is let in. */
    public static String token(String name, String tenant) {
        return name + "." + tenant + "." + signature(name + "." + tenant);
    }

    private static String signature(String claims) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
            return Base64.getUrlEncoder()
                    .withoutPadding()
                    .encodeToString(mac.doFinal(claims.getBytes(StandardCharsets.UTF_8)));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    protected void doFilter(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String header = request.getHeader("Authorization");
        String[] token = header != null && header.startsWith(BEARER)
                ? header.substring(BEARER.length()).split("\\.")
                : new String[0];
        if (token.length != 3 || !isSigned(token)) {
            response.sendError(HttpServletResponse.SC_UNAUTHORIZED);
            return;
        }
        request.setAttribute("tenant", token[1]);
        Principal caller = () -> token[0];
        chain.doFilter(
                new HttpServletRequestWrapper(request) {
                    @Override
                    public Principal getUserPrincipal() {
                        return caller;
                    }
                },
                response);
    }

    private static boolean isSigned(String[] token) {
        return MessageDigest.isEqual(
                signature(token[0] + "." + token[1]).getBytes(StandardCharsets.UTF_8),
                token[2].getBytes(StandardCharsets.UTF_8));
    }
}
