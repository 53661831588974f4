package springsecurity;

import jakarta.servlet.ServletContext;
import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;
import org.springframework.web.filter.ForwardedHeaderFilter;

/** Registers Spring Security's filter before all filters that are registered by then, as its manual has it. */
public final class SecurityInitializer extends AbstractSecurityWebApplicationInitializer {

    public SecurityInitializer() {
        super(SecurityConfiguration.class);
    }

    /** Before it the filter that believes {@code X-Forwarded-Prefix} and the like, where {@code web.xml} asks for it. */
    @Override
    protected void beforeSpringSecurityFilterChain(ServletContext context) {
        if (Boolean.parseBoolean(context.getInitParameter("forwarded-headers"))) {
            insertFilters(context, new ForwardedHeaderFilter());
        }
    }
}
