package io.github.ostiary.login;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.edge.Entrance;
import io.github.ostiary.servlet.SignInGuard;
import jakarta.servlet.ServletContext;
import java.lang.reflect.Proxy;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Sign-ins that cannot be reached; those that can are in {@link ContainerLoginIT} and {@link IdentityStoresIT}. */
class ContainerLoginsTest {

    private final ClassLoader loader = new URLClassLoader(new URL[0]);

    private ServletContext on(String server) {
        return (ServletContext) Proxy.newProxyInstance(
                getClass().getClassLoader(),
                new Class<?>[] {ServletContext.class},
                (self, method, given) -> method.getName().equals("getServerInfo") ? server : loader);
    }

    private Runnable guard(String server) {
        return guard(server, "door");
    }

    private Runnable guard(String server, String rule) {
        Entrance entrance = (Entrance) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {Entrance.class}, (self, method, given) -> null);
        SignInGuard.Edge edge = (SignInGuard.Edge) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {SignInGuard.Edge.class}, (self, method, given) -> null);
        return GuardedApplications.guard(on(server), loader, entrance, List.of(rule), edge);
    }

    @Test
    void aServerThatCannotBeReachedFailsTheDeployment() {
        assertThatThrownBy(() -> guard("Resin/4.0"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        "lockout.door.login=container", "Resin/4.0", "lockout.door.path", "guard.lockouts(\"door\")");
    }

    @Test
    void ofASignInTheLineToWriteIsNamed() {
        assertThatThrownBy(() -> guard("Resin/4.0", "main.password"))
                .hasMessageContainingAll("signin.main.login=container", "name its path in signin.main.path");
    }

    @Test
    void identityStoresAreReachedUntilTheApplicationEnds() {
        GuardedApplications.reached(loader);
        Runnable end = guard("Payara Micro");
        ClassLoader outer = Thread.currentThread().getContextClassLoader();
        Thread.currentThread().setContextClassLoader(loader);
        try {
            assertThat(ContainerLogins.current()).isNotNull();
            end.run();
            assertThat(ContainerLogins.current()).isNull();
        } finally {
            Thread.currentThread().setContextClassLoader(outer);
        }
    }
}
