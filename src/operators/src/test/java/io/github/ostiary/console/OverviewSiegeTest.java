package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import io.github.ostiary.testing.Await;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** What the overview says of a siege. */
class OverviewSiegeTest extends ConsoleFixture {

    @Test
    void aSiegeStandsAtTheHeadOfTheOverview() {
        given(
                "signin.main.path=/login",
                "signin.main.name=param:user",
                "signin.main.captcha=" + Unanswered.class.getName());
        assertThat(page("")).doesNotContain("siege");
        guard.rules().override("signin.main.siege", "on", Duration.ofHours(1), "we were warned");
        Await.until(
                () -> page("").contains("A siege of <a href=\"")
                        && page("").contains("rules#lockout.main.account\">lockout.main.account</a> goes on"),
                Duration.ofSeconds(20));
    }

    /** No captcha. */
    public static final class Unanswered implements ChallengeVerifier {
        @Override
        public boolean isAnswered(CallContext call) {
            return false;
        }

        @Override
        public boolean verify(CallContext call) {
            return false;
        }
    }
}
