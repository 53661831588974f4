package io.github.ostiary.journeys;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a start loads: nothing of parts that its rules do not need, and hardly more classes than were counted. */
class StartedClassesTest {

    /** The console, captchas, Redis and others are asked for by a key, or by another edge. */
    private static final List<String> OTHER_PARTS =
            List.of("captcha", "command", "console", "jaxrs", "login", "redis", "spring", "tier", "vertx");

    /** Operators' accounts are made when an operator asks, or other nodes listen. */
    private static final List<String> MADE_LATER = List.of(
            "book.FleetEvents",
            "book.GuardOperatorApi",
            "book.NodeTexts",
            "book.ThisNode",
            "book.TrialBook",
            "explain.Explainer",
            "operator.FleetNode",
            "store.RecordText$Wire");

    /**
     * Deploys an application.
     *
     * @param most as many as were counted, and a tenth
     */
    @ParameterizedTest
    @CsvSource({"LimitedRequest, 420", "FailedSignIn, 510"})
    void aStartLoadsWhatItNeeds(String journey, int most) throws Exception {
        TracingClassLoader loader = new TracingClassLoader(false);
        Object made = loader.loadClass(getClass().getPackageName() + "." + journey)
                .getDeclaredConstructor(String.class, String.class)
                .newInstance("", "1000000/1h");
        try (AutoCloseable end = (AutoCloseable) made) {
            List<String> loaded = loader.loaded().keySet().stream()
                    .filter(TracingClassLoader::isOurs)
                    .map(name -> name.substring("io.github.ostiary.".length()))
                    .sorted()
                    .toList();
            assertThat(loaded)
                    .noneMatch(name -> OTHER_PARTS.contains(name.substring(0, Math.max(0, name.indexOf('.')))));
            assertThat(loaded).doesNotContainAnyElementsOf(MADE_LATER);
            assertThat(loaded).hasSizeBetween(most * 8 / 10, most);
        }
    }
}
