package io.github.ostiary.spring;

import java.util.Arrays;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.context.ApplicationContext;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.CsrfConfigurer;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.context.SecurityContextHolderFilter;

/**
 * The part of Ostiary in each chain of filters that an application builds: whatever filter looks at a password asks the
 * guarded manager. Not named in {@code META-INF/spring.factories}: an application that shares this jar with others, in a library of
 * the server, could not load it, and would not start.
 */
final class SecurityConfigurer extends AbstractHttpConfigurer<SecurityConfigurer, HttpSecurity> {

    /** Before the filter against forgery is made. */
    @Override
    public void init(HttpSecurity http) {
        CsrfConfigurer<HttpSecurity> forgery = forgery(http);
        if (forgery != null) {
            var unused = forgery.ignoringRequestMatchers(new ConsoleRequests());
        }
    }

    /** Before the application's filters are given the manager: what an application adds is configured later. */
    @Override
    public void configure(HttpSecurity http) {
        ApplicationContext context = http.getSharedObject(ApplicationContext.class);
        AuthenticationManager manager = http.getSharedObject(AuthenticationManager.class);
        if (manager != null) {
            http.setSharedObject(AuthenticationManager.class, new GuardedManager(manager, realm(context), context));
            http.addFilterBefore(new DeniedSignIns(), SecurityContextHolderFilter.class);
        }
    }

    /** Null where the chain has none. */
    @SuppressWarnings("unchecked")
    private static @Nullable CsrfConfigurer<HttpSecurity> forgery(HttpSecurity http) {
        return http.getConfigurer(CsrfConfigurer.class);
    }

    /** The name of the chain that is being made, whose accounts may be others than those of another chain. */
    static String realm(@Nullable ApplicationContext context) {
        ConfigurableListableBeanFactory beans = beans(context);
        return beans == null
                ? ""
                : Arrays.stream(beans.getBeanNamesForType(SecurityFilterChain.class, true, false))
                        .filter(beans::isCurrentlyInCreation)
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    private static @Nullable ConfigurableListableBeanFactory beans(@Nullable ApplicationContext context) {
        return context instanceof ConfigurableApplicationContext configurable ? configurable.getBeanFactory() : null;
    }
}
