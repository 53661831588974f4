package io.github.ostiary.config;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.store.Step;
import io.github.ostiary.testing.FuzzedText;
import io.github.ostiary.text.Durations;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Steps of lockouts, against a regular expression, and written out and read again. */
class StepsFuzzTest {

    private static final String LENGTH = "([^\\s/]+)";
    private static final Pattern STEP = Pattern.compile("(\\d{1,18})\\s*/\\s*" + LENGTH
            + "\\s+(?:(challenge|block)|(delay|lock)\\s+" + LENGTH + "(?:\\s+(?:x\\d{1,4}(?:\\.\\d{1,3})?|\\+" + LENGTH
            + "))?(?:\\s+max\\s+" + LENGTH + ")?(?:\\s+rearm\\s+\\d{1,18})?)");

    @FuzzTest
    @DictionaryEntries({
        "3/1h challenge",
        "10/1d lock 15m",
        " x2",
        " max 1d",
        " rearm 3",
        ", ",
        "20/1d block",
        "delay 2s",
        " +1m",
        " x1.5",
        "captcha",
        " / ",
        "366d",
        "36500d",
        "1ms",
        "1000/"
    })
    void stepsAreWhatIsWritten(byte[] input) {
        String text = FuzzedText.of(input);
        Optional<List<Step>> steps = parsed(text);
        if (steps.isPresent()) {
            for (String one : text.split(",", -1)) {
                assertTrue(STEP.matcher(one.strip()).matches(), one);
            }
            List<String> written = new ArrayList<>();
            steps.get().forEach(step -> written.add(written(step)));
            assertEquals(steps, parsed(String.join(" ,\t", written)), written.toString());
        } else if (!text.contains(",")) {
            Matcher form = STEP.matcher(text.strip());
            assertTrue(!form.matches() || isOutOfBounds(text), text);
        }
        FuzzedText.linear(text, StepsFuzzTest::parsed);
    }

    private static Optional<List<Step>> parsed(String text) {
        try {
            return Optional.of(StepsParser.parse(text));
        } catch (IllegalArgumentException e) {
            assertTrue(
                    e.getMessage()
                            .matches("(?s)(?:step '.*': .*|an entry of the list is empty; remove the extra comma"
                                    + "|there are \\d+ steps and at most 10 are allowed; let a lock grow instead.*)"),
                    e.getMessage());
            return Optional.empty();
        }
    }

    /** It has the form, so its error must be about a figure. */
    private static boolean isOutOfBounds(String text) {
        try {
            StepsParser.parse(text);
            return false;
        } catch (IllegalArgumentException e) {
            return e.getMessage()
                    .matches("(?s).*(must be \\d+ to|must be from|is not a duration|is not a growth|is shorter than"
                            + "|does not grow has no max|nothing to rearm).*");
        }
    }

    private static String written(Step step) {
        String action = step.action().name().toLowerCase(Locale.ROOT);
        String head = step.failures() + "/" + micros(step.windowMicros()) + " " + action;
        if (step.action() == Step.Action.CHALLENGE || step.action() == Step.Action.BLOCK) {
            return head;
        }
        boolean grows = step.growth().factor() > 1 || step.growth().byMicros() > 0;
        String factor = new BigDecimal(Double.toString(step.growth().factor())).toPlainString();
        String growth = step.growth().factor() > 1
                ? " x" + factor
                : grows ? " +" + micros(step.growth().byMicros()) : "";
        boolean bounded = grows && step.growth().maxMicros() < Step.MAX_MICROS;
        String max = bounded ? " max " + micros(step.growth().maxMicros()) : "";
        String rearm = step.action() == Step.Action.LOCK ? " rearm " + step.rearm() : "";
        return head + " " + micros(step.durationMicros()) + growth + max + rearm;
    }

    private static String micros(long micros) {
        return Durations.format(Durations.ofMicros(micros));
    }
}
