package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.Quota;
import io.github.ostiary.setup.GuardBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Figures that are worked out when somebody reads them. */
class LateFiguresTest {

    @Test
    void theyAreThoseOfTheDecisionHoweverLateTheyAreRead() {
        try (Guard guard = GuardBuilder.create().limit("api", "3/1h").build()) {
            Decision first = guard.limiter("api").tryAcquire(Key.of("bob"));
            Decision last = guard.limiter("api").tryAcquire(Key.of("bob"), 2);
            Decision denied = guard.limiter("api").tryAcquire(Key.of("bob"));
            assertThat(first.remaining()).hasValue(2);
            assertThat(last.remaining()).hasValue(0);
            assertThat(denied.remaining()).hasValue(0);
            assertThat(denied.limit()).hasValue(3);
            assertThat(first.rule()).isEqualTo("api");
            assertThat(first.quotas()).isEqualTo(first.quotas());
        }
    }

    @Test
    void nobodyCanChangeThem() {
        try (Guard guard = GuardBuilder.create().limit("api", "3/1h").build()) {
            List<Quota> quotas = guard.limiter("api").tryAcquire(Key.of("bob")).quotas();
            assertThatThrownBy(quotas::clear).isInstanceOf(UnsupportedOperationException.class);
        }
    }

    /** Decisions end up in logs. */
    @Test
    void theirTextNamesNobody() {
        try (Guard guard = GuardBuilder.create().limit("api", "1/1h").build()) {
            Key key = Key.of("secret-bob");
            assertThat(guard.limiter("api").tryAcquire(key))
                    .asString()
                    .contains("api")
                    .doesNotContain("secret-bob");
            assertThat(guard.limiter("api").tryAcquire(key))
                    .asString()
                    .contains("api")
                    .doesNotContain("secret-bob");
        }
    }
}
