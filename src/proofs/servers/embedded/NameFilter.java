import jakarta.servlet.Filter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.ServletRequest;
import jakarta.servlet.ServletResponse;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletRequestWrapper;
import java.io.IOException;
import java.security.Principal;

/** Believes whatever name a caller gives: the sign-in of an application of its own. */
public final class NameFilter implements Filter {

    @Override
    public void doFilter(ServletRequest request, ServletResponse response, FilterChain chain)
            throws IOException, ServletException {
        String name = ((HttpServletRequest) request).getHeader("X-Name");
        chain.doFilter(
                name == null
                        ? request
                        : new HttpServletRequestWrapper((HttpServletRequest) request) {
                            @Override
                            public String getRemoteUser() {
                                return name;
                            }

                            @Override
                            public Principal getUserPrincipal() {
                                return () -> name;
                            }
                        },
                response);
    }
}
