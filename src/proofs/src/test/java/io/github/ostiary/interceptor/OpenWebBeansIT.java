package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.beans.Replies;
import io.github.ostiary.testing.identity.CountingStores;
import io.github.ostiary.testing.probe.SignInServlet;
import jakarta.security.enterprise.identitystore.IdentityStoreHandler;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What {@link LimitedBeansIT} holds with Weld, with the other CDI, as far as they differ: extension, interceptor, beans. */
class OpenWebBeansIT {

    private static final String LISTENER =
            """
            <listener>
              <listener-class>org.apache.webbeans.servlet.WebBeansConfigurationListener</listener-class>
            </listener>
            """;

    @Test
    void beansAreLimitedAndRulesInjected() {
        Path war = WarBuilder.war("beans-owb")
                .thinJarWithoutJedis()
                .openWebBeans()
                .webXml(LISTENER + BeanApplication.DOORKEEPER)
                .packageOf(Replies.class)
                .properties(BeanApplication.RULES)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            for (String twice : new String[] {"both", "watched", "basket", "code?a=1"}) {
                assertThat(call(server, war, twice).statusCode()).as(twice).isEqualTo(200);
                assertThat(call(server, war, twice).statusCode()).as(twice).isEqualTo(200);
                assertThat(call(server, war, twice).statusCode()).as(twice).isEqualTo(429);
            }
            assertThat(call(server, war, "free").statusCode()).isEqualTo(200);
            for (String expected : new String[] {"yes", "yes", "yes", "no"}) {
                assertThat(call(server, war, "guard?a=x").body()).isEqualTo(expected);
            }
            assertThat(call(server, war, "limiter?a=x").body()).isEqualTo("yes");
            assertThat(call(server, war, "semaphores?a=x").body()).isEqualTo("true false");
            assertThat(call(server, war, "lockouts?a=x").body()).isEqualTo("true");
        }
    }

    /** A store behind our handler; three guesses are looked at, as {@link io.github.ostiary.testing.identity} counts them. */
    @Test
    void sign_ins_by_identity_stores_are_locked_out() {
        Path war = WarBuilder.war("identity-owb")
                .thinJarWithoutJedis()
                .openWebBeans()
                .jarOf(IdentityStoreHandler.class)
                .webXml(LISTENER)
                .packageOf(CountingStores.class)
                .properties(
                        """
                        lockout.door.login=container
                        lockout.door.key=principal + ip
                        lockout.door.steps=3/1m lock 5m
                        """)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            for (int i = 0; i < 3; i++) {
                assertThat(ask(server, war, "u=bob&p=guess" + i)).isEqualTo("INVALID 1");
            }
            assertThat(ask(server, war, "u=bob&p=right")).isEqualTo("INVALID 0");
            assertThat(ask(server, war, "u=eve&p=right")).isEqualTo("VALID 1");
        }
    }

    @Test
    void sign_ins_by_form_are_locked_out() {
        Path war = WarBuilder.war("form-owb")
                .thinJarWithoutJedis()
                .openWebBeans()
                .webXml(LISTENER)
                .classes(SignInServlet.class)
                .properties(
                        """
                        lockout.login.path=/sign-in/status
                        lockout.login.key=param:u + ip
                        lockout.login.failure=status:401
                        lockout.login.success=principal
                        lockout.login.steps=3/1m lock 5m
                        """)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            for (int expected : new int[] {401, 401, 401, 429}) {
                assertThat(Browser.send(
                                        "POST",
                                        server.uri(war).resolve("sign-in/status"),
                                        "u=bob&p=wrong",
                                        StandardCharsets.UTF_8,
                                        "Content-Type",
                                        "application/x-www-form-urlencoded")
                                .statusCode())
                        .isEqualTo(expected);
            }
        }
    }

    private static String ask(ServerUnderTest server, Path war, String query) {
        return Browser.get(server.uri(war).resolve("mechanism?" + query)).body();
    }

    private static HttpResponse<String> call(ServerUnderTest server, Path war, String bean) {
        return Browser.get(server.uri(war).resolve("selected/" + bean));
    }
}
