package io.github.ostiary.servlet;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.WebXml;
import io.github.ostiary.testing.probe.LoginServlet;
import java.nio.file.Path;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The recipe for those who come from Tomcat's filter and realm, beside these with the figures that the page writes of them. */
class MovedFilterIT {

    private static final String VAULT =
            WebXml.VAULT + "<login-config><auth-method>BASIC</auth-method><realm-name>test</realm-name></login-config>";

    private static int written(String property) {
        Matcher figure = Pattern.compile("[` ]" + property + "=(\\d+)`")
                .matcher(Page.of("src/docs/recipes-moving.md").prose());
        assertThat(figure.find()).as(property).isTrue();
        return Integer.parseInt(figure.group(1));
    }

    private static WarBuilder war(String name) {
        return WarBuilder.war("moved-" + name).classes(LoginServlet.class).file("page", "page");
    }

    /** The recipe; of its minute a slow machine must not see the end. */
    private static WarBuilder after() {
        return war("after")
                .thinJar()
                .webXml(VAULT)
                .properties("trustedProxies=loopback\n"
                        + Page.recipe("Moving from Tomcat's filter").text().replace("/60s", "/1h"));
    }

    private static WarBuilder before(String counter) {
        return war("before-" + counter)
                .webXml(
                        """
                        <filter>
                          <filter-name>before</filter-name>
                          <filter-class>org.apache.catalina.filters.RateLimitFilter</filter-class>
                          <init-param><param-name>bucketRequests</param-name><param-value>%d</param-value></init-param>
                          <init-param><param-name>bucketDuration</param-name><param-value>%d</param-value></init-param>
                          <init-param>
                            <param-name>rateLimitClassName</param-name>
                            <param-value>org.apache.catalina.util.%s</param-value>
                          </init-param>
                        </filter>
                        <filter-mapping><filter-name>before</filter-name><url-pattern>/*</url-pattern></filter-mapping>
                        """
                                .formatted(written("bucketRequests"), written("bucketDuration") * 60, counter));
    }

    private static long let(ServerUnderTest server, Path war) {
        return IntStream.range(0, 400)
                .map(i -> Browser.get(server.uri(war).resolve("page")).statusCode())
                .takeWhile(status -> status == 200)
                .count();
    }

    @Test
    void asManyRequestsAreLetInAsByTheFilterOfTomcat() {
        Path exact = before("ExactRateLimiter").build();
        Path fast = before("FastRateLimiter").build();
        Path after = after().build();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, exact, fast, after)) {
            assertThat(let(server, after)).isEqualTo(let(server, exact)).isEqualTo(300);
            assertThat(let(server, fast)).as("of a longer window").isBetween(301L, 399L);
        }
    }

    @Test
    void asManyPasswordsAreLookedAtAsByTheRealmOfTomcat() {
        WarBuilder realm = war("realm").webXml(VAULT);
        Path before = realm.build();
        Path users = before.resolve("WEB-INF/users.xml").toAbsolutePath();
        realm.file(
                        "WEB-INF/users.xml",
                        "<tomcat-users><user username=\"bob\" password=\"secret\" roles=\"any\"/></tomcat-users>")
                .file(
                        "META-INF/context.xml",
                        """
                        <Context>
                          <Realm className="org.apache.catalina.realm.LockOutRealm" failureCount="%d" lockOutTime="%d">
                            <Realm className="org.apache.catalina.realm.MemoryRealm" pathname="%s"/>
                          </Realm>
                        </Context>
                        """
                                .formatted(written("failureCount"), written("lockOutTime"), users));
        Path after = after().build();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, before, after)) {
            for (Path war : new Path[] {before, after}) {
                guess(server, war, 4);
                assertThat(signIn(server, war, "secret", "10.1.1.1")).isEqualTo(200);
                guess(server, war, 5);
                assertThat(signIn(server, war, "secret", "10.1.1.1")).isEqualTo(war == before ? 401 : 429);
            }
            assertThat(signIn(server, before, "secret", "10.1.1.2"))
                    .as("everywhere")
                    .isEqualTo(401);
            assertThat(signIn(server, after, "secret", "10.1.1.2")).isEqualTo(200);
        }
    }

    private static void guess(ServerUnderTest server, Path war, int times) {
        for (int i = 0; i < times; i++) {
            assertThat(signIn(server, war, "guess" + i, "10.1.1.1")).isEqualTo(401);
        }
    }

    private static int signIn(ServerUnderTest server, Path war, String password, String from) {
        String credentials = Base64.getEncoder().encodeToString(("bob:" + password).getBytes(UTF_8));
        return Browser.get(
                        server.uri(war).resolve("vault"),
                        "X-Forwarded-For",
                        from,
                        "Authorization",
                        "Basic " + credentials)
                .statusCode();
    }
}
