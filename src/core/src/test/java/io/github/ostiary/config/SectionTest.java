package io.github.ostiary.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Keys that begin alike: what is wrong becomes a problem, and its default takes its place. */
class SectionTest {

    private static final ConfigKeys KEYS = ConfigKeys.with(ConfigKey.ChangedBy.FILE);
    private static final ConfigKey<Boolean> ON = KEYS.key("on", ValueType.FLAG, "false");
    private static final ConfigKey<Integer> MOST = KEYS.key("most", ValueType.number(1, 9), "5");
    private static final ConfigKey<Duration> WAIT = KEYS.key("wait", ValueType.duration("0s", "1d"), "0s");
    private static final ConfigKey<List<String>> LIST = KEYS.key("list", ValueType.LIST);
    private static final ConfigKey<String> NO = KEYS.key("no", ValueType.TEXT);

    private final Problems problems = new Problems();
    private final Section section =
            section(Map.of("on", "true", "most", "many", "wait", "2s", "list", "a, b", "no", ""));

    private Section section(Map<String, String> values) {
        Problems behind = problems.part();
        Settings none = new Settings(Map.of(), new Placeholders(Map.of(), Map.of()), problems);
        return new Section("limit.api.", none.with("limit.api.", values, problems), behind);
    }

    @Test
    void valuesAreReadAndMissingOnesHaveTheirDefault() {
        assertThat(section.get(ON)).isTrue();
        assertThat(section.get(KEYS.key("other", ValueType.FLAG, "true"))).isTrue();
        assertThat(section.get(WAIT)).isEqualTo(Duration.ofSeconds(2));
        assertThat(section.find(LIST).orElseThrow()).containsExactly("a", "b");
        assertThat(section.find(KEYS.key("other", ValueType.LIST))).isEmpty();
        assertThat(section.full(ON)).isEqualTo("limit.api.on");
        assertThat(section.isSound()).isTrue();
    }

    @Test
    void aWrongValueIsAProblemAndReadsOn() {
        assertThat(section.get(MOST)).isEqualTo(5);
        assertThat(section.isSound()).isFalse();
        assertThat(problems.sentences()).contains("limit.api.most=many: must be a whole number from 1 to 9");
    }

    @Test
    void aBlankKeyIsStatedWithoutAValueAndAProblem() {
        assertThat(section.states(NO)).isTrue();
        assertThat(section.text(NO)).isEmpty();
        assertThat(section.keys()).containsExactly("list", "most", "on", "wait");
        assertThat(problems.sentences()).singleElement().asString().startsWith("limit.api.no=: it has no value");
    }

    @Test
    void whatIsSaidOfTheWholeNamesTheRule() {
        section.missing(LimitKeys.RATE, "write limit.api.rate=100/1m");
        section.problem("it counts nobody");
        assertThat(problems.sentences())
                .contains("limit.api.rate: write limit.api.rate=100/1m", "limit.api: it counts nobody");
    }

    @Test
    void otherValuesComplainElsewhere() {
        Problems elsewhere = new Problems();
        Section changed = section.with(Map.of("most", "3", "wait", "soon"), elsewhere);
        assertThat(changed.get(MOST)).isEqualTo(3);
        assertThat(changed.get(ON)).as("the others stay").isTrue();
        int before = problems.sentences().size();
        changed.get(WAIT);
        assertThat(elsewhere.sentences()).singleElement().asString().startsWith("limit.api.wait=soon: ");
        assertThat(problems.sentences()).hasSize(before);
    }

    @Test
    void whatAValueRefersToIsToldBehindTheValues() {
        section.references().reject(LIST, "there is no class a");
        section.reject(ON, "it is wrong");
        assertThat(problems.sentences().get(0)).contains("there is no class a");
    }
}
