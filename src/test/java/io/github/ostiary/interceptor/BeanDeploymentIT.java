package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerKind;
import io.github.ostiary.testing.ServerUnderTest;
import io.github.ostiary.testing.beans.wrong.Malformed;
import io.github.ostiary.testing.beans.wrong.Unknown;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** How applications do not start where an annotation is wrong. */
class BeanDeploymentIT {

    private static final String WRONG = "@RateLimit on io.github.ostiary.testing.beans.wrong.";

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
}
