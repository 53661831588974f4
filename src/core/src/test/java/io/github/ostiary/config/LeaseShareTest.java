package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import io.github.ostiary.Rate;
import io.github.ostiary.setup.GuardBuilder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LeaseShareTest {

    @ParameterizedTest
    @CsvSource({
        "auto, 10000/1m, 200",
        "auto, 500/1s, 10",
        "auto, 499/1m, 0",
        "auto, 10000/500ms, 0",
        "off, 10000/1m, 0",
        "2%, 10000/1m, 200",
        "0.5%, 10000/1m, 50",
        "0.01%, 1000000/1m, 100",
        "1.25%, 1000/1m, 12"
    })
    void isAPartOfTheLimit(String share, String rate, long permits) {
        assertThat(LeaseShare.parse(share).permits(Rate.parse(rate))).isEqualTo(permits);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "2", "2.01%", "3%", "0%", "0.001%", "-1%", "1 %", "1,5%", "AUTO%", "100%", "\u0661%"})
    void saysWhatToWriteInstead(String share) {
        assertThatThrownBy(() -> LeaseShare.parse(share))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("must be auto, off or a share of the limit from 0.01% to 2%, not '" + share
                        + "'; auto takes up to 2% ahead for busy keys");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "algorithm=fixed-window | only permits of a sliding-log are taken ahead, not those of a fixed-window",
                "countDenied=true | with countDenied each call must be counted in the store",
                "minInterval=1s | with minInterval each call needs the time of the last one, from the store"
            })
    void aRuleThatCannotHaveItDoesNotAskForIt(String line, String why) {
        String[] pair = line.split("=");
        assertThatThrownBy(() -> guard(pair, "1%").close())
                .hasMessageContaining("limit.api.lease=1%: " + why + "; remove it, or write auto");
        guard(pair, "auto").close();
        guard(pair, "off").close();
    }

    private static Guard guard(String[] pair, String lease) {
        return GuardBuilder.create()
                .limit("api", "10000/1m")
                .property("limit.api." + pair[0], pair[1])
                .property("limit.api.lease", lease)
                .build();
    }
}
