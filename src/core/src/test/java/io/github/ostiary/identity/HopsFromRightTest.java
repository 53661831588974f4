package io.github.ostiary.identity;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The elements of a header from the right, where proxies append. */
class HopsFromRightTest {

    private static List<String> all(boolean quoting, String... lines) {
        HopsFromRight hops = new HopsFromRight(List.of(lines), quoting);
        List<String> all = new ArrayList<>();
        for (String next = hops.next(); next != null; next = hops.next()) {
            all.add(next);
        }
        assertThat(hops.next()).as("it stays at the end").isNull();
        return all;
    }

    @Test
    void theLastElementOfTheLastLineComesFirst() {
        assertThat(all(false, "a, b", "c")).containsExactly("c", " b", "a");
    }

    @Test
    void emptyElementsAreElements() {
        assertThat(all(false, "", ",a,")).containsExactly("", "a", "", "");
        assertThat(all(true, "", ",a,")).containsExactly("", "a", "", "");
        assertThat(all(false)).isEmpty();
    }

    @Test
    void aCommaInQuotesSeparatesNothing() {
        assertThat(all(true, "for=\"a,b\",for=c")).containsExactly("for=c", "for=\"a,b\"");
        assertThat(all(true, "for=\"a\\\",b\",for=c")).containsExactly("for=c", "for=\"a\\\",b\"");
        assertThat(all(false, "\"a,b\"")).containsExactly("b\"", "\"a");
    }

    /** Taken for the opening quote, an escaped one would make two elements of what a proxy wrote as one. */
    @Test
    void anEscapedQuoteOpensNothing() {
        assertThat(all(true, "for=\"6.6.6.6,\\\"b\",for=c")).containsExactly("for=c", "for=\"6.6.6.6,\\\"b\"");
        assertThat(all(true, "for=\"6.6.6.6,\\\\\",for=c")).containsExactly("for=c", "for=\"6.6.6.6,\\\\\"");
        assertThat(all(true, "x=\"a,\\\\\\\"b\",for=c")).containsExactly("for=c", "x=\"a,\\\\\\\"b\"");
    }

    /** A backslash before the last quote would take it away, were it not one of a pair. */
    @Test
    void anEscapedBackslashEscapesNoQuote() {
        assertThat(all(true, "for=\"a\\\\\",for=c")).containsExactly("for=c", "for=\"a\\\\\"");
    }

    @Test
    void aQuoteLeftOpenInFrontCannotSwallowWhatAProxyAppended() {
        assertThat(all(true, "for=\"evil, for=6.6.6.6, for=9.9.9.9").get(0)).isEqualTo(" for=9.9.9.9");
    }

    /** Without quotes: as a split of each line has it. */
    @Test
    void agreesWithASplit() {
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            String[] lines = new String[1 + random.nextInt(3)];
            List<String> expected = new ArrayList<>();
            for (int j = 0; j < lines.length; j++) {
                lines[j] = random.ints(random.nextInt(8), 0, 3)
                        .mapToObj(c -> new String[] {"a", ",", " "}[c])
                        .reduce("", String::concat);
                expected.addAll(List.of(lines[j].split(",", -1)));
            }
            Collections.reverse(expected);
            assertThat(all(false, lines)).isEqualTo(expected);
            assertThat(all(true, lines)).isEqualTo(expected);
        }
    }
}
