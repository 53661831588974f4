package io.github.ostiary.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.setup.GuardBuilder;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** What a {@code DeniedDecision} reads later is what a denial of one ask among others says at once. */
class LoneDenialsTest {

    private static final Key ADDRESS = Key.ip("2001:db8::7");

    private static Decision.Denied denied(Guard guard, Key key, long permits) {
        guard.limiter("api").tryAcquire(key);
        return (Decision.Denied) guard.limiter("api").tryAcquire(key, permits);
    }

    private static Guard guard(String... more) {
        Guard.Builder guard = GuardBuilder.create().limit("api", "1/1h").timeSource(new ManualTimeSource());
        for (int i = 0; i < more.length; i += 2) {
            guard.property(more[i], more[i + 1]);
        }
        return guard.build();
    }

    private static void readsAlike(Decision.Denied lone) {
        DenialChoice choice = Objects.requireNonNull(DenialChoice.of(lone));
        Decision other = choice.decision(false);
        assertThat(lone).isEqualTo(other).hasSameHashCodeAs(other).hasToString(other.toString());
        assertThat(lone.allowed()).isFalse();
        assertThat(lone.shadowed()).isFalse();
    }

    @Test
    void keysThatCountersCompareAndKeysThatAreDigested() {
        try (Guard guard = guard()) {
            for (Key key : new Key[] {
                Key.of("bob"), Key.of("long".repeat(40)), ADDRESS, Key.of("a").and(Key.of("b"))
            }) {
                Decision.Denied denied = denied(guard, key, 1);
                readsAlike(denied);
                Ask ask = Objects.requireNonNull(DenialChoice.of(denied))
                        .asked()
                        .asks()
                        .get(0);
                assertThat(ask.key()).isEqualTo(key);
                assertThat(ask.rule().name()).isEqualTo("api");
            }
        }
    }

    @Test
    void whatNoWaitingHelpsSaysSo() {
        try (Guard guard = guard()) {
            Decision.Denied denied = denied(guard, Key.of("bob"), 2);
            readsAlike(denied);
            assertThat(denied.permanent()).isTrue();
            assertThat(denied.retryAfter()).isEmpty();
        }
    }

    @Test
    void aRuleThatOnlyReportsDeniesNobody() {
        try (Guard guard = guard("limit.api.enforce", "false")) {
            Decision first = guard.limiter("api").tryAcquire(Key.of("bob"));
            Decision second = guard.limiter("api").tryAcquire(Key.of("bob"));
            assertThat(first.allowed() && second.allowed()).isTrue();
            assertThat(first.shadowed()).isFalse();
            assertThat(second.shadowed()).isTrue();
        }
    }
}
