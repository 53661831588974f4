package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.Described;
import io.github.ostiary.testing.rest.LimitedResource;
import io.github.ostiary.testing.rest.UnlistedFeatureApplication;
import io.github.ostiary.testing.rest.WrongApplication;
import io.github.ostiary.testing.rest.WrongResource;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What is limited and cannot be reached answers nobody, and says why. */
class LimitedResourcesIT {

    private static final String RULES =
            """
            limit.named.rate=2/1h
            limit.named.key=ip
            lockout.door.steps=2/1h lock 15m
            lockout.door.key=ip
            lockout.door.failure=exception:java.lang.SecurityException
            lockout.door.success=return
            """;

    private static Path war(RestKind rest) {
        return WarBuilder.war("rest-wrong-" + rest.label())
                .thinJarWithoutJedis()
                .jaxrs(rest, WrongApplication.class)
                .classes(WrongResource.class, WrongApplication.class)
                .properties(RULES)
                .build();
    }

    @Test
    void itsApplicationDoesNotAnswer() {
        List<Path> wars =
                Stream.of(RestKind.values()).map(LimitedResourcesIT::war).toList();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, wars.toArray(Path[]::new))) {
            for (Path war : wars) {
                for (String path : List.of("fine", "unknown", "argument/bob", "attempt")) {
                    assertThat(Browser.get(server.uri(war).resolve("rest/wrong/" + path))
                                    .statusCode())
                            .as(war.getFileName() + " " + path)
                            .isGreaterThanOrEqualTo(400);
                }
            }
            assertThat(server.log())
                    .contains(
                            "configuration has 4 problems",
                            "WrongResource.helper(): it is no resource method, and CDI does not call it",
                            "WrongResource.unknown(): there is no rule limit.nmaed; did you mean 'named'?",
                            "WrongResource.argument(String): it is a lockout, or its key names an argument",
                            "WrongResource.attempt(): it is a lockout, or its key names an argument");
        }
    }

    /** CXF looks for no features where classes are listed; {@link ResourceExtension} does. */
    @Test
    void aFeatureThatWouldHaveToBeListedFailsTheDeployment() {
        Path war = WarBuilder.war("rest-unlisted")
                .thinJarWithoutJedis()
                .cdi(ServerKind.TOMCAT)
                .jaxrs(RestKind.CXF, UnlistedFeatureApplication.class)
                .classes(LimitedResource.class, Described.class, UnlistedFeatureApplication.class)
                .properties("limit.named.rate=2/1h\nlimit.held.rate=2/1h\n")
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(ServerKind.TOMCAT, war))
                .contains(
                        "LimitedResource.named(): nothing limits it",
                        "add RateLimitFeature.class to what " + UnlistedFeatureApplication.class.getName());
    }
}
