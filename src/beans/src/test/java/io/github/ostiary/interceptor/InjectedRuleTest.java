package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Guard;
import io.github.ostiary.Lockouts;
import io.github.ostiary.RateLimiter;
import io.github.ostiary.Semaphores;
import io.github.ostiary.setup.GuardBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class InjectedRuleTest {

    private static final class Places {

        @ByRule("reply")
        Object declared;

        @ByRule("repli")
        Object mistyped;
    }

    private static InjectedRule at(String field, Class<?> type) throws NoSuchFieldException {
        ByRule rule = Places.class.getDeclaredField(field).getAnnotation(ByRule.class);
        return new InjectedRule(type, rule, Places.class);
    }

    private static Guard guard() {
        return GuardBuilder.create()
                .limit("reply", "1/1m")
                .property("concurrency.reply.permits", "1")
                .property("lockout.reply.steps", "1/1m lock 1m")
                .build();
    }

    @ParameterizedTest
    @ValueSource(classes = {RateLimiter.class, Semaphores.class, Lockouts.class})
    void aRuleOfThatKindMustBeThere(Class<?> type) throws NoSuchFieldException {
        try (Guard guard = guard()) {
            assertThat(at("declared", type).problemsWith(guard)).isEmpty();
            assertThat(at("mistyped", type).problemsWith(guard))
                    .singleElement()
                    .asString()
                    .startsWith("@ByRule(\"repli\") " + type.getSimpleName() + " in " + Places.class.getName() + ": ")
                    .contains("did you mean 'reply'?");
        }
    }

    @Test
    void oneBeanServesAllPlacesThatNameTheSame() throws NoSuchFieldException {
        assertThat(at("declared", RateLimiter.class).id())
                .isEqualTo(at("declared", RateLimiter.class).id())
                .isNotEqualTo(at("declared", Semaphores.class).id())
                .isNotEqualTo(at("mistyped", RateLimiter.class).id());
    }
}
