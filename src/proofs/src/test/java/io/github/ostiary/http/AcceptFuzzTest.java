package io.github.ostiary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import io.github.ostiary.testing.FuzzedText;
import java.util.List;

/** What Accept headers prefer, against a reading list by list. */
class AcceptFuzzTest {

    @FuzzTest
    @DictionaryEntries({
        "text/html",
        "text/plain",
        "application/json",
        "application/*",
        "text/*",
        "*/*",
        "a/b+json",
        "TEXT/Html",
        ",",
        ";q=",
        ";q=0",
        ";Q=0.5",
        "; q=0.25 ",
        ";q=1.",
        ";q=1.001",
        ";v=1",
        "\\xc4\\xb0",
        "\\x0a"
    })
    void aHeaderPrefersWhatTheNaiveReadingSays(byte[] input) {
        String text = FuzzedText.of(input);
        List<String> lines = List.of(text.split("\n", -1));
        assertEquals(NaiveAccept.preferred(lines), Accept.preferred(lines));
        assertEquals(NaiveAccept.preferred(List.of(text)), Accept.preferred(text));
        FuzzedText.linear(text, Accept::preferred);
    }
}
