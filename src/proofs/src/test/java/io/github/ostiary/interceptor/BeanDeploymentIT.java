package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Browser;
import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.WarBuilder;
import io.github.ostiary.testing.beans.alone.Alone;
import io.github.ostiary.testing.beans.alone.AloneServlet;
import io.github.ostiary.testing.beans.alone.GuardProducer;
import io.github.ostiary.testing.beans.alone.PlainServlet;
import io.github.ostiary.testing.beans.wrong.Keeper;
import io.github.ostiary.testing.beans.wrong.Malformed;
import io.github.ostiary.testing.beans.wrong.Misnamed;
import io.github.ostiary.testing.beans.wrong.Promise;
import io.github.ostiary.testing.beans.wrong.Sayer;
import io.github.ostiary.testing.beans.wrong.TextSayer;
import io.github.ostiary.testing.beans.wrong.Unknown;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How applications do not start where an annotation is wrong. */
class BeanDeploymentIT {

    private static final String WRONG = "@RateLimit on io.github.ostiary.testing.beans.wrong.";

    private static final String CDI_FIRST =
            """
            <absolute-ordering/>
            <listener>
              <listener-class>org.jboss.weld.environment.servlet.Listener</listener-class>
            </listener>
            """
                    + BeanApplication.DOORKEEPER;

    @ParameterizedTest
    @EnumSource
    void everything_wrong_is_told_at_once(ServerKind kind) {
        String log = ServerUnderTest.startExpectingFailure(
                kind,
                BeanApplication.war("malformed", kind)
                        .allJar()
                        .classes(Malformed.class)
                        .properties("limit.reply.rate=5/1m\n")
                        .build());
        assertThat(log)
                .contains(
                        "configuration has 8 problems",
                        WRONG + "Malformed.twofold(): it names the rule 'reply' and states rate; remove the name",
                        WRONG + "Malformed.empty(): it neither names a rule nor states a rate",
                        WRONG + "Malformed.hidden(): private and static methods are called without the container",
                        WRONG + "Malformed.fixed(): private and static methods")
                .containsPattern(
                        "ungrammatical\\(\\): limit\\.malformed-ungrammatical-\\w{8}\\.rate=often: 'often' is not")
                .containsPattern("ungrammatical\\(\\): limit\\.malformed-ungrammatical-\\w{8}\\.key=arg:: ")
                .containsPattern("unaddressed\\(\\): limit\\.malformed-unaddressed-\\w{8}\\.perIp: callers choose")
                .containsPattern(
                        "dear\\(\\): limit\\.malformed-dear-\\w{8}\\.cost=6: it is more than 5/1m ever admits");
    }

    @ParameterizedTest
    @EnumSource
    void rules_nobody_declares_are_told_with_the_nearest(ServerKind kind) {
        String log = ServerUnderTest.startExpectingFailure(
                kind,
                BeanApplication.war("unknown", kind)
                        .allJar()
                        .classes(Unknown.class)
                        .properties("limit.reply.rate=5/1m\nlimit.posts.rate=5/1m\n")
                        .build());
        assertThat(log)
                .contains(
                        WRONG + "Unknown: there is no rule limit.postings; did you mean 'posts'?",
                        WRONG + "Unknown.reply(): there is no rule limit.repli; did you mean 'reply'?");
    }

    @ParameterizedTest
    @EnumSource
    void a_limit_on_an_interface_is_refused_with_the_place_where_it_belongs(ServerKind kind) {
        String log = ServerUnderTest.startExpectingFailure(
                kind,
                BeanApplication.war("promised", kind)
                        .thinJarWithoutJedis()
                        .classes(Promise.class, Keeper.class)
                        .properties("limit.reply.rate=5/1m\n")
                        .build());
        String keeper = "io.github.ostiary.testing.beans.wrong.Keeper";
        assertThat(log)
                .contains(
                        "configuration has 3 problems",
                        WRONG + "Promise: no container looks at interfaces; write it on " + keeper,
                        WRONG + "Promise.keep(Object): no container looks at interfaces; write it on the method of "
                                + keeper,
                        WRONG + "Promise.standard(): no container looks at interfaces; write it on the method of "
                                + keeper);
    }

    @ParameterizedTest
    @EnumSource
    void what_the_compiler_writes_beside_a_method_is_no_rule(ServerKind kind) {
        Path war = BeanApplication.war("bridged", kind)
                .thinJarWithoutJedis()
                .classes(Sayer.class, TextSayer.class)
                .properties("")
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            assertThat(Pattern.compile("limit\\.\\S+-say-\\w{8} \\(\\S+\\)")
                            .matcher(server.log())
                            .results()
                            .map(found -> found.group().replaceAll("-\\w{8}", "")))
                    .containsExactly(
                            "limit.text-sayer-say (io.github.ostiary.testing.beans.wrong.TextSayer.say(String))");
        }
    }

    @ParameterizedTest
    @EnumSource
    void what_is_to_be_injected_and_nobody_declares_is_told(ServerKind kind) {
        String log = ServerUnderTest.startExpectingFailure(
                kind,
                BeanApplication.war("misnamed", kind)
                        .allJar()
                        .classes(Misnamed.class)
                        .properties("limit.reply.rate=5/1m\n")
                        .build());
        assertThat(log)
                .contains("configuration has 2 problems", "@ByRule(\"repli\") RateLimiter in ", "did you mean 'reply'?")
                .contains("@ByRule(\"reply\") Lockouts in ");
    }

    @ParameterizedTest
    @EnumSource
    void where_cdi_starts_first_they_are_told_when_the_guard_is_made(ServerKind kind) {
        String log = ServerUnderTest.startExpectingFailure(
                kind,
                BeanApplication.war("cdi-first-unknown", kind)
                        .allJar()
                        .classes(Unknown.class)
                        .webXml(CDI_FIRST)
                        .properties("limit.reply.rate=5/1m\nlimit.posts.rate=5/1m\n")
                        .build());
        assertThat(log).contains("configuration has 2 problems", "did you mean 'posts'?", "did you mean 'reply'?");
    }

    @ParameterizedTest
    @EnumSource
    void where_cdi_starts_first_rules_stated_in_place_still_count(ServerKind kind) {
        Path war = BeanApplication.war("cdi-first", kind)
                .allJar()
                .classes(Alone.class, AloneServlet.class)
                .webXml(CDI_FIRST)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            assertThat(server.log()).containsOnlyOnce("rules stated in annotations");
            assertThat(bodies(server, war, "alone/somebody", 3))
                    .containsExactly("somebody", "somebody", "RATE_LIMITED OptionalLong[2]");
        }
    }

    @ParameterizedTest
    @EnumSource
    void without_filter_and_configuration_only_calls_that_need_no_request_pass(ServerKind kind) {
        Path war = BeanApplication.war("alone", kind)
                .allJar()
                .file("WEB-INF/beans.xml", "")
                .classes(Alone.class, AloneServlet.class)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            assertThat(bodies(server, war, "alone/anybody", 3))
                    .containsExactly("anybody", "anybody", "RATE_LIMITED OptionalLong[2]");
            assertThat(bodies(server, war, "alone/somebody", 2)).containsOnly("MALFORMED OptionalLong.empty");
            assertThat(server.log())
                    .containsPattern(
                            "WARNING: \\[/alone-\\w+\\] limit\\.alone-somebody-\\w{8} on .*Alone\\.somebody\\(\\): the call does not belong");
        }
    }

    @ParameterizedTest
    @EnumSource
    void an_application_may_inject_a_guard_of_its_own(ServerKind kind) {
        Path war = BeanApplication.war("own-guard", kind)
                .allJar()
                .classes(Alone.class, AloneServlet.class, GuardProducer.class)
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            assertThat(bodies(server, war, "alone/own", 1)).containsExactly("own");
        }
    }

    @ParameterizedTest
    @EnumSource
    void without_cdi_annotations_do_nothing_and_the_filter_works(ServerKind kind) {
        Path war = WarBuilder.war("no-cdi-" + kind.name().toLowerCase())
                .allJar()
                .classes(Alone.class, PlainServlet.class)
                .properties("limit.plain.path=/plain\nlimit.plain.rate=4/1h\n")
                .build();
        try (ServerUnderTest server = ServerUnderTest.start(kind, war)) {
            assertThat(bodies(server, war, "plain", 4)).containsOnly("anybody");
            assertThat(Browser.get(server.uri(war).resolve("plain")).statusCode())
                    .isEqualTo(429);
        }
    }

    private static List<String> bodies(ServerUnderTest server, Path war, String path, int times) {
        return IntStream.range(0, times)
                .mapToObj(i -> Browser.get(server.uri(war).resolve(path)).body())
                .toList();
    }
}
