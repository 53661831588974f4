package io.github.ostiary.servlet;

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
            strings = {"u=%", "u=%4", "u=%zz", "u=a&u=%4", "%zz=1", "u=%ff", "u=%c0%af", "u=%E2%82", "u=%4&x=1", "u=%٤٤"
            })
    void malformedIsRefusedWithoutEcho(String query) {
        assertThatThrownBy(() -> QueryString.values(query, "u"))
                .isInstanceOf(MalformedCallException.class)
                .hasMessageNotContaining("zz");
    }
}
