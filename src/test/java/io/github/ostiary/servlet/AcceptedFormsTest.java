package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AcceptedFormsTest {

    private static final String[] RANGES = {
        "text/html", "text/plain", "application/json", "*/*", "text/*", "text/html;q=0.1", "application/json;q=0.2", ""
    };

    private final AcceptedForms forms = new AcceptedForms();

    @Test
    void severalLinesAreOneList() {
        for (int turn = 0; turn < 2; turn++) {
            assertThat(preferred("text/html;q=0.1", "application/json")).isEqualTo(DenialBody.PROBLEM);
            assertThat(preferred("text/html;q=0.1")).isEqualTo(DenialBody.HTML);
            assertThat(preferred("text/html;q=0.1", "text/plain", "application/json;q=0.5"))
                    .isEqualTo(DenialBody.TEXT);
        }
    }

    @Test
    void whoSaysNothingGetsText() {
        assertThat(forms.preferred(null)).isEqualTo(DenialBody.TEXT);
        assertThat(preferred()).isEqualTo(DenialBody.TEXT);
    }

    /** Seeded: texts of one length take each other's place, again and again. */
    @Test
    void areWhatHeadersPreferWhateverWasAskedBefore() {
        Random random = new Random(110);
        for (int i = 0; i < 100_000; i++) {
            List<String> lines = new ArrayList<>();
            for (int n = random.nextInt(3); n > 0; n--) {
                lines.add(RANGES[random.nextInt(RANGES.length)] + "," + RANGES[random.nextInt(RANGES.length)]);
            }
            assertThat(preferred(lines.toArray(String[]::new)))
                    .as(lines.toString())
                    .isEqualTo(NaiveAccept.preferred(lines));
        }
    }

    @Test
    void onlySoMuchIsKeptWhateverCallersSend() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(preferred("text/html" + " ".repeat(i % 300) + "," + i)).isEqualTo(DenialBody.HTML);
        }
        assertThat(forms.kept()).isEqualTo(AcceptedForms.PLACES);
    }

    @Test
    void longHeadersAreNotKept() {
        assertThat(preferred("text/html" + " ".repeat(AcceptedForms.LONGEST))).isEqualTo(DenialBody.HTML);
        assertThat(forms.kept()).isZero();
    }

    private DenialBody preferred(String... lines) {
        return forms.preferred(Collections.enumeration(List.of(lines)));
    }
}
