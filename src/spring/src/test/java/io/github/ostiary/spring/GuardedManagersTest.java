package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.login.FrameworkLogins;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.GuardBuilder;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;

class GuardedManagersTest {

    /** Managers as applications write them. */
    @Configuration
    static class Application {

        @Bean
        static GuardedManagers guarding(ApplicationContext application) {
            return new GuardedManagers(application);
        }

        @Bean
        ProviderManager ofSpring() {
            return new ProviderManager(new Refusing());
        }

        @Bean
        AuthenticationManager lambda() {
            return Application::refused;
        }

        @Bean
        OwnManager own() {
            return new OwnManager("none");
        }

        @Bean
        AuthenticationManager again(ProviderManager ofSpring) {
            return ofSpring;
        }

        static Authentication refused(Authentication tried) {
            throw new BadCredentialsException(tried.getName());
        }
    }

    /** A manager that other beans ask for by its class, made with an argument. */
    static class OwnManager implements AuthenticationManager {

        private final String name;

        OwnManager(String name) {
            this.name = name;
        }

        String name() {
            return name;
        }

        @Override
        public Authentication authenticate(Authentication tried) {
            return Application.refused(tried);
        }
    }

    /** A provider that knows no user. */
    static final class Refusing implements AuthenticationProvider {

        @Override
        public Authentication authenticate(Authentication tried) {
            return Application.refused(tried);
        }

        @Override
        public boolean supports(Class<?> type) {
            return true;
        }
    }

    @Test
    void every_manager_that_is_a_bean_is_guarded_and_stays_of_its_class() {
        ClassLoader application = Thread.currentThread().getContextClassLoader();
        try (Guard guard = GuardBuilder.create()
                        .property("signin.main.login", "spring")
                        .build();
                var beans = new AnnotationConfigApplicationContext(Application.class)) {
            assertThat(beans.getBean(OwnManager.class).name()).isEqualTo("none");
            assertThat(beans.getBean("ofSpring", ProviderManager.class).getProviders())
                    .hasSize(1);
            Map<String, AuthenticationManager> all = beans.getBeansOfType(AuthenticationManager.class);
            assertThat(all).containsOnlyKeys("ofSpring", "lambda", "own", "again");
            assertThat(all.get("again")).isSameAs(all.get("ofSpring"));
            Runnable forget = FrameworkLogins.guard(null, application, Entrance.of(guard), List.of("main"), List.of());
            var outer = CurrentCall.remember(new TestCall("POST", "/anything"));
            try {
                all.forEach((name, manager) -> {
                    if (!name.equals("again")) {
                        threeAreLookedAt(name, manager);
                    }
                });
            } finally {
                CurrentCall.forget(outer);
                forget.run();
            }
        }
    }

    private static void threeAreLookedAt(String name, AuthenticationManager manager) {
        Authentication tried = new UsernamePasswordAuthenticationToken(name, "guessed");
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(() -> manager.authenticate(tried)).as(name).isInstanceOf(BadCredentialsException.class);
        }
        assertThatThrownBy(() -> manager.authenticate(tried)).as(name).isInstanceOf(RateLimitExceededException.class);
    }
}
