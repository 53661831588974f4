package io.github.ostiary.login;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.identity.CountingStores;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Identity stores of Jakarta Security, injected by CDI into whatever asks them: {@link IdentityStoreExtension}, {@link
 * GuardedIdentityStores}. On every server with Weld; each test from an address of its own.
 */
@ParameterizedClass
@EnumSource
class IdentityStoresIT {

    private static final AtomicInteger ADDRESSES = new AtomicInteger();

    private static ServerUnderTest server;
    private static Path war;

    private final String address = "10.8.0." + ADDRESSES.incrementAndGet();

    @Parameter
    ServerKind kind;

    @BeforeParameterizedClassInvocation
    static void start(ServerKind kind) {
        war = WarBuilder.war("identity-stores-" + kind.name().toLowerCase())
                .cdi(kind)
                .thinJar()
                .jarOf(IdentityStoreHandler.class)
                .packageOf(CountingStores.class)
                .properties(
                        """
                        trustedProxies=loopback
                        lockout.door.login=container
                        lockout.door.key=principal + ip
                        lockout.door.steps=3/1m lock 5m
                        """)
                .build();
        server = ServerUnderTest.start(kind, war);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        if (server != null) { // it may not have started
            server.close();
            server = null;
        }
    }

    private String ask(String query) {
        return askFrom(address, query);
    }

    private static String askFrom(String from, String query) {
        return Browser.get(server.uri(war).resolve("mechanism?" + query), "X-Forwarded-For", from)
                .body();
    }

    @Test
    void threeWrongPasswordsAreLookedAt() {
        ask("u=nobody");
        for (int i = 0; i < 3; i++) {
            assertThat(ask("u=bob&p=guess" + i)).isEqualTo("INVALID 1");
        }
        assertThat(ask("u=BOB&p=right")).isEqualTo("INVALID 0");
        assertThat(ask("u=bob&p=guess")).isEqualTo("INVALID 0");
        assertThat(askFrom("10.7.0." + ADDRESSES.get(), "u=bob&p=right")).isEqualTo("VALID 1");
        assertThat(ask("u=eve&p=right")).isEqualTo("VALID 1");
    }

    @Test
    void rightPasswordsClearAndFaultsAreNeither() {
        ask("u=nobody");
        for (String password :
                new String[] {"guess", "guess", "broken", "broken", "broken", "right", "guess", "guess"}) {
            String expected = password.equals("broken")
                    ? "the directory is gone"
                    : password.equals("right") ? "VALID" : "INVALID";
            assertThat(ask("u=carl&p=" + password)).isEqualTo(expected + " 1");
        }
        assertThat(ask("u=carl&p=right")).isEqualTo("VALID 1");
    }

    @Test
    void whoIsKnownByNoPasswordTriesNobodysName() {
        for (int i = 0; i < 5; i++) {
            assertThat(ask("u=dora")).startsWith("NOT_VALIDATED");
        }
        assertThat(ask("u=dora&p=right")).startsWith("VALID");
    }
}
