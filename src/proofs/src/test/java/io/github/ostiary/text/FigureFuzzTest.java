package io.github.ostiary.text;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.Rate;
import io.github.ostiary.testing.FuzzedText;
import java.math.BigInteger;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Durations and rates as operators write them, against a second reading in whole numbers of any size; there and back. */
class FigureFuzzTest {

    private static final Pattern SHORT = Pattern.compile("([0-9]{1,12})(ms|s|m|h|d)");
    private static final Map<String, Integer> UNITS =
            Map.of("ms", 1, "s", 1_000, "m", 60_000, "h", 3_600_000, "d", 86_400_000);
    private static final BigInteger LONGEST = BigInteger.valueOf(366L * 86_400_000_000L);

    @FuzzTest
    @DictionaryEntries({
        "100/1m",
        "1ms",
        "999999999999d",
        "PT1M",
        "P366D",
        "PT0.0005S",
        "PT-1S",
        "366d",
        "1000000000/1s",
        ",",
        "/",
        "ms",
        "\\xd9\\xa3",
        "PT2562047788015215H"
    })
    void figuresAreWhatOthersReadThemAs(byte[] input) {
        String text = FuzzedText.of(input);
        Optional<Duration> duration = duration(text);
        assertEquals(naive(text), duration);
        duration.ifPresent(read -> assertEquals(duration, duration(Durations.format(read))));
        rates(text);
        FuzzedText.linear(text, FigureFuzzTest::duration);
        FuzzedText.linear(text, FigureFuzzTest::rates);
    }

    private static Optional<Duration> duration(String text) {
        try {
            return Optional.of(Durations.parse(text));
        } catch (IllegalArgumentException e) {
            String meant = Durations.meant(text).orElse("500ms, 10s, 1m, 2h, 1d or ISO-8601 such as PT1M");
            assertEquals("'" + text.strip() + "' is not a duration; write " + meant, e.getMessage());
            Durations.meant(text).ifPresent(Durations::parse);
            return Optional.empty();
        }
    }

    private static Optional<Duration> naive(String text) {
        Matcher form = SHORT.matcher(text.strip());
        if (form.matches()) {
            BigInteger millis = new BigInteger(form.group(1)).multiply(BigInteger.valueOf(UNITS.get(form.group(2))));
            BigInteger[] parts = millis.divideAndRemainder(BigInteger.valueOf(1_000));
            return Optional.of(Duration.ofSeconds(parts[0].longValueExact(), 1_000_000L * parts[1].intValue()));
        }
        try {
            return Optional.of(Duration.parse(text.strip())).filter(read -> !read.isNegative());
        } catch (DateTimeParseException e) {
            return Optional.empty();
        }
    }

    private static void rates(String text) {
        List<String> naive = naiveRates(text);
        try {
            List<Rate> rates = Rate.parseAll(text);
            List<String> shown = rates.stream()
                    .map(rate -> rate.permits() + "/" + rate.windowMicros())
                    .toList();
            assertEquals(naive, shown);
            assertEquals(
                    rates,
                    Rate.parseAll(String.join(
                            " , ", rates.stream().map(Rate::toString).toList())));
        } catch (IllegalArgumentException e) {
            assertEquals(List.of(), naive);
            assertTrue(
                    e.getMessage()
                            .matches(
                                    "(?s).*(write permits/window, such as 100/1m|write \\S+, which holds in any \\S+ .*|permits must be 1 to 1000000000, not"
                                            + " \\d+|the window must be 1ms to 366d.*|twice; keep the smaller of the two rates)"),
                    e.getMessage());
        }
    }

    /** Longest window first; none if one is none, or two have the same window. */
    private static List<String> naiveRates(String text) {
        List<long[]> rates = new ArrayList<>();
        for (String one : text.split(",", -1)) {
            String[] parts = one.strip().split("/", 2);
            Optional<Duration> window = parts.length < 2 ? Optional.empty() : naive(parts[1]);
            BigInteger micros = window.map(each -> BigInteger.valueOf(each.getSeconds())
                            .multiply(BigInteger.valueOf(1_000_000))
                            .add(BigInteger.valueOf(each.getNano() / 1_000)))
                    .orElse(BigInteger.ZERO);
            String permits = parts[0].strip();
            boolean fits = micros.compareTo(BigInteger.valueOf(1_000)) >= 0 && micros.compareTo(LONGEST) <= 0;
            if (!fits || !permits.matches("[0-9]{1,18}")) {
                return List.of();
            }
            rates.add(new long[] {Long.parseLong(permits), micros.longValueExact()});
        }
        boolean valid = rates.stream().allMatch(rate -> rate[0] >= 1 && rate[0] <= 1_000_000_000L)
                && rates.stream().map(rate -> rate[1]).distinct().count() == rates.size();
        rates.sort((a, b) -> Long.compare(b[1], a[1]));
        return valid ? rates.stream().map(rate -> rate[0] + "/" + rate[1]).toList() : List.of();
    }
}
