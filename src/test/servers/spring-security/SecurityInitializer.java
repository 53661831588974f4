package springsecurity;

import org.springframework.security.web.context.AbstractSecurityWebApplicationInitializer;

/** Registers Spring Security's filter before all filters that are registered by then, as its manual has it. */
public final class SecurityInitializer extends AbstractSecurityWebApplicationInitializer {

    public SecurityInitializer() {
        super(SecurityConfiguration.class);
    }
}
