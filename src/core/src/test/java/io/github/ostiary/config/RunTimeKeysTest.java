package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RunTimeKeysTest {

    private static final List<String> RULES = List.of("limit.api", "limit.api-v2", "lockout.login", "block.crawlers");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "limit.api.rate",
                "limit.api.rate.pro",
                "limit.api.enforce",
                "limit.api.path",
                "limit.api.status",
                "lockout.login.steps",
                "block.crawlers.ip",
                "enforce"
            })
    void whatNeitherChangesWhoIsCountedNorNeedsAStartMayBeChanged(String key) {
        assertThat(RunTimeKeys.complaint(key, RULES)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "limit.api.key, who is counted",
        "limit.api.algorithm, start again",
        "limit.api.position, which filters",
        "lockout.login.distinct, who is counted",
        "lockout.login.login, which sign-ins",
        "lockout.login.challenge.verifier, a class",
        "limit.api.when, a secret",
        "redis.uri, change the file",
        "keySecret, change the file",
        "limit.apu.rate, did you mean 'limit.api'?",
        "lockout.api.steps, there is no rule lockout.api",
        "limit.api.ratte, did you mean 'limit.api.rate'?"
    })
    void theOthersAreDeniedWithTheReason(String key, String reason) {
        assertThat(RunTimeKeys.complaint(key, RULES).orElseThrow()).contains(reason);
    }

    @Test
    void aKeyReachesItsRuleAloneAndEnforceAll() {
        assertThat(RunTimeKeys.reach("limit.api", List.of("limit.api.rate"))).isTrue();
        assertThat(RunTimeKeys.reach("limit.api", List.of("limit.api-v2.rate"))).isFalse();
        assertThat(RunTimeKeys.reach("limit.api", List.of("enforce"))).isTrue();
    }
}
