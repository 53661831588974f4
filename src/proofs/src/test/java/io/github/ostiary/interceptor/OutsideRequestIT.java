package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.beans.UserFilter;
import io.github.ostiary.testing.beans.outside.Errands;
import jakarta.security.enterprise.SecurityContext;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Whom a bean's call is counted on where its thread works on no request; few threads serve all requests here. */
@ParameterizedClass
@EnumSource
class OutsideRequestIT {

    private static ServerUnderTest server;
    private static Path war;

    OutsideRequestIT(ServerKind kind) {
        String name = "outside-" + kind.name().toLowerCase();
        if (war == null || !war.endsWith(name)) {
            stop();
            war = BeanApplication.war("outside", kind)
                    .thinJarWithoutJedis()
                    .jarOf(SecurityContext.class)
                    .packageOf(Errands.class)
                    .classes(UserFilter.class)
                    .webXml(BeanApplication.USERS + BeanApplication.DOORKEEPER)
                    .properties("limit.errand.rate=1/1h\nlimit.errand.key=principal\n")
                    .build();
            server = ServerUnderTest.start(kind, List.of(war), Map.of(), Map.of("threads", "8"));
        }
    }

    @AfterAll
    static void stop() {
        if (server != null) {
            server.close();
            server = null;
        }
    }

    private static String errand(String which, String... headers) {
        return Browser.get(server.uri(war).resolve("errand/" + which), headers).body();
    }

    @Test
    void the_platform_names_the_principal() {
        assertThat(errand("out?as=frank")).isEqualTo("done");
        assertThat(errand("out?as=frank")).isEqualTo("RATE_LIMITED");
        assertThat(errand("in", "User", "frank")).as("the same counter").isEqualTo("RATE_LIMITED");
    }

    @Test
    void its_nobodies_are_nobody_unless_they_have_signed_in() {
        assertThat(errand("out")).isEqualTo("MALFORMED");
        assertThat(errand("out?as=ANONYMOUS")).isEqualTo("MALFORMED");
        assertThat(errand("out?as=guest")).isEqualTo("done");
    }

    @Test
    void arguments_and_an_explicit_choice_need_nobody() {
        assertThat(errand("argument?as=7")).isEqualTo("done");
        assertThat(errand("argument?as=7")).isEqualTo("RATE_LIMITED");
        assertThat(errand("argument?as=8")).isEqualTo("done");
        assertThat(errand("anybody")).isEqualTo("done");
        assertThat(errand("anybody")).isEqualTo("done");
    }

    /** Each caller has one errand: whoever was taken for another would be denied, and nobody for somebody be let in. */
    @Test
    void nothing_of_a_request_is_left_on_its_thread_or_on_one_it_has_used() {
        for (int i = 0; i < 40; i++) {
            assertThat(errand("in", "User", "user-" + i)).isEqualTo("done");
            assertThat(errand("later", "User", "late-" + i)).isEqualTo("later");
        }
        errand("told");
        Await.until(() -> errand("told").lines().count() == 40, Duration.ofSeconds(60));
        assertThat(errand("told").lines()).containsOnly("MALFORMED");
        assertThat(errand("out")).isEqualTo("MALFORMED");
    }
}
