package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class AcceptedFormsTest {

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
