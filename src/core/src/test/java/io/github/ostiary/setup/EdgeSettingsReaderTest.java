package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.config.Problems;
import io.github.ostiary.setup.EdgeSettings.Reach;
import java.util.List;
import org.junit.jupiter.api.Test;

class EdgeSettingsReaderTest {

    private static final EdgeSettings.Logins LOGIN = new EdgeSettings.Logins(List.of("login"), List.of(), List.of());
    private static final Reach ALL = new Reach(true, true, true, true, LOGIN, List.of(), List.of());
    private static final Reach NOTHING =
            new Reach(false, false, false, false, EdgeSettings.Logins.NONE, List.of(), List.of());

    private static List<String> problems(Reach there, Reach needed) {
        Problems problems = new Problems();
        EdgeSettingsReader.check(there, needed, problems);
        return problems.sentences();
    }

    @Test
    void whatWasRegisteredMayBeUsedOrNot() {
        assertThat(problems(ALL, ALL)).isEmpty();
        assertThat(problems(NOTHING, NOTHING)).isEmpty();
        assertThat(problems(ALL, new Reach(false, false, false, false, LOGIN, List.of(), List.of())))
                .isEmpty();
    }

    @Test
    void whatWasNotRegisteredCannotBeUsed() {
        assertThat(problems(NOTHING, ALL)).hasSize(3).allMatch(each -> each.contains("restart it"));
        assertThat(problems(
                        NOTHING, new Reach(true, false, false, false, EdgeSettings.Logins.NONE, List.of(), List.of())))
                .hasSize(1);
        assertThat(problems(
                        NOTHING, new Reach(false, true, false, false, EdgeSettings.Logins.NONE, List.of(), List.of())))
                .hasSize(1);
        assertThat(problems(
                        NOTHING, new Reach(false, false, true, false, EdgeSettings.Logins.NONE, List.of(), List.of())))
                .hasSize(1);
        assertThat(problems(ALL, new Reach(true, true, true, true, EdgeSettings.Logins.NONE, List.of(), List.of())))
                .as("other sign-ins")
                .hasSize(1);
    }
}
