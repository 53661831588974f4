package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whether a line gives a cookie or takes it away. */
class SetCookiesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token=abc",
                " token = abc ; Path=/",
                "token=a=b",
                "token=\"abc\"; HttpOnly",
                "token=abc; Max-Age=3600",
                "token=abc; Max-Age=01",
                "token=abc; Expires=Fri, 01 Jan 2100 00:00:00 GMT",
                "token=abc; Comment=max-age=0x",
                "token=abc; Path=/1970/"
            })
    void isGiven(String line) {
        assertThat(SetCookies.gives(line, "token")).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "token",
                "Token=abc",
                "mytoken=abc",
                "other=1; token=abc",
                "token=",
                "token=\"\"",
                "token=  ; Path=/",
                "token=abc; Max-Age=0",
                "token=abc;max-age=-1",
                "token=abc; MAX-AGE = \"0\" ; Path=/",
                "token=abc; Expires=Thu, 01 Jan 1970 00:00:00 GMT",
                "token=abc; expires=Thu, 01-Jan-70 00:00:10 GMT; Path=/"
            })
    void isNotGiven(String line) {
        assertThat(SetCookies.gives(line, "token")).isFalse();
    }
}
