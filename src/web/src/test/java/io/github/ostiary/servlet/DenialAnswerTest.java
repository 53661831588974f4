package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.http.WrittenAnswer;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Without a request; with one it is DenialMapperIT's. */
class DenialAnswerTest {

    @ParameterizedTest
    @CsvSource({"RATE_LIMITED, 429", "BLOCKED, 403", "STORE_UNAVAILABLE, 503", "MALFORMED, 400"})
    void whereNobodyKnowsTheRequestTheReasonTellsTheStatus(Reason reason, int status) {
        Decision.Denied denied = Decision.deny(reason, "reply", List.of(), Duration.ofSeconds(7), false, false);
        WrittenAnswer answer = DenialAnswer.of(denied, new RateLimitExceededException(denied), null, null, List.of());

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.body()).isEmpty();
        assertThat(answer.contentType()).isNull();
    }
}
