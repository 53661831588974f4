package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Rate;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Random;
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

    /** Seeded: whatever was told before, and whoever takes whose place, it is what would be written anew. */
    @ParameterizedTest
    @EnumSource
    void areWhatTheFormRendersInAnyOrder(DenialBody form) {
        Random random = new Random(110);
        DenialTexts texts = new DenialTexts(form);
        Decision.Reason[] reasons = Decision.Reason.values();
        String[] names = {"api", "api-1m", "login", "AaAa", "BBBB"};
        List<String> references = references(random, 300);
        for (int i = 0; i < 60_000; i++) {
            String rule = names[random.nextInt(names.length)];
            String policy = random.nextBoolean() ? rule : names[random.nextInt(names.length)];
            Decision.Reason reason = reasons[random.nextInt(random.nextInt(reasons.length) + 1)];
            long seconds = random.nextBoolean() ? SECONDS[random.nextInt(SECONDS.length)] : random.nextInt(200);
            int status = random.nextInt(4) > 0 ? 429 : 503;
            @Nullable
            String reference = random.nextInt(3) == 0 ? null : references.get(random.nextInt(random.nextInt(300) + 1));
            Decision.Denied denied = random.nextInt(9) > 0
                    ? denied(reason, rule, policy, seconds)
                    : Decision.deny(reason, rule, List.of(), null, true, false);
            expectRendered(texts, form, denied, status, reference);
        }
    }

    private static List<String> references(Random random, int count) {
        List<String> references = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            references.add(
                    Long.toString(random.nextLong(1L << 35, 1L << 36), 32).toUpperCase(Locale.ROOT));
        }
        return references;
    }

    @ParameterizedTest
    @EnumSource
    void callersAreToldTheSameArraysUntilASecondIsOver(DenialBody form) {
        DenialTexts texts = new DenialTexts(form);
        Decision.Denied denied = denied(Decision.Reason.RATE_LIMITED, "api", "api", 7);
        for (@Nullable String reference : new String[] {null, "7F3KQ2ZD"}) {
            byte[] first = texts.of(denied, 429, 7, reference);
            assertThat(texts.of(denied, 429, 7, reference)).isSameAs(first);
            assertThat(texts.of(denied, 429, 8, reference)).isNotEqualTo(first);
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
            expectRendered(texts, form, denied, status, reference);
        }
    }

    private static void expectRendered(
            DenialTexts texts, DenialBody form, Decision.Denied denied, int status, @Nullable String reference) {
        byte[] text = texts.of(denied, status, Denial.seconds(denied), reference);
        assertThat(new String(text, StandardCharsets.UTF_8))
                .isEqualTo(form.render(Denial.of(denied, status, reference)));
    }

    private static Decision.Denied denied(Decision.Reason reason, String rule, String policy, long seconds) {
        Quota quota = new Quota(rule, policy, Rate.parse("100/1m"), 0, Duration.ofSeconds(42));
        @Nullable Duration wait = seconds == 0 ? null : Duration.ofSeconds(seconds);
        return Decision.deny(reason, rule, List.of(quota), wait, false, false);
    }
}
