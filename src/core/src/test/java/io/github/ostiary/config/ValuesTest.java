package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.ostiary.rule.FailurePolicy;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The simple types, and what is said where a text is none. */
class ValuesTest {

    @Test
    void flagsHaveTwoValuesInAnyCase() {
        assertThat(ValueType.FLAG.parser().apply("TRUE")).isTrue();
        assertThat(ValueType.FLAG.parser().apply("False")).isFalse();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ValueType.FLAG.parser().apply("yes"))
                .withMessage("must be true or false");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "11", "-1", "+5", "5.0", "1e1", "", " 5", "٥", "99999999999999999999"})
    void aNumberOutOfBoundsIsToldTheBounds(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.number(text, 1, 10))
                .withMessage("must be a whole number from 1 to 10");
    }

    @Test
    void boundsBelongToTheRange() {
        assertThat(Values.number("1", 1, 10)).isEqualTo(1);
        assertThat(Values.number("0010", 1, 10)).isEqualTo(10);
        Duration second = Duration.ofSeconds(1);
        assertThat(Values.duration("1s", second, Duration.ofDays(1))).isEqualTo(second);
        assertThat(Values.duration("1d", second, Duration.ofDays(1))).isEqualTo(Duration.ofDays(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.duration("999ms", second, Duration.ofDays(1)))
                .withMessage("must be from 1s to 1d");
    }

    @Test
    void aChoiceIsWrittenInLowerCaseWithHyphens() {
        assertThat(Values.choice("LOCAL", FailurePolicy.class)).isEqualTo(FailurePolicy.LOCAL);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.choice("maybe", FailurePolicy.class))
                .withMessageStartingWith("must be ")
                .withMessageContaining("local")
                .withMessageContaining(" or ");
    }

    @Test
    void aListHasNoEmptyEntries() {
        assertThat(Values.list(" a, b ,c")).containsExactly("a", "b", "c");
        for (String text : new String[] {"", ",", "a,", ",a", "a, ,b"}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> Values.list(text))
                    .withMessageContaining("remove the extra comma");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"1a", "a..b", "a.", ".a", "a b", "a/b", ""})
    void whatIsNoClassNameIsToldAnExample(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Values.className(text, "org.example.Plans"))
                .withMessageContaining("such as org.example.Plans");
    }

    @Test
    void namesOfClassesAndHeadersAreWhatJavaAndHttpSay() {
        assertThat(Values.className("a.Größe$Inner_1", "")).isEqualTo("a.Größe$Inner_1");
        assertThat(Values.isToken("X-Api-Key")).isTrue();
        assertThat(Values.isToken("X Api Key")).isFalse();
        assertThat(Values.isToken("")).isFalse();
    }
}
