package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.Principal;
import java.util.List;
import java.util.Set;
import javax.naming.Context;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Who calls a bean where no request tells; what servers say was seen on them, see src/docs/keys.md. */
class PlatformCallerTest {

    @Test
    void the_first_that_knows_somebody_is_believed() {
        assertThat(caller(says(null), says("anonymous"), says("bob"), says("carol"))
                        .name())
                .contains("bob");
    }

    @ParameterizedTest
    @ValueSource(strings = {"anonymous", "ANONYMOUS", "UNAUTHENTICATED", "guest"})
    void what_servers_call_nobody_is_nobody(String name) {
        assertThat(caller(says(name)).name()).isEmpty();
    }

    @Test
    void somebody_of_such_a_name_has_a_role_that_nobody_has() {
        assertThat(caller(says("guest", "**")).name()).contains("guest");
    }

    @Test
    void what_knows_nothing_is_passed_over() {
        PlatformCaller.CallerSource broken = new PlatformCaller.CallerSource() {
            @Override
            public Principal caller() {
                throw new IllegalArgumentException("object is not an instance of declaring class");
            }

            @Override
            public boolean inRole(String role) {
                throw new IllegalStateException();
            }
        };
        assertThat(caller(broken, says("bob", "admin")).name()).contains("bob");
        assertThat(caller(broken, says("bob", "admin")).inRole("admin")).isTrue();
        assertThat(caller(broken, says("bob", "admin")).inRole("owner")).isFalse();
        assertThat(caller(broken).name()).isEmpty();
    }

    @Test
    void without_a_platform_there_is_nobody() {
        assertThat(PlatformCaller.here().name()).isEmpty();
        assertThat(PlatformCaller.here().inRole("admin")).isFalse();
    }

    @Test
    void an_ejb_is_asked_by_its_context() {
        String packages = System.getProperty(Context.URL_PKG_PREFIXES);
        System.setProperty(Context.URL_PKG_PREFIXES, "io.github.ostiary.testing.naming");
        try {
            assertThat(PlatformCaller.here().name()).contains("erin");
            assertThat(PlatformCaller.here().inRole("admin")).isTrue();
        } finally {
            if (packages == null) {
                System.clearProperty(Context.URL_PKG_PREFIXES);
            } else {
                System.setProperty(Context.URL_PKG_PREFIXES, packages);
            }
        }
    }

    private static PlatformCaller caller(PlatformCaller.CallerSource... sources) {
        return new PlatformCaller(List.of(sources));
    }

    private static PlatformCaller.CallerSource says(@Nullable String name, String... roles) {
        return new PlatformCaller.CallerSource() {
            @Override
            public @Nullable Principal caller() {
                return name == null ? null : () -> name;
            }

            @Override
            public boolean inRole(String role) {
                return Set.of(roles).contains(role);
            }
        };
    }
}
