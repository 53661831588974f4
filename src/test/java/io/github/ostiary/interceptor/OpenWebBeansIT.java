package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.beans.Replies;
import java.net.http.HttpResponse;
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
            assertThat(call(server, war, "limiter?a=x").body()).isEqualTo("yes");
            assertThat(call(server, war, "semaphores?a=x").body()).isEqualTo("true false");
            assertThat(call(server, war, "lockouts?a=x").body()).isEqualTo("true");
        }
    }

    private static HttpResponse<String> call(ServerUnderTest server, Path war, String bean) {
        return Browser.get(server.uri(war).resolve("selected/" + bean));
    }
}
