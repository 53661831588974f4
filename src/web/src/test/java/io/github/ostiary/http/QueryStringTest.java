package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.MalformedCallException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QueryStringTest {

    @ParameterizedTest
    @CsvSource({
        "u=bob, bob",
        "u=, ''",
        "u, ''",
        "a=1&u=bob&b=2, bob",
        "&&u=bob&&, bob",
        "%75=bob, bob",
        "u=b%6fb, bob",
        "u=a+b%20c%2Bd, a b c+d",
        "u=r%C3%A9ponse, réponse",
        "u=réponse, réponse",
        "u=😀%20😀, 😀 😀",
        "u=a=b, a=b",
        "u=bob;v=2, bob;v=2",
    })
    void oneValue(String query, String value) {
        assertThat(QueryString.values(query, "u")).containsExactly(value);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "U=bob", "uu=bob", "x=u", "x=1&=u", "x=%zz"})
    void noValue(String query) {
        assertThat(QueryString.values(query, "u")).isEmpty();
    }

    @Test
    void severalValuesKeepTheirOrder() {
        assertThat(QueryString.values("u=b&%75=a&u", "u")).containsExactly("b", "a", "");
        assertThat(QueryString.values(null, "u")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "u=%",
                "u=%4",
                "u=%zz",
                "u=a&u=%4",
                "%zz=1",
                "u=%ff",
                "u=%c0%af",
                "u=%E2%82",
                "u=%4&x=1",
                "u=%٤٤",
                "u=\ud83d",
                "u=\ude00\ud83d"
            })
    void malformedIsDeniedWithoutEcho(String query) {
        assertThatThrownBy(() -> QueryString.values(query, "u"))
                .isInstanceOf(MalformedCallException.class)
                .hasMessageNotContaining("zz");
    }

    /** Counts how often it is looked at. */
    private static final class Counted implements CharSequence {

        private final String text;
        private long looks;

        Counted(String text) {
            this.text = text;
        }

        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            looks++;
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            looks += end - start;
            return text.substring(start, end);
        }

        @Override
        public String toString() {
            looks += text.length();
            return text;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"&", "a&", "=&", "u&", "u=&", "&&u=b%6fb", "%75", "=", "u", "%75=%6f&", "é=&", "username=&"})
    void noCharacterIsLookedAtMoreThanFourTimes(String piece) {
        Counted query = new Counted(piece.repeat(10_000));
        QueryString.values(query, "username");
        assertThat(query.looks).isLessThanOrEqualTo(4L * query.length() + 10);
        query.looks = 0;
        QueryString.count(query);
        assertThat(query.looks).isLessThanOrEqualTo(4L * query.length() + 10);
    }
}
