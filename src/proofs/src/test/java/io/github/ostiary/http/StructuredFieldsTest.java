package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Quota;
import io.github.ostiary.Quota.QuotaUnit;
import io.github.ostiary.Rate;
import io.github.ostiary.edge.HeaderStyle;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.greenbytes.http.sfv.IntegerItem;
import org.greenbytes.http.sfv.Item;
import org.greenbytes.http.sfv.Parser;
import org.greenbytes.http.sfv.StringItem;
import org.junit.jupiter.api.Test;

/** The quota headers of generated standings, read by a parser of somebody else, against what the draft's revision 11 says. */
class StructuredFieldsTest {

    private static final int STANDINGS = 20_000;
    private static final long[] FIGURES = {Long.MIN_VALUE, -1, 0, 1, 5, 999_999_999_999_999L, 1L << 60, Long.MAX_VALUE};
    private static final long[] WINDOWS = {1_000, 999_999, 1_000_000, 1_000_001, 60_000_000, 366L * 86_400_000_000L};

    private static final Map<QuotaUnit, Optional<String>> UNITS = Map.of(
            QuotaUnit.REQUESTS, Optional.empty(),
            QuotaUnit.CONTENT_BYTES, Optional.of("content-bytes"),
            QuotaUnit.CONCURRENT_REQUESTS, Optional.of("concurrent-requests"));

    private final Random random = new Random(Long.getLong("structured.seed", 43));
    private final QuotaHeaders headers = new QuotaHeaders(HeaderStyle.DRAFT_11);

    @Test
    void anotherParserReadsWhateverIsWritten() {
        for (int i = 0; i < STANDINGS; i++) {
            List<Quota> quotas = new ArrayList<>();
            for (int size = 1 + random.nextInt(3); size > 0; size--) {
                quotas.add(quota());
            }
            Map<String, String> told = new HashMap<>();
            headers.write(told::put, Decision.allow(quotas, false, false));
            check(quotas, list(told.get("RateLimit-Policy")), list(told.get("RateLimit")));
        }
    }

    private static List<Item<?>> list(String field) {
        List<Item<?>> items = new ArrayList<>();
        Parser.parseList(field).get().forEach(element -> items.add((Item<?>) element));
        return items;
    }

    private static void check(List<Quota> quotas, List<Item<?>> policies, List<Item<?>> standings) {
        assertThat(policies).hasSameSizeAs(quotas);
        assertThat(standings).hasSameSizeAs(quotas);
        for (int i = 0; i < quotas.size(); i++) {
            Quota quota = quotas.get(i);
            assertThat(policies.get(i)).isInstanceOf(StringItem.class);
            String name = (String) policies.get(i).get();
            assertThat(standings.get(i).get()).isEqualTo(name);
            if (quota.policy().matches("[ -~]*")) {
                assertThat(name).isEqualTo(quota.policy());
            }
            Map<String, Item<?>> policy = policies.get(i).getParams();
            assertThat(policy.keySet()).isSubsetOf("q", "qu", "w");
            assertThat(figure(policy, "q")).hasValue(sent(quota.limit()));
            Optional<Long> window = figure(policy, "w");
            long micros = quota.rate().windowMicros();
            boolean told = micros >= 1_000_000 && quota.unit() != QuotaUnit.CONCURRENT_REQUESTS;
            assertThat(window).isEqualTo(told ? Optional.of((micros + 999_999) / 1_000_000) : Optional.empty());
            assertThat(Optional.ofNullable(policy.get("qu")).map(item -> ((StringItem) item).get()))
                    .isEqualTo(UNITS.get(quota.unit()));
            Map<String, Item<?>> standing = standings.get(i).getParams();
            assertThat(standing.keySet()).isSubsetOf("r", "t");
            assertThat(figure(standing, "r")).hasValue(sent(quota.remaining()));
            boolean timed = quota.unit() != QuotaUnit.CONCURRENT_REQUESTS;
            assertThat(figure(standing, "t").map(seconds -> seconds >= 0))
                    .isEqualTo(timed ? Optional.of(true) : Optional.empty());
        }
    }

    private static Optional<Long> figure(Map<String, Item<?>> parameters, String name) {
        return Optional.ofNullable(parameters.get(name)).map(item -> ((IntegerItem) item).getAsLong());
    }

    /** What fifteen digits can say of it. */
    private static long sent(long figure) {
        return Math.max(0, Math.min(figure, 999_999_999_999_999L));
    }

    private Quota quota() {
        Rate rate = new Rate(1 + random.nextInt(1_000_000_000), WINDOWS[random.nextInt(WINDOWS.length)]);
        Duration reset = Duration.ofMillis(FIGURES[random.nextInt(FIGURES.length)] / 1_000);
        QuotaUnit unit = QuotaUnit.values()[random.nextInt(3)];
        return new Quota("api", name(), rate, figure(), figure(), reset, unit, Optional.empty());
    }

    private long figure() {
        return random.nextBoolean() ? random.nextInt(1_000_000_000) : FIGURES[random.nextInt(FIGURES.length)];
    }

    private String name() {
        if (random.nextBoolean()) {
            return "api-" + random.nextInt(1_000) + "m";
        }
        StringBuilder name = new StringBuilder();
        for (int length = random.nextInt(6); length > 0; length--) {
            String letters = "\"\\;,= aé\u0000\r\n\u007f\ud83d\u2028@:";
            name.append(letters.charAt(random.nextInt(letters.length())));
        }
        return name.toString();
    }
}
