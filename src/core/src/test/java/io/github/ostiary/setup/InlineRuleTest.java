package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.config.ConfigReader;
import io.github.ostiary.config.Given;
import io.github.ostiary.config.Problems;
import io.github.ostiary.config.RuleContext;
import io.github.ostiary.rule.FailurePolicy;
import io.github.ostiary.rule.LimitRule;
import io.github.ostiary.store.Limit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class InlineRuleTest {

    private final Problems problems = new Problems();

    @Test
    void is_read_like_one_of_the_file() {
        LimitRule inline = read(
                Given.nothing().env("KEY", "session"),
                "reply",
                Map.of("rate", "5/1m, 1/1s", "key", "${env:KEY}", "perIp", "none", "onStoreFailure", "deny"));
        LimitRule written = Given.file(
                        "limit.reply.rate=5/1m, 1/1s",
                        "limit.reply.key=session",
                        "limit.reply.perIp=none",
                        "limit.reply.onStoreFailure=deny")
                .limit();
        assertThat(problems.sentences()).isEmpty();
        assertThat(inline.basics())
                .usingRecursiveComparison()
                .ignoringFields("matcher.when", "counts")
                .isEqualTo(written.basics());
        assertThat(inline.onStoreFailure()).isEqualTo(FailurePolicy.DENY).isEqualTo(written.onStoreFailure());
        assertThat(limits(inline)).hasSize(2).isEqualTo(limits(written));
        assertThat(inline.cost()).isEqualTo(written.cost());
    }

    @Test
    void can_be_overridden() {
        Given given =
                Given.nothing().env("OSTIARY_LIMIT_REPLY_RATE", "6/1m").sys("ostiary.limit.reply.countDenied", "true");
        LimitRule inline = read(given, "reply", Map.of("rate", "5/1m"));
        assertThat(limits(inline)).singleElement().satisfies(limit -> {
            assertThat(limit.rate()).hasToString("6/1m");
            assertThat(limit.countDenied()).isTrue();
        });
    }

    private static List<Limit> limits(LimitRule rule) {
        return rule.limits().ofAllPlans().stream()
                .flatMap(keyed -> keyed.limits().stream())
                .toList();
    }

    @Test
    void has_the_same_problems_and_repeats_no_global_one() {
        Given given = Given.nothing().env("OSTIARY_EXPECTEDNODES", "${env:NONE}");
        read(given, "reply", Map.of("rate", "5/1x"));
        read(given, "Reply", Map.of("rate", "5/1m"));
        read(given, "other", Map.of("rat", "5/1m"));
        assertThat(problems.sentences())
                .containsExactly(
                        "limit.reply.rate=5/1x: '5/1x' is not a rate; write permits/window, such as 100/1m",
                        "limit.Reply.*: 'Reply' is not a rule name; begin with a-z and go on with a-z 0-9 -, at most 40"
                                + " characters",
                        "unknown key 'limit.other.rat'; did you mean 'limit.other.rate'?",
                        "limit.other: a limit needs a rate; add limit.other.rate=100/1m");
    }

    private LimitRule read(Given given, String name, Map<String, String> keys) {
        RuleContext context = Given.nothing().read().context();
        return ConfigReader.readRule(given.inputs(), context, name, keys, problems);
    }
}
