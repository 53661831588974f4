package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateTest {

    @ParameterizedTest
    @ValueSource(strings = {"1/999999999999d", "1/PT2562047788015215H"})
    void a_window_beyond_all_arithmetic_is_out_of_bounds_like_any_other(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(text))
                .withMessage("the window must be 1ms to 366d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"100/1x", "100/", "100", "x/1m", "-1/1m", "1/2/1m", ""})
    void what_is_no_rate_is_shown_whole_with_an_example(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Rate.parse(text))
                .withMessage("'" + text + "' is not a rate; write permits/window, such as 100/1m");
    }
}
