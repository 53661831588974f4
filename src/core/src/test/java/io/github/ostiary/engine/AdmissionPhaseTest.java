package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.engine.AdmissionPhase.AdmissionEvent;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The life of a call is the table that its page shows, and each life comes to an end once. */
class AdmissionPhaseTest {

    private static final String BEGIN = "<!-- the life of a call -->\n";
    private static final String END = "<!-- end of the life of a call -->";

    private static String told(Enum<?> one) {
        return one.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String table() {
        StringBuilder table = new StringBuilder("| a call is | what happens | it is then |\n|---|---|---|\n");
        for (AdmissionPhase phase : AdmissionPhase.values()) {
            for (AdmissionEvent event : AdmissionEvent.values()) {
                AdmissionPhase next = phase.after(event);
                if (next != null) {
                    table.append("| ")
                            .append(told(phase))
                            .append(" | ")
                            .append(told(event))
                            .append(" | ");
                    table.append(told(next)).append(" |\n");
                }
            }
        }
        return table.toString();
    }

    @Test
    void isDrawnFromTheTable() throws IOException {
        String page = Files.readString(Path.of("src", "docs", "testing.md"));
        assertThat(page.substring(page.indexOf(BEGIN) + BEGIN.length(), page.indexOf(END)))
                .isEqualTo(table());
    }

    @ParameterizedTest
    @EnumSource
    void neverComesBackToWhereItWas(AdmissionPhase phase) {
        for (AdmissionEvent event : AdmissionEvent.values()) {
            AdmissionPhase next = phase.after(event);
            assertThat(next == null || next.compareTo(phase) > 0)
                    .as("%s, %s", phase, event)
                    .isTrue();
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = AdmissionPhase.class,
            names = {"LOOKED_AT", "SETTLED", "UNKNOWN"})
    void ofACallThatHoldsAnythingIsOverOnce(AdmissionPhase phase) {
        AtomicReference<AdmissionPhase> call = new AtomicReference<>(phase);
        assertThat(AdmissionPhase.move(call, AdmissionEvent.OVER)).isEqualTo(phase);
        assertThat(call).hasValue(AdmissionPhase.ENDED);
        for (AdmissionEvent event : AdmissionEvent.values()) {
            assertThat(AdmissionPhase.move(call, event)).isNull();
        }
    }

    @Test
    void leavesNoAnswerToTwoThreads() {
        AtomicReference<AdmissionPhase> call = new AtomicReference<>(AdmissionPhase.ANSWERED);
        assertThat(AdmissionPhase.move(call, AdmissionEvent.TURN)).isEqualTo(AdmissionPhase.ANSWERED);
        assertThat(AdmissionPhase.move(call, AdmissionEvent.TURN)).isNull();
    }
}
