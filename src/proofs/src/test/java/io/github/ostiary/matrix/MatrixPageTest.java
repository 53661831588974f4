package io.github.ostiary.matrix;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.testing.Page;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class MatrixPageTest {

    @Test
    void thePageTellsWhatWasSeen() throws IOException {
        String page = Page.of(MatrixPage.PAGE.toString()).text();
        assertThat(page).isEqualTo(MatrixPage.write(page, MatrixPage.kept()));
        assertThat(MatrixPage.kept()).hasSizeGreaterThanOrEqualTo(EmbeddedKind.values().length);
    }

    @Test
    void onlyWhatWasSeenIsWritten() {
        String page = "before\n<!-- written by MatrixPage -->\nold\n<!-- end -->\nafter\n";
        String written = MatrixPage.write(
                page,
                List.of(
                        Map.of(Column.SERVER, "A 1", Column.FILTER, "429", Column.EJB_LINES, "2"),
                        Map.of(Column.SERVER, "A 1", Column.JDK, "25", Column.FILTER, "429"),
                        Map.of(
                                Column.SERVER,
                                "B 2",
                                Column.FILTER,
                                "429",
                                Column.BASIC,
                                "429",
                                Column.EJB_LINES,
                                "0")));
        assertThat(written)
                .startsWith("before\n")
                .endsWith("<!-- end -->\nafter\n")
                .doesNotContain("old");
        assertThat(written)
                .contains("tried: filter 429; BASIC 429.\n")
                .contains("| server | Servlet | CDI | JDK | log lines: EJB | start without the jar | with it |\n")
                .contains("| A 1 | – | – | 25 | 2 | – | – |\n")
                .contains("| B 2 | – | – | – | 0 | – | – |\n");
    }
}
