package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the keys of a rule begin with, of one that a sign-in stands for, too. */
class RuleNameTest {

    @ParameterizedTest
    @CsvSource({
        "LIMIT, api, limit.api, limit.api., limit.api.",
        "LOCKOUT, main.account, lockout.main.account, signin.main.account., signin.main.",
        "LIMIT, main.limit, limit.main.limit, signin.main.limit., signin.main.",
        "SIGNIN, main, signin.main, signin.main., signin.main."
    })
    void aRuleIsSpokenOfByItsKindAndWrittenByItsPrefix(
            RuleVocabulary kind, String name, String spoken, String prefix, String shared) {
        RuleName rule = new RuleName(kind, name);
        assertThat(rule).hasToString(spoken);
        assertThat(rule.prefix()).isEqualTo(prefix).isEqualTo(RuleName.prefixOf(spoken));
        assertThat(RuleName.sharedPrefixOf(spoken)).isEqualTo(shared);
    }
}
