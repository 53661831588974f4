package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.testing.LogLines;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class SignaturesTest {

    private static final String SECRET = "a secret of all nodes";
    private static final long NOW = 1_795_860_000_000L;
    private static final long END = NOW + 60_000;
    private static final long MINUTE = 60_000_000;

    private final ManualTimeSource time = new ManualTimeSource();
    private final Signatures signatures = new Signatures("shop", SECRET, time);
    private final String signed = signatures.sign("overrides", "enforce", "text\nmore", END);

    private String read(String topic, String name, String stored) {
        Signatures.Genuine read = signatures.read(topic, name, stored, NOW);
        return read == null ? "ignored" : read.text();
    }

    @Test
    void whatWasSignedIsReadWhereItStands() {
        assertThat(read("overrides", "enforce", signed)).isEqualTo("text\nmore");
        assertThat(signatures.read("overrides", "enforce", signed, NOW).leftMicros())
                .as("the clock of another primary may differ")
                .isEqualTo(2 * MINUTE);
        String lonely = "a lone \ud800 is stored as another character";
        assertThat(read(
                        "explain",
                        "a",
                        signatures.sign("explain", "a", lonely, END).replace('\ud800', '?')))
                .isEqualTo(lonely.replace('\ud800', '?'));
        assertThat(read("explain", "a", signatures.sign("explain", "a", "", END)))
                .isEmpty();
    }

    @Test
    void itCountsUnderNoOtherNameTopicPrefixOrSecret() {
        assertThat(read("overrides", "limit.web.rate", signed)).isEqualTo("ignored");
        assertThat(read("proofs", "enforce", signed)).isEqualTo("ignored");
        assertThat(read("overrides", "", signed)).as("as a line").isEqualTo("ignored");
        Signatures other = new Signatures("forum", SECRET, time);
        assertThat(other.read("overrides", "enforce", signed, NOW)).isNull();
        Signatures later = new Signatures("shop", SECRET + '!', time);
        assertThat(later.read("overrides", "enforce", signed, NOW)).isNull();
    }

    @Test
    void eachCharacterOfItCounts() {
        for (int i = 0; i < signed.length(); i++) {
            char changed = signed.charAt(i) == '1' ? '2' : '1';
            String forged = signed.substring(0, i) + changed + signed.substring(i + 1);
            assertThat(read("overrides", "enforce", forged)).as(forged).isEqualTo("ignored");
        }
        assertThat(read("overrides", "enforce", "text\nmore")).isEqualTo("ignored");
        assertThat(read("overrides", "enforce", "")).isEqualTo("ignored");
    }

    @Test
    void whatHasEndedIsNotBroughtBackByWhoKeptIt() {
        assertThat(signatures.read("overrides", "enforce", signed, END + 59_999))
                .isNotNull();
        assertThat(signatures.read("overrides", "enforce", signed, END + 60_000))
                .isNull();
    }

    @Test
    void withoutASecretAllIsRead() {
        Signatures open = new Signatures("shop", null, time);
        assertThat(open.sign("overrides", "enforce", "text", END)).isEqualTo("text");
        assertThat(open.read("overrides", "enforce", "text", 0).text()).isEqualTo("text");
        assertThat(open.read("overrides", "enforce", signed, 0).text()).isEqualTo("text\nmore");
    }

    @Test
    void oneLineAnHourAndTopicSaysSo() {
        try (LogLines log = LogLines.of("io.github.ostiary.redis")) {
            read("overrides", "enforce", "planted");
            read("overrides", "enabled", "planted");
            read("proofs", "x", "planted");
            assertThat(log.warnings()).hasSize(2);
            assertThat(log.warnings().get(0))
                    .contains("enforce in shop:1:board:{overrides}")
                    .contains("keySecret");
            time.advance(Duration.ofMinutes(60));
            read("overrides", "enabled", "planted");
            read("overrides", "", "planted");
            assertThat(log.warnings()).hasSize(3);
        }
    }
}
