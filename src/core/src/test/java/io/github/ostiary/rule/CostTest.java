package io.github.ostiary.rule;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.testing.TestCall;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a call costs, or that it says no such figure. */
class CostTest {

    private static final Cost HEADER = new Cost.HeaderCost("rows", 7);
    private static final Cost PARAMETER = new Cost.ParameterCost("rows", 7);

    private static TestCall call() {
        return new TestCall("GET", "/");
    }

    @ParameterizedTest
    @CsvSource({"1, 1", "09, 9", "10, 10", "123, 123", "1000000, 1000000", "0000000000000000000001, 1"})
    void aFigureIsWhatItSays(String text, long cost) {
        assertThat(HEADER.of(call().header("rows", text))).isEqualTo(cost);
        assertThat(PARAMETER.of(call().param("rows", text))).isEqualTo(cost);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "0", "1000001", "18446744073709551617", "-1", "+1", "1.0", " 1", "1/", "1:", "\uff11"})
    void anythingElseIsNoRequest(String text) {
        TestCall call = call().header("rows", text).param("rows", text);
        assertThatThrownBy(() -> HEADER.of(call)).isInstanceOf(MalformedCallException.class);
        assertThatThrownBy(() -> PARAMETER.of(call)).isInstanceOf(MalformedCallException.class);
    }

    @Test
    void twoFiguresAreNone() {
        TestCall call = call().header("rows", "1").header("rows", "1");
        assertThatThrownBy(() -> HEADER.of(call)).isInstanceOf(MalformedCallException.class);
    }

    @Test
    void whatIsNotSaidCostsWhatTheRuleSays() {
        assertThat(HEADER.of(call())).isEqualTo(7);
        assertThat(PARAMETER.of(call())).isEqualTo(7);
        assertThat(HEADER.withMissing(9).of(call())).isEqualTo(9);
        assertThat(PARAMETER.withMissing(9).of(call())).isEqualTo(9);
        assertThat(new Cost.FixedCost(5).withMissing(9).of(call())).isEqualTo(5);
    }

    @Test
    void whatABodyMayHideIsNotMissing() {
        CallContext hiding = new CallContext() {
            @Override
            public List<String> parameters(String name) {
                return List.of();
            }

            @Override
            public boolean mayHideParameter(String name) {
                return true;
            }
        };
        assertThatThrownBy(() -> PARAMETER.of(hiding)).isInstanceOf(MalformedCallException.class);
        assertThat(HEADER.of(hiding)).isEqualTo(7);
    }
}
