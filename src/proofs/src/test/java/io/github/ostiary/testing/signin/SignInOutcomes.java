package io.github.ostiary.testing.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Page;
import io.github.ostiary.testing.probe.Riddle;
import io.github.ostiary.testing.signin.Visit.Form;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;

/**
 * What a sign-in of a few lines does to an application, whichever it is. The lines are those of a recipe, three times in one
 * file: as they stand, with a captcha, and with a proof that the application never gives. A request's header says which of
 * them it is counted by.
 */
public final class SignInOutcomes {

    private static final AtomicInteger NETWORKS = new AtomicInteger();
    private static final String HEADER = "X-Lines";
    private static final String PLAIN = "plain";
    private static final String ASKING = "asking";
    private static final int ROUNDS = 3;
    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final String WRONG = "not-this-one";

    private final SignInApplication application;
    private final List<String> headers;

    private SignInOutcomes(SignInApplication application, String lines) {
        this.application = application;
        String address = "10.26." + NETWORKS.incrementAndGet() + ".1";
        this.headers = List.of("X-Forwarded-For", address, HEADER, lines, "Accept", "application/json");
    }

    /**
     * The configuration.
     *
     * @param recipe its heading in src/docs/recipes-sign-in.md
     * @param proof the {@code success} of the lines that mislead; null for none at all
     */
    public static String properties(String recipe, @Nullable String proof) {
        Map<String, String> lines = Page.recipe(recipe).properties();
        return "trustedProxies=loopback\n"
                + named(lines, PLAIN, Map.of())
                + named(lines, ASKING, Map.of("captcha", Riddle.class.getName()))
                + named(
                        lines,
                        misled(recipe),
                        proof == null
                                ? Map.of("captcha", Riddle.class.getName(), "success", "")
                                : Map.of("captcha", Riddle.class.getName(), "success", proof));
    }

    /** The configuration of a sign-in that the container does, and itself knows the proof of. */
    public static String properties(String recipe) {
        Map<String, String> lines = Page.recipe(recipe).properties();
        return "trustedProxies=loopback\n"
                + named(lines, PLAIN, Map.of())
                + named(lines, ASKING, Map.of("captcha", Riddle.class.getName()));
    }

    /** Applications on one server have one log. */
    private static String misled(String recipe) {
        return "misled-" + recipe.toLowerCase(Locale.ROOT).replace(' ', '-');
    }

    private static String named(Map<String, String> recipe, String name, Map<String, String> changes) {
        Map<String, String> lines = recipe.entrySet().stream()
                .filter(line -> line.getKey().startsWith("signin."))
                .collect(Collectors.toMap(
                        line -> line.getKey().replaceFirst("^signin\\.[^.]+\\.", ""), Map.Entry::getValue));
        lines.put("when", "header:" + HEADER + "=" + name);
        lines.putAll(changes);
        return lines.entrySet().stream()
                .filter(line -> !line.getValue().isEmpty())
                .map(line -> "signin." + name + "." + line.getKey() + "=" + line.getValue() + "\n")
                .sorted()
                .collect(Collectors.joining());
    }

    /** What every sign-in does. */
    public static Stream<DynamicTest> of(SignInApplication application) {
        return Stream.of(
                dynamicTest("three wrong passwords shut it for a minute", () -> new SignInOutcomes(application, PLAIN)
                        .threeWrongShutIt()),
                dynamicTest("three wrong passwords ask for the captcha", () -> new SignInOutcomes(application, ASKING)
                        .threeWrongAskForTheCaptcha()),
                dynamicTest("a right password passes before, and clears", () -> new SignInOutcomes(application, PLAIN)
                        .aRightOneClears()),
                dynamicTest("a name alone does not clear", () -> new SignInOutcomes(application, PLAIN)
                        .doesNotClear("eve", null, Form.WHOLE)),
                dynamicTest("a post without token does not clear", () -> new SignInOutcomes(application, PLAIN)
                        .doesNotClear("mallory", WRONG, Form.SESSION)),
                dynamicTest("a post without session does not clear", () -> new SignInOutcomes(application, PLAIN)
                        .doesNotClear("trent", WRONG, Form.NONE)));
    }

    /**
     * The same; and that the log says the right proof, where a wrong one is written.
     *
     * @param recipe its heading
     * @param proof the line to write
     */
    public static Stream<DynamicTest> of(SignInApplication application, String recipe, String proof) {
        String name = misled(recipe);
        return Stream.concat(
                of(application),
                Stream.of(dynamicTest(
                        "the log says what proves a right password",
                        () -> new SignInOutcomes(application, name).theLogSays(name, proof))));
    }

    private Visit visit(String name, @Nullable String password) {
        return Visit.of(name, password, headers);
    }

    private HttpResponse<String> wrong(String name) {
        return application.post(visit(name, WRONG));
    }

    private HttpResponse<String> right() {
        return application.post(visit("bob", application.password()));
    }

    private void assertPassed(HttpResponse<String> answer, boolean signedIn) {
        assertThat(isDenied(answer)).as(answer + "\n" + answer.body()).isFalse();
        assertThat(application.isSignedIn(answer))
                .as(answer + " " + answer.headers().map() + "\n" + answer.body())
                .isEqualTo(signedIn);
    }

    private static boolean isDenied(HttpResponse<String> answer) {
        return answer.statusCode() == 429 || answer.body().contains("urn:ostiary:");
    }

    private void threeWrongShutIt() {
        for (int i = 0; i < 3; i++) {
            assertPassed(wrong("bob"), false);
        }
        HttpResponse<String> denied = right();
        assertThat(application.isSignedIn(denied)).isFalse();
        if (application.saysWhenDenied()) {
            assertThat(denied.statusCode()).as(denied.body()).isEqualTo(429);
            assertThat(denied.headers().firstValueAsLong("Retry-After").orElseThrow())
                    .isBetween(1L, 60L);
        }
    }

    private void threeWrongAskForTheCaptcha() {
        for (int i = 0; i < 3; i++) {
            assertPassed(wrong("bob"), false);
        }
        for (String captcha : new String[] {"", "41"}) {
            HttpResponse<String> denied =
                    application.post(visit("bob", application.password()).answering(captcha));
            assertThat(application.isSignedIn(denied)).isFalse();
            if (application.saysWhenDenied()) {
                assertThat(denied.statusCode()).as(denied.body()).isEqualTo(403);
                assertThat(denied.body()).contains("urn:ostiary:challenge-required");
            }
        }
        assertPassed(application.post(visit("bob", application.password()).answering("42")), true);
        assertPassed(right(), true);
    }

    private void aRightOneClears() {
        for (int i = 0; i < ROUNDS; i++) {
            assertPassed(wrong("bob"), false);
            assertPassed(wrong("bob"), false);
            assertPassed(right(), true);
        }
    }

    /** It is the third failure, or no attempt at all, so that one more guess is looked at. */
    private void doesNotClear(String name, @Nullable String password, Form form) {
        int looked = 0;
        for (int i = 0; i < ROUNDS; i++) {
            looked += isDenied(wrong(name)) ? 0 : 1;
            looked += isDenied(wrong(name)) ? 0 : 1;
            HttpResponse<String> unproving =
                    application.post(visit(name, password).with(form));
            assertThat(application.isSignedIn(unproving))
                    .as(unproving.toString())
                    .isFalse();
        }
        HttpResponse<String> right = application.post(visit(name, application.password()));
        assertThat(application.isSignedIn(right)).isFalse();
        if (application.saysWhenDenied()) {
            assertThat(looked).isBetween(2, 3);
            assertThat(isDenied(right)).isTrue();
        }
    }

    private void theLogSays(String name, String proof) {
        wrong("bob");
        wrong("bob");
        right();
        String written = "signin." + name + ".success=";
        Pattern line = Pattern.compile("write " + Pattern.quote(written) + "(\\S+)");
        Await.until(() -> line.matcher(application.log()).find(), BOUND);
        Matcher said = line.matcher(application.log());
        assertThat(said.find()).isTrue();
        assertThat(said.group(1)).isEqualTo(proof);
    }
}
