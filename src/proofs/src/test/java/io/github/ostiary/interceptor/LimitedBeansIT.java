package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.ServerKind;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

@ParameterizedClass
@EnumSource
class LimitedBeansIT {

    private final BeanApplication beans;

    LimitedBeansIT(ServerKind kind) {
        beans = BeanApplication.on(kind);
    }

    @Test
    void a_call_too_many_is_answered_by_the_filter() {
        beans.pass(5, "reply", "User", "alice");
        HttpResponse<String> denial = beans.call("reply", "User", "alice", "Accept", "application/problem+json");
        assertThat(denial.statusCode()).isEqualTo(429);
        assertThat(denial.headers().firstValue("Content-Type").orElseThrow()).startsWith("application/problem+json");
        assertThat(Long.parseLong(denial.headers().firstValue("Retry-After").orElseThrow()))
                .isBetween(1L, 60L);
        assertThat(denial.body()).contains("\"violated-policies\"", "\"reply\"").doesNotContain("alice");
    }

    @Test
    void the_default_key_is_the_principal_else_the_address() {
        beans.pass(5, "reply", "User", "bob");
        beans.denied("reply", "User", "bob");
        beans.pass(5, "reply", "User", "carol");
        beans.pass(5, "reply");
        beans.denied("reply");
    }

    @Test
    void self_invocation_is_not_intercepted() {
        beans.pass(7, "within", "User", "dora");
        beans.pass(5, "reply", "User", "dora");
    }

    @Test
    void methods_share_the_limit_of_their_class_unless_they_have_their_own() {
        beans.pass(2, "one", "User", "alice");
        beans.pass(2, "two", "User", "alice");
        beans.pass(1, "inherited", "User", "alice");
        beans.denied("one", "User", "alice");
        beans.denied("inherited", "User", "alice");
        beans.pass(5, "pinned", "User", "alice");
        beans.denied("pinned", "User", "alice");
    }

    @Test
    void what_a_method_throws_and_returns_tells_lockouts_how_an_attempt_ended() {
        for (String password : List.of("wrong", "wrong", "right", "wrong", "broken", "wrong", "broken", "later")) {
            int status = beans.call(password + "?a=alice").statusCode();
            assertThat(status).as(password).isEqualTo(password.equals("right") ? 200 : 500);
        }
        beans.denied("right?a=alice");
        beans.denied("later?a=alice");
        beans.pass(1, "right?a=bob");
    }

    @Test
    void a_sign_in_guards_the_method_that_bears_its_name() {
        for (int i = 0; i < 3; i++) {
            assertThat(beans.call("main-wrong?a=mary").statusCode()).isEqualTo(500);
        }
        beans.denied("main-right?a=mary");
        beans.pass(1, "main-right?a=nora");
    }

    @Test
    void a_rule_that_the_request_has_met_holds_no_second_place_for_the_bean() {
        beans.pass(3, "door?a=good");
        beans.pass(1, "door?a=bad");
        beans.denied("door?a=bad");
    }

    @Test
    void arguments_are_keys_by_index_and_by_name() {
        beans.pass(3, "first?a=alice");
        beans.denied("first?a=alice");
        beans.pass(1, "first?a=bob");
        beans.pass(1, "named?a=alice");
        beans.denied("named?a=alice");
        beans.pass(1, "named?a=bob");
    }

    @Test
    void the_injected_guard_shares_the_counter() {
        beans.pass(2, "first?a=dora");
        assertThat(beans.call("guard?a=dora").body()).isEqualTo("yes");
        beans.denied("first?a=dora");
        assertThat(beans.call("guard?a=dora").body()).isEqualTo("no");
    }

    @Test
    void a_rule_stated_in_place_is_announced_and_can_be_overridden() {
        beans.pass(2, "code?a=1");
        beans.denied("code?a=1");
        beans.pass(1, "code?a=2");
        beans.pass(2, "tuned", "User", "alice");
        beans.denied("tuned", "User", "alice");
        assertThat(beans.log()).containsOnlyOnce("rules stated in annotations");
        assertThat(beans.log()).containsPattern("limit\\.replies-tuned-[0-9a-f]{8} \\(.*Replies\\.tuned\\(\\)\\)");
    }

    @Test
    void without_a_request_and_without_the_argument_the_rule_decides() {
        beans.pass(1, "strict?a=alice");
        beans.denied("strict?a=alice");
        assertThat(beans.call("strict").statusCode()).isEqualTo(400);
        beans.pass(3, "lenient");
        beans.pass(1, "lenient?a=alice");
        beans.denied("lenient?a=alice");
    }

    @Test
    void a_bridge_counts_once() {
        beans.pass(2, "bridged?a=x", "User", "alice");
        beans.denied("bridged?a=x", "User", "alice");
    }

    @Test
    void a_stereotype_carries_it() {
        beans.pass(2, "watched", "User", "alice");
        beans.denied("watched", "User", "alice");
    }

    @Test
    void the_interceptor_works_by_name_and_counts_once() {
        beans.pass(2, "attended", "User", "bob");
        beans.denied("attended", "User", "bob");
        beans.pass(2, "both", "User", "bob");
        beans.denied("both", "User", "bob");
        beans.pass(5, "free", "User", "bob");
    }

    @Test
    void a_bean_of_the_session_can_be_limited() {
        beans.pass(2, "basket", "User", "alice");
        beans.denied("basket", "User", "alice");
    }

    @Test
    void rules_are_injected_by_their_names() {
        assertThat(List.of(body("limiter?a=x"), body("limiter?a=x"), body("limiter?a=x")))
                .containsExactly("yes", "yes", "no");
        assertThat(body("semaphores?a=x")).isEqualTo("true false");
        assertThat(List.of(body("lockouts?a=x"), body("lockouts?a=x"), body("lockouts?a=x")))
                .containsExactly("true", "true", "false");
    }

    private String body(String bean) {
        return beans.call(bean).body();
    }
}
