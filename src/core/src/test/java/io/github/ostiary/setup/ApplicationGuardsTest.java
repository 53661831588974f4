package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Guard;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApplicationGuardsTest {

    private final ClassLoader application = new ClassLoader(ApplicationGuardsTest.class.getClassLoader()) {};
    private final Guard guard = GuardBuilder.create().build();
    private final List<String> done = new ArrayList<>();

    @AfterEach
    void end() {
        ApplicationGuards.unbind(application);
        guard.close();
    }

    @Test
    void is_found_from_the_application_and_from_what_it_loads() {
        assertThat(ApplicationGuards.of(application)).isEmpty();
        ApplicationGuards.bind(application, () -> guard);
        assertThat(ApplicationGuards.of(application)).containsSame(guard);
        assertThat(ApplicationGuards.of(new ClassLoader(application) {})).containsSame(guard);
        assertThat(ApplicationGuards.of(application.getParent())).isEmpty();
        assertThat(ApplicationGuards.of(null)).isEmpty();
    }

    @Test
    void what_waits_is_done_once_the_guard_can_be_found() {
        ApplicationGuards.whenBound(
                application,
                () -> done.add("early " + ApplicationGuards.of(application).isPresent()));
        assertThat(done).isEmpty();
        ApplicationGuards.bind(application, () -> guard);
        ApplicationGuards.whenBound(application, () -> done.add("late"));
        ApplicationGuards.bind(application, () -> guard);
        assertThat(done).containsExactly("early true", "late");
    }

    @Test
    void what_waited_may_prevent_the_binding() {
        ApplicationGuards.whenBound(application, () -> {
            throw new IllegalStateException("wrong");
        });
        assertThatThrownBy(() -> ApplicationGuards.bind(application, () -> guard))
                .hasMessage("wrong");
        assertThat(ApplicationGuards.of(application)).isEmpty();
    }

    @Test
    void what_no_longer_waits_is_not_done() {
        Subscription first = ApplicationGuards.whenBound(application, () -> done.add("first"));
        ApplicationGuards.whenBound(application, () -> done.add("second"));
        first.close();
        first.close();
        ApplicationGuards.bind(application, () -> guard);
        first.close();
        assertThat(done).containsExactly("second");
    }
}
