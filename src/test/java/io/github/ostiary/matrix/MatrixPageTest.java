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
                page, List.of(Map.of(Column.SERVER, "A 1", Column.FILTER, "429", Column.EJB_LINES, "2")));
        assertThat(written)
                .startsWith("before\n")
                .endsWith("<!-- end -->\nafter\n")
                .doesNotContain("old");
        assertThat(written)
                .contains("| A 1 | – | – | – | – | – | – |\n")
                .contains("| A 1 | 429 | – | – | – | – | – | – | – | – | – | – | –, 2, – |\n");
    }
}
