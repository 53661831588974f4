package io.github.ostiary.jaxrs;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.RestKind;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.rest.BeanResource;
import io.github.ostiary.testing.rest.Described;
import io.github.ostiary.testing.rest.GateResource;
import io.github.ostiary.testing.rest.LimitedApplication;
import io.github.ostiary.testing.rest.LimitedResource;
import io.github.ostiary.testing.rest.ListedApplication;
import io.github.ostiary.testing.rest.ScopedBeanApplication;
import io.github.ostiary.testing.rest.UnlistedFeatureApplication;
import io.github.ostiary.testing.rest.UnlistedScopedApplication;
import io.github.ostiary.testing.rest.WrongApplication;
import io.github.ostiary.testing.rest.WrongResource;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

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

    private static final String LIMITS = Stream.of("named", "held", "once", "argument", "argued", "door")
            .map(name -> "limit." + name + ".rate=2/1h\n")
            .collect(Collectors.joining());

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
                            "WrongResource.helper(): it is not a resource method, and CDI does not call it",
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

    private static WarBuilder withoutCdi(String name, Class<?>... classes) {
        return WarBuilder.war(name)
                .thinJarWithoutJedis()
                .classes(LimitedResource.class, Described.class)
                .classes(classes)
                .properties(LIMITS);
    }

    /** Where there is no CDI {@link ListingInitializer} looks. */
    @ParameterizedTest
    @EnumSource
    void itFailsTheDeploymentWithoutCdiToo(ServerKind server) {
        Path war = withoutCdi("rest-unlisted-servlet", UnlistedFeatureApplication.class)
                .jaxrs(RestKind.CXF, UnlistedFeatureApplication.class)
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(server, war))
                .contains(
                        "LimitedResource.named(): nothing limits it",
                        "add RateLimitFeature.class to what " + UnlistedFeatureApplication.class.getName()
                                + ".getClasses() returns")
                .doesNotContain("or give " + LimitedResource.class.getName() + " a scope");
    }

    @ParameterizedTest
    @EnumSource
    void itFailsTheDeploymentWhereCxfFindsTheApplicationToo(ServerKind server) {
        Path war = withoutCdi("rest-unlisted-found", UnlistedFeatureApplication.class)
                .jaxrs(RestKind.CXF)
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(server, war))
                .contains("LimitedResource.named(): nothing limits it");
    }

    /** Jersey asks CDI for no resource without its bridge, whatever scope they have: {@link Interception}. */
    @ParameterizedTest
    @EnumSource(
            value = RestKind.class,
            names = {"JERSEY", "CXF"})
    void aLimitThatTakesAnInterceptorIsRefusedWhereJaxRsDoesNotAskCdi(RestKind rest) {
        Path war = withoutCdi("rest-closed-" + rest.label(), BeanResource.class, ScopedBeanApplication.class)
                .cdi(ServerKind.TOMCAT)
                .jaxrs(rest, ScopedBeanApplication.class)
                .properties(LIMITS.replace("limit.argument.rate", "limit.argument.key=arg:0\nlimit.argument.rate"))
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(ServerKind.TOMCAT, war)) {
            for (String path : List.of("argument/alice", "once")) {
                assertThat(Browser.get(server.uri(war).resolve("rest/bean/" + path))
                                .statusCode())
                        .as(path)
                        .isGreaterThanOrEqualTo(400);
            }
            assertThat(server.log())
                    .contains(
                            "configuration has 1 problem",
                            "BeanResource.argument(String): it is a lockout, or its key names an argument",
                            "Jersey needs jersey-cdi1x for that");
        }
    }

    /** CXF's servlet makes resources itself: it asks CDI for none, whatever scope they have. */
    @Test
    void aScopeLimitsNothingInAServletOfCxf() {
        Path war = withoutCdi("rest-unlisted-scope", BeanResource.class, UnlistedScopedApplication.class)
                .cdi(ServerKind.TOMCAT)
                .jaxrs(RestKind.CXF, UnlistedScopedApplication.class)
                .build();
        assertThat(ServerUnderTest.startExpectingFailure(ServerKind.TOMCAT, war))
                .contains("BeanResource.once(): nothing limits it");
    }

    @ParameterizedTest
    @EnumSource
    void whatListsTheFeatureOrNothingLimitedIsDeployed(ServerKind kind) {
        Path listed = withoutCdi("rest-listed", LimitedApplication.class)
                .jaxrs(RestKind.CXF, LimitedApplication.class)
                .build();
        Path unlimited = withoutCdi("rest-unlimited", ListedApplication.class, GateResource.class)
                .jaxrs(RestKind.CXF, ListedApplication.class)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, listed, unlimited)) {
            assertThat(Stream.generate(() -> server.uri(listed).resolve("rest/limited/named"))
                            .limit(3)
                            .map(uri -> Browser.get(uri).statusCode()))
                    .containsExactly(200, 200, 429);
            assertThat(Browser.get(server.uri(unlimited).resolve("rest/gate/plain/named/bob"))
                            .body())
                    .isEqualTo("in");
            assertThat(server.log()).doesNotContain("RateLimitFeature");
        }
    }
}
