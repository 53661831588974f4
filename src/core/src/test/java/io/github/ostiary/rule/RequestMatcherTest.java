package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.edge.Position;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** Whether a call on a path that was found is meant. */
class RequestMatcherTest {

    private static RequestMatcher matcher(Set<String> methods, String excluded, Predicate<CallContext> when) {
        return new RequestMatcher(
                List.of(PathPattern.parse("/a/*")),
                List.of(PathPattern.parse(excluded)),
                Methods.of(methods),
                when,
                Position.FIRST);
    }

    private static boolean covers(RequestMatcher matcher, CallContext call) {
        return matcher.covers(call, call.path().orElseThrow(), Position.FIRST);
    }

    @Test
    void whoeverCountsGetCountsHeadWhichDoesTheSame() {
        RequestMatcher get = matcher(Set.of("GET"), "/none", RequestMatcher.ALWAYS);
        assertThat(covers(get, new TestCall("HEAD", "/a"))).isTrue();
        assertThat(covers(get, new TestCall("POST", "/a"))).isFalse();
        RequestMatcher post = matcher(Set.of("POST"), "/none", RequestMatcher.ALWAYS);
        assertThat(covers(post, new TestCall("HEAD", "/a"))).isFalse();
        assertThat(covers(post, new TestCall("post", "/a")))
                .as("applications take one for the other")
                .isTrue();
        assertThat(Methods.of(Set.of("POST")).exactly().name(new TestCall("post", "/a")))
                .as("no waiver by another spelling")
                .isFalse();
    }

    @Test
    void callsOfOtherMethodsMayBeMeantByWhatTheySay() {
        Methods methods =
                new Methods(Set.of("POST"), false, call -> !call.headers("key").isEmpty());
        RequestMatcher matcher = new RequestMatcher(
                List.of(PathPattern.parse("/a/*")),
                List.of(PathPattern.parse("/a/b")),
                methods,
                RequestMatcher.ALWAYS,
                Position.FIRST);
        assertThat(covers(matcher, new TestCall("PROPFIND", "/a"))).isFalse();
        assertThat(covers(matcher, new TestCall("PROPFIND", "/a").header("key", "x")))
                .isTrue();
        assertThat(covers(matcher, new TestCall("PROPFIND", "/a/b").header("key", "x")))
                .isFalse();
        assertThat(covers(matcher, new TestCall("post", "/a"))).isTrue();
    }

    @Test
    void withoutMethodsEveryCallIsMeantAndOneWithoutAMethodOnlyThen() {
        CallContext none = new CallContext() {};
        assertThat(matcher(Set.of(), "/none", RequestMatcher.ALWAYS).covers(none, "/a", Position.FIRST))
                .isTrue();
        assertThat(matcher(Set.of("GET"), "/none", RequestMatcher.ALWAYS).covers(none, "/a", Position.FIRST))
                .isFalse();
    }

    @Test
    void anExceptionIsNotMeantAndItsConditionsAreNotLookedAt() {
        RequestMatcher matcher = matcher(Set.of(), "/a/b/*", call -> {
            throw new AssertionError("not to be asked");
        });
        assertThat(covers(matcher, new TestCall("GET", "/a/b/c"))).isFalse();
        assertThat(matcher.covers(new TestCall("GET", "/a"), "/a", Position.LAST))
                .isFalse();
    }

    /** An exact path is not said to be unguarded where a rule leaves it out on purpose. */
    @Test
    void aRuleTellsOfThePathsItIsAboutAndOfThoseItIsNot() {
        RequestMatcher matcher = matcher(Set.of(), "/b", RequestMatcher.ALWAYS);
        assertThat(matcher.decides("/a/c")).isTrue();
        assertThat(matcher.decides("/b")).isTrue();
        assertThat(matcher.decides("/c")).isFalse();
    }

    @Test
    void allConditionsMustHold() {
        RequestMatcher matcher =
                matcher(Set.of(), "/none", call -> call.principal().isPresent());
        assertThat(covers(matcher, new TestCall("GET", "/a").as("bob"))).isTrue();
        assertThat(covers(matcher, new TestCall("GET", "/a"))).isFalse();
    }
}
