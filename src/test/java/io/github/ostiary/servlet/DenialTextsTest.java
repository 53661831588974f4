package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class DenialTextsTest {

    private static final long[] SECONDS = {0, 1, 2, 9, 10, 99, 100, 3_600, 2_592_000, 1_000_000_000_000L};

    @ParameterizedTest
    @EnumSource
    void areWhatTheFormRenders(DenialBody form) {
        DenialTexts texts = new DenialTexts(form);
        for (int round = 0; round < 2; round++) {
            for (Decision.Reason reason : Decision.Reason.values()) {
                for (long seconds : SECONDS) {
                    for (int status : new int[] {403, 429, 503}) {
                        expectRendered(texts, form, denied(reason, "api", "api-1m", seconds), status);
                    }
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellRulesAndPoliciesApart(DenialBody form) {
        DenialTexts texts = new DenialTexts(form);
        for (int round = 0; round < 2; round++) {
            for (String policy : List.of("api-1s", "api-1m", "api")) {
                expectRendered(texts, form, denied(Decision.Reason.RATE_LIMITED, "api", policy, 7), 429);
                expectRendered(texts, form, denied(Decision.Reason.LOCKED, policy, policy, 8), 429);
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void tellWhatIsNeverGrantedFromWhatIsGrantedLater(DenialBody form) {
        DenialTexts texts = new DenialTexts(form);
        for (int round = 0; round < 2; round++) {
            expectRendered(texts, form, denied(Decision.Reason.RATE_LIMITED, "api", "api", 0), 429);
            expectRendered(
                    texts, form, Decision.deny(Decision.Reason.RATE_LIMITED, "api", List.of(), null, true, false), 429);
        }
    }

    /** Names that an application makes up may be any. */
    @ParameterizedTest
    @EnumSource
    void survivesAnyName(DenialBody form) {
        DenialTexts texts = new DenialTexts(form);
        for (String name : List.of("" + Long.MAX_VALUE, "UUUUUUUU", "\"\\", "réponse", "%s", "")) {
            expectRendered(texts, form, denied(Decision.Reason.RATE_LIMITED, name, name, 5), 429);
            expectRendered(texts, form, denied(Decision.Reason.RATE_LIMITED, name, name, 6), 429);
        }
    }

    @Test
    void namesWithoutNumberAreToldAsWell() {
        DenialTexts texts = new DenialTexts(DenialBody.PROBLEM);
        for (int i = 0; i < 2 * DenialTexts.MOST; i++) {
            expectRendered(texts, DenialBody.PROBLEM, denied(Decision.Reason.RATE_LIMITED, "r" + i, "r" + i, 5), 429);
        }
        assertThat(texts.kept()).isEqualTo(DenialTexts.MOST);
    }

    private static void expectRendered(DenialTexts texts, DenialBody form, Decision.Denied denied, int status) {
        for (@Nullable String reference : new String[] {null, "7F3KQ2ZD", "00000000", null}) {
            byte[] text = texts.of(denied, status, Denial.seconds(denied), reference);
            assertThat(new String(text, StandardCharsets.UTF_8))
                    .isEqualTo(form.render(Denial.of(denied, status, reference)));
        }
    }

    private static Decision.Denied denied(Decision.Reason reason, String rule, String policy, long seconds) {
        Quota quota = new Quota(rule, policy, Rate.parse("100/1m"), 0, Duration.ofSeconds(42));
        @Nullable Duration wait = seconds == 0 ? null : Duration.ofSeconds(seconds);
        return Decision.deny(reason, rule, List.of(quota), wait, false, false);
    }
}
