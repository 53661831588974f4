package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.RateLimit;
import io.github.ostiary.setup.GuardBuilder;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class RateLimitUseTest {

    private static final String HERE = "@RateLimit on " + Texts.class.getName() + ".";

    @Test
    void a_name_alone_or_a_rate_is_right() {
        assertThat(problems(RateLimitUse::problems)).doesNotContainKeys("named", "full");
    }

    @Test
    void contradictions_are_told_with_and_without_a_guard() {
        Map<String, List<String>> expected = Map.of(
                "both",
                List.of(HERE + "both(): it names the rule 'reply' and states rate, cost, enforce; remove the name, or"
                        + " keep it and set limit.reply.* in the configuration"),
                "neither",
                List.of(HERE + "neither(): it neither names a rule nor states a rate; write @RateLimit(\"NAME\") or"
                        + " @RateLimit(rate = \"5/1m\")"));
        assertThat(problems(RateLimitUse::problems)).containsAllEntriesOf(expected);
        try (Guard guard = GuardBuilder.create().build()) {
            assertThat(problems(use -> use.problemsWith(guard))).containsAllEntriesOf(expected);
        }
    }

    @Test
    void every_member_is_checked_as_in_the_file() {
        String name = "limit.texts-all-wrong-";
        List<String> problems = problems(RateLimitUse::problems).get("allWrong");
        assertThat(problems).hasSize(5).allMatch(problem -> problem.startsWith(HERE + "allWrong(): " + name));
        assertThat(problems)
                .anyMatch(problem -> problem.contains(".key=nobody: "))
                .anyMatch(problem -> problem.contains(".perIp=some: "))
                .anyMatch(problem -> problem.contains(".cost=0: "))
                .anyMatch(problem -> problem.contains(".onMissingKey=perhaps: must be refuse or allow"))
                .anyMatch(problem -> problem.contains(".onStoreFailure=panic: must be local, allow or deny"));
    }

    @Test
    void a_resolver_is_looked_for_by_the_guard() {
        assertThat(problems(RateLimitUse::problems)).doesNotContainKey("resolved");
        try (Guard guard = GuardBuilder.create().limit("reply", "5/1m").build()) {
            Map<String, List<String>> problems = problems(use -> use.problemsWith(guard));
            assertThat(problems).doesNotContainKeys("named", "full");
            assertThat(problems.get("resolved")).singleElement().asString().contains("com.acme.Nobody");
        }
    }

    private static Map<String, List<String>> problems(Function<RateLimitUse, List<String>> asked) {
        Map<String, List<String>> problems = new TreeMap<>();
        Arrays.stream(Texts.class.getDeclaredMethods()).forEach(method -> RateLimitLookup.on(method)
                .map(asked)
                .filter(wrong -> !wrong.isEmpty())
                .ifPresent(wrong -> problems.put(method.getName(), wrong)));
        return problems;
    }

    @SuppressWarnings("unused")
    private static final class Texts {

        @RateLimit("reply")
        void named() {}

        @RateLimit(
                rate = "10/1s, 100/1m",
                key = "header:X-Api-Key",
                perIp = "none",
                cost = 10,
                onMissingKey = "allow",
                onStoreFailure = "deny",
                enforce = false)
        void full() {}

        @RateLimit(value = "reply", rate = "5/1m", cost = 2, enforce = false)
        void both() {}

        @RateLimit(key = "global")
        void neither() {}

        @RateLimit(
                rate = "5/1m",
                key = "nobody",
                perIp = "some",
                cost = 0,
                onMissingKey = "perhaps",
                onStoreFailure = "panic")
        void allWrong() {}

        @RateLimit(rate = "5/1m", key = "resolver:com.acme.Nobody")
        void resolved() {}
    }
}
