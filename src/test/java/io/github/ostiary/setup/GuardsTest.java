package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GuardsTest {

    private final ClassLoader application = new ClassLoader(GuardsTest.class.getClassLoader()) {};
    private final Guard guard = GuardBuilder.create().build();
    private final List<String> done = new ArrayList<>();

    @AfterEach
    void end() {
        Guards.unbind(application);
        guard.close();
    }

    @Test
    void is_found_from_the_application_and_from_what_it_loads() {
        assertThat(Guards.of(application)).isEmpty();
        Guards.bind(application, () -> guard);
        assertThat(Guards.of(application)).containsSame(guard);
        assertThat(Guards.of(new ClassLoader(application) {})).containsSame(guard);
        assertThat(Guards.of(application.getParent())).isEmpty();
        assertThat(Guards.of(null)).isEmpty();
    }

    @Test
    void what_waits_is_done_once_the_guard_can_be_found() {
        Guards.whenBound(
                application, () -> done.add("early " + Guards.of(application).isPresent()));
        assertThat(done).isEmpty();
        Guards.bind(application, () -> guard);
        Guards.whenBound(application, () -> done.add("late"));
        Guards.bind(application, () -> guard);
        assertThat(done).containsExactly("early true", "late");
    }

    @Test
    void what_waited_may_prevent_the_binding() {
        Guards.whenBound(application, () -> {
            throw new IllegalStateException("wrong");
        });
        assertThatThrownBy(() -> Guards.bind(application, () -> guard)).hasMessage("wrong");
        assertThat(Guards.of(application)).isEmpty();
    }

    @Test
    void what_no_longer_waits_is_not_done() {
        Guards.Scope first = Guards.whenBound(application, () -> done.add("first"));
        Guards.whenBound(application, () -> done.add("second"));
        first.close();
        first.close();
        Guards.bind(application, () -> guard);
        first.close();
        assertThat(done).containsExactly("second");
    }
}
