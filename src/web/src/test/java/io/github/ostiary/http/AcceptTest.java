package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AcceptTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''                                                               | TEXT",
                "*/*                                                              | TEXT",
                "*/*;q=0                                                          | TEXT",
                "image/png                                                        | TEXT",
                "application/json                                                 | PROBLEM",
                "application/problem+json                                         | PROBLEM",
                "APPLICATION/JSON                                                 | PROBLEM",
                "application/vnd.api+json                                         | PROBLEM",
                "application/*                                                    | PROBLEM",
                "application/json, text/plain, */*                                | PROBLEM",
                "application/json;q=0, */*                                        | TEXT",
                "application/json;charset=utf-8;q=0.4, text/html;q=0.3            | PROBLEM",
                "text/html                                                        | HTML",
                "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8  | HTML",
                "text/html;q=0.5, application/json;q=0.6                          | PROBLEM",
                "text/html;q=0.6, application/json;q=0.5                          | HTML",
                "text/html;q=0.001, text/plain;q=0                                | HTML",
                "text/*                                                           | TEXT",
                "text/*;q=0.5, text/html;q=0.1                                    | TEXT",
                "text/plain;q=0, text/*                                           | HTML",
                "text/html;q=0, text/plain;q=0, */*                               | PROBLEM",
                "text/html; Q=0.9 , application/json ; q=1                        | PROBLEM",
                "text/html;q=2                                                    | TEXT",
                "text/html;q=-1                                                   | TEXT",
                "text/html;q=NaN                                                  | TEXT",
                "text/html;q=, application/json;q=0.1                             | PROBLEM",
                ";;;,,,/,q=1,*,html                                               | TEXT",
                ",text/html,                                                      | HTML",
            })
    void choosesWhatIsWantedMost(String header, DenialBody body) {
        assertThat(Accept.preferred(header)).isEqualTo(body);
    }

    @Test
    void ofAHugeHeaderTheBeginningCounts() {
        String huge = "text/html;q=0.5," + "a/b;".repeat(1_000_000) + ",".repeat(1_000_000) + ",application/json";
        assertThat(Accept.preferred(huge)).isEqualTo(DenialBody.HTML);
    }

    @Test
    void severalLinesAreOneList() {
        assertThat(preferred("text/html;q=0.1", "application/json")).isEqualTo(DenialBody.PROBLEM);
        assertThat(preferred("text/html;q=0.1")).isEqualTo(DenialBody.HTML);
        assertThat(preferred("text/html;q=0.1", "text/plain", "application/json;q=0.5"))
                .isEqualTo(DenialBody.TEXT);
    }

    @Test
    void whoSaysNothingGetsText() {
        assertThat(preferred()).isEqualTo(DenialBody.TEXT);
    }

    private static DenialBody preferred(String... lines) {
        return Accept.preferred(List.of(lines));
    }
}
