package io.github.ostiary.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HtmlTest {

    private static final Pattern TEMPLATE = Pattern.compile("Html\\.of\\(\\s*([^\\s])");

    @ParameterizedTest
    @CsvSource({
        "<b>, &lt;b&gt;",
        "a&b, a&amp;b",
        "\u202ebob, [U+202E]bob",
        "a\u0000b, a[U+0000]b",
        "\ud800x, [U+D800]x",
        "\ud83d\ude00, \ud83d\ude00",
    })
    void textIsText(String text, String markup) {
        assertThat(Html.of("<p title=\"{}\">{}</p>", text, text))
                .hasToString("<p title=\"" + markup + "\">" + markup + "</p>");
    }

    @Test
    void quotesDoNotEndAnAttribute() {
        assertThat(Html.of("{}", "\"'")).hasToString("&quot;&#39;");
    }

    @Test
    void htmlGoesInAsItIsAndListsOneBehindTheOther() {
        Html item = Html.of("<li>{}</li>", 1);
        assertThat(Html.of("<ul>{}</ul>", List.of(item, item))).hasToString("<ul><li>1</li><li>1</li></ul>");
    }

    @Test
    void longTextsAreCut() {
        assertThat(Html.of("{}", "x".repeat(1_000_000)).toString())
                .hasSize(2_001)
                .endsWith("…");
    }

    @Test
    void placesAndPartsAreCounted() {
        assertThatIllegalArgumentException().isThrownBy(() -> Html.of("{}"));
        assertThatIllegalArgumentException().isThrownBy(() -> Html.of("{}", 1, 2));
    }

    /** What is markup stands in the source, between quotation marks. */
    @Test
    void templatesAreThisCodesOwn() throws IOException {
        int seen = 0;
        try (Stream<Path> sources = Files.list(Path.of("src/operators/src/main/java/io/github/ostiary/console"))) {
            for (Path source : sources.toList()) {
                Matcher template = TEMPLATE.matcher(Files.readString(source));
                while (template.find()) {
                    seen++;
                    assertThat(template.group(1))
                            .as("%s: %s", source, template.group())
                            .isEqualTo("\"");
                }
            }
        }
        assertThat(seen).isGreaterThan(40);
    }
}
