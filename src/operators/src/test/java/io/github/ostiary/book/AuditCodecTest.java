package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Change;
import io.github.ostiary.operator.AuditEntry;
import io.github.ostiary.operator.AuditEntry.Deed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class AuditCodecTest {

    private static final Instant AT = Instant.parse("2026-11-22T10:00:00.123456Z");

    private static AuditEntry entry(String by, String reason) {
        return new AuditEntry(
                Deed.LOCKED,
                "lockout.login",
                "9.principal.3.bob",
                "principal:bob",
                Optional.of(Duration.ofMinutes(90)),
                new Change(by, "console 10.0.0.7", reason, AT));
    }

    @Test
    void whatIsKeptIsRead() {
        AuditEntry entry = entry("eve", "ticket \"7\"");
        assertThat(AuditCodec.entry(AuditCodec.text(entry))).contains(entry);
        AuditEntry short_ =
                new AuditEntry(Deed.RELOADED, "", "", "", Optional.empty(), new Change("nobody", "", "", AT));
        assertThat(AuditCodec.entry(AuditCodec.text(short_))).contains(short_);
    }

    @Test
    void whatAnotherVersionOrSomebodyElseHasWrittenIsLeftOut() {
        String text = AuditCodec.text(entry("eve", ""));
        assertThat(AuditCodec.entry("")).isEmpty();
        assertThat(AuditCodec.entry("[2" + text.substring(2))).isEmpty();
        assertThat(AuditCodec.entry(text.replace("LOCKED", "HUGGED"))).isEmpty();
        assertThat(AuditCodec.entry(text + "more")).isEmpty();
        assertThat(AuditCodec.entry(text.replace("5400000000", "\"soon\""))).isEmpty();
    }

    @Test
    void theLogSaysWhoWhomAndWhyWithoutTheIdentity() {
        assertThat(AuditCodec.logged(entry("eve", "ticket 7")))
                .isEqualTo("LOCKED lockout.login key=\"" + entry("", "").digest()
                        + "\" for=\"5400s\" by=\"eve\" from=\"console 10.0.0.7\" reason=\"ticket 7\"");
        assertThat(entry("", "").digest()).hasSize(12).doesNotContain("bob");
    }

    @Test
    void nobodyWritesALineOfTheLogOrAFieldOfItByHisName() {
        String line =
                AuditCodec.logged(entry("eve\" by=\"root", "x\r\n2026 UNLOCKED lockout.login\u2028by=\"root\"\\"));
        assertThat(line)
                .doesNotContain("\r", "\n", "\u2028")
                .contains("by=\"eve\\\" by=\\\"root\"", "by=\\\"root\\\"\\\\\"");
        String kept = AuditCodec.text(entry("eve\nroot", "a\nb\nc"));
        assertThat(AuditCodec.entry(kept).orElseThrow().change().by()).isEqualTo("eve root");
        assertThat(AuditCodec.text(entry("x".repeat(100_000), "y".repeat(100_000))))
                .hasSizeLessThan(2_000);
    }
}
