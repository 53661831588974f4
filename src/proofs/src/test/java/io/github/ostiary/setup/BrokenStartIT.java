package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.WrongApplication;
import io.github.ostiary.testing.rest.WrongResource;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A class that is missing ends one application with one line, whatever the server calls first, and not the server. */
class BrokenStartIT {

    private static final String SERVICES = "META-INF/services/jakarta.servlet.ServletContainerInitializer";
    private static final String DOORKEEPER =
            """
            <filter>
              <filter-name>doorkeeper</filter-name>
              <filter-class>io.github.ostiary.servlet.RateLimitFilter</filter-class>
            </filter>
            <filter-mapping><filter-name>doorkeeper</filter-name><url-pattern>/*</url-pattern></filter-mapping>
            """;
    private static final String OPEN_WEB_BEANS =
            """
            <listener>
              <listener-class>org.apache.webbeans.servlet.WebBeansConfigurationListener</listener-class>
            </listener>
            """;
    private static final Pattern ERROR_OF_OURS =
            Pattern.compile("(?m)^\\S.*io\\.github\\.ostiary\\.\\S+ \\w+$\\RSEVERE:(.*)");
    private static final String TOO_OLD = "caffeine-2.8.8.jar is not a Caffeine that Ostiary works with";

    private static WarBuilder war(String name) {
        return WarBuilder.war("broken-" + name).file("hello.txt", "hello").properties("limit.all.rate=100/1m\n");
    }

    /** One line; {@code told} is in the log. */
    private static void endsAlone(WarBuilder broken, String told) {
        endsAlone(broken, "hello.txt", told);
    }

    private static void endsAlone(WarBuilder broken, String path, String told) {
        Path sound = war("sound").thinJarWithoutJedis().build();
        Path failing = broken.build();
        try (ServerUnderTest server = ServerUnderTest.start(
                ServerKind.TOMCAT, List.of(failing, sound), Map.of(), Map.of("tolerant", "true"))) {
            assertThat(Browser.get(server.uri(sound).resolve("hello.txt")).statusCode())
                    .isEqualTo(200);
            assertThat(Browser.get(server.uri(failing).resolve(path)).statusCode())
                    .isGreaterThanOrEqualTo(400);
            assertThat(server.log()).contains(told);
            assertThat(ERROR_OF_OURS.matcher(server.log()).results())
                    .as(server.log())
                    .hasSize(1);
        }
    }

    @Test
    void aLibraryThatIsTooOldForTheInitializer() {
        endsAlone(war("initializer").thinJarWith("caffeine-2.8"), TOO_OLD);
    }

    @Test
    void aLibraryThatIsTooOldForADeclaredFilter() {
        endsAlone(war("filter").thinJarWith("caffeine-2.8").jarWithout(SERVICES).webXml(DOORKEEPER), TOO_OLD);
    }

    @Test
    void aDeclaredFilterWithoutAClassOfOurs() {
        endsAlone(
                war("check")
                        .thinJarWithoutJedis()
                        .jarWithout(SERVICES)
                        .jarWithout("io/github/ostiary/servlet/BeanCheck.class")
                        .webXml(DOORKEEPER),
                "io.github.ostiary.servlet.BeanCheck");
    }

    @Test
    void anExtensionOfCdiWithoutAClassOfOurs() {
        endsAlone(
                war("extension")
                        .thinJarWithoutJedis()
                        .jarWithout("io/github/ostiary/interceptor/BoundInterceptor.class")
                        .openWebBeans()
                        .webXml(OPEN_WEB_BEANS),
                "io.github.ostiary.interceptor.BoundInterceptor");
    }

    @Test
    void theInitializerForJaxRsWithoutAClassOfOurs() {
        endsAlone(
                war("listing").thinJarWithoutJedis().jarWithout("io/github/ostiary/jaxrs/Cxf.class"),
                "io.github.ostiary.jaxrs.Cxf");
    }

    @Test
    void aFeatureOfJaxRsWithoutAClassOfOurs() {
        endsAlone(
                war("feature")
                        .thinJarWithoutJedis()
                        .jarWithout("io/github/ostiary/jaxrs/DenialMapper.class")
                        .jaxrs(RestKind.RESTEASY, WrongApplication.class)
                        .classes(WrongResource.class, WrongApplication.class),
                "rest/wrong/fine",
                "io.github.ostiary.jaxrs.DenialMapper");
    }
}
