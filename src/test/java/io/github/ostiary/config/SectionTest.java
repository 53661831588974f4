package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys that begin alike: what is wrong becomes a problem, and its default takes its place. */
class SectionTest {

    private final Problems problems = new Problems();
    private final Section section =
            section(Map.of("on", "true", "most", "many", "wait", "2s", "list", "a, b", "no", ""));

    private Section section(Map<String, String> values) {
        Problems behind = problems.part();
        Settings none = new Settings(Map.of(), new Placeholders(Map.of(), Map.of()), problems);
        return new Section("limit.api.", none.with("limit.api.", values, problems), problems, behind);
    }

    @Test
    void valuesAreReadAndMissingOnesHaveTheirDefault() {
        assertThat(section.flag("on", false)).isTrue();
        assertThat(section.flag("other", true)).isTrue();
        assertThat(section.duration("wait", Duration.ZERO, Duration.ofDays(1), Duration.ZERO))
                .isEqualTo(Duration.ofSeconds(2));
        assertThat(section.list("list")).containsExactly("a", "b");
        assertThat(section.list("other")).isEmpty();
        assertThat(section.full("on")).isEqualTo("limit.api.on");
        assertThat(section.isSound()).isTrue();
    }

    @Test
    void aWrongValueIsAProblemAndReadsOn() {
        assertThat(section.number("most", 1, 9, 5)).isEqualTo(5);
        assertThat(section.isSound()).isFalse();
        assertThat(problems.sentences()).contains("limit.api.most=many: must be a whole number from 1 to 9");
    }

    @Test
    void aBlankKeyIsStatedWithoutAValueAndAProblem() {
        assertThat(section.states("no")).isTrue();
        assertThat(section.text("no")).isEmpty();
        assertThat(section.keys()).containsExactly("list", "most", "on", "wait");
        assertThat(problems.sentences()).singleElement().asString().startsWith("limit.api.no=: it has no value");
    }

    @Test
    void whatIsSaidOfTheWholeNamesTheRule() {
        section.missing("rate", "write limit.api.rate=100/1m");
        section.problem("it counts nobody");
        assertThat(problems.sentences())
                .contains("limit.api.rate: write limit.api.rate=100/1m", "limit.api: it counts nobody");
    }

    @Test
    void otherValuesComplainElsewhere() {
        Problems elsewhere = new Problems();
        Section changed = section.with(Map.of("most", "3", "wait", "soon"), elsewhere);
        assertThat(changed.number("most", 1, 9, 5)).isEqualTo(3);
        assertThat(changed.flag("on", false)).as("the others stay").isTrue();
        int before = problems.sentences().size();
        changed.duration("wait", Duration.ZERO, Duration.ofDays(1), Duration.ZERO);
        assertThat(elsewhere.sentences()).singleElement().asString().startsWith("limit.api.wait=soon: ");
        assertThat(problems.sentences()).hasSize(before);
    }

    @Test
    void whatAValueRefersToIsToldBehindTheValues() {
        section.references().reject("list", "there is no class a");
        section.reject("on", "it is wrong");
        assertThat(problems.sentences().get(0)).contains("there is no class a");
    }
}
