package io.github.ostiary.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Quota;
import io.github.ostiary.testing.Modules;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.RecipeFixture;
import io.github.ostiary.testing.TestCall;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What README and pages promise of their blocks, and that no recipe goes untried. */
class ReadmeScenarioTest extends RecipeFixture {

    private static final Page CONFIGURATION = Page.of("src/docs/configuration.md");

    /** Each is asked for by its heading. */
    @Test
    void everyRecipeIsTried() {
        String tests = Stream.of(
                        "scenario/FrontRecipesTest",
                        "scenario/SignInRecipesTest",
                        "scenario/SecondStepTest",
                        "scenario/WorkRecipesTest",
                        "scenario/MovingRecipesTest",
                        "setup/OwnerMailTest",
                        "servlet/RecipesIT",
                        "servlet/AiRecipesIT",
                        "servlet/SignInApplicationsIT",
                        "servlet/SpringBootIT",
                        "spring/DownloadedCamundaIT",
                        "homes/DownloadedKeycloakIT")
                .map(test -> Page.of(Modules.one("src/test/java/io/github/ostiary/" + test + ".java")
                                .toString())
                        .text())
                .collect(Collectors.joining());
        assertThat(Page.recipes().stream().flatMap(page -> page.blocks("properties").stream()))
                .hasSizeGreaterThan(20)
                .allMatch(block -> tests.contains("ecipe(\"" + block.heading() + "\"")
                        || tests.contains("SignInOutcomes.properties(\"" + block.heading() + "\""));
    }

    @Test
    void theFirstScreensSignInAsksForACaptchaThenLocks() {
        Guard guard =
                guard(Page.README.blocks("properties").get(0), Map.of("signin.main.captcha", "com.example.Captcha"));
        TestCall answered = signIn("bob", ELSEWHERE).param("captcha", "right");
        assertThat(looked(3, guard, signIn("bob", ELSEWHERE), 302, "/login?error"))
                .isEqualTo(3);
        assertThat(first(guard, signIn("bob", ELSEWHERE)).reason()).isEqualTo(Reason.CHALLENGE_REQUIRED);
        assertThat(looked(9, guard, answered, 302, "/login?error"))
                .as("with a captcha each")
                .isEqualTo(7);
        assertThat(first(guard, answered).reason()).isEqualTo(Reason.LOCKED);
        assertThat(first(guard, answered).retryAfter()).contains(Duration.ofMinutes(15));
    }

    /** The sixth search is answered with the figures that the page quotes. */
    @Test
    void theAnswerOfThePageIsTheOneGiven() {
        Guard guard = guard(CONFIGURATION.configuration("An example"), Map.of("store", "local"));
        assertThat(admitted(5, guard, get("/api/search"))).isEqualTo(5);
        List<Quota> quotas = first(guard, get("/api/search")).quotas();
        String answer = CONFIGURATION.blocks("console").get(0).text();
        assertThat(quotas).hasSize(3).allSatisfy(quota -> assertThat(answer)
                .contains("\"" + quota.policy() + "\";q=" + quota.limit() + ";w="
                        + quota.rate().window().toSeconds())
                .contains("\"" + quota.policy() + "\";r=" + quota.remaining() + ";t="
                        + quota.resetAfter().toSeconds()));
        String body = answer.substring(answer.indexOf("\n\n")).strip();
        assertThat(answer).contains("\nContent-Length: " + body.length() + "\n");
    }
}
