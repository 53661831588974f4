package io.github.ostiary.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.Decision;
import io.github.ostiary.Guard;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.edge.Position;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.GuardBuilder;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class GuardedExchangeTest {

    /** An attempt comes first, and looks at the answer when it ends; a permit comes last. */
    private final Guard guard = GuardBuilder.create()
            .property("lockout.login.path", "/login")
            .property("lockout.login.key", "header:X-User")
            .property("lockout.login.steps", "5/1m lock 5m")
            .property("lockout.login.failure", "header:X-Failed")
            .property("concurrency.work.path", "/login")
            .property("concurrency.work.key", "header:X-User")
            .property("concurrency.work.permits", "1")
            .property("concurrency.work.position", "last")
            .property("concurrency.work.perIp", "none")
            .build();

    private final RuleSnapshot rules =
            RuleSnapshot.of(ApplicationGuards.unfiltered(guard).orElseThrow());

    private GuardedExchange entered() {
        GuardedExchange exchange = new GuardedExchange(rules, new Posted(rules));
        assertThat(exchange.decide(Position.FIRST)).isNull();
        assertThat(exchange.decide(Position.LAST)).isNull();
        assertThat(new GuardedExchange(rules, new Posted(rules)).decide(Position.LAST))
                .extracting(Decision::rule)
                .isEqualTo("work");
        return exchange;
    }

    @Test
    void anErrorAtTheEndOfOneHoldingEndsTheOthersToo() {
        GuardedExchange failing = entered();
        failing.answeredBy(new Asked(new StackOverflowError("asked")));
        failing.shows(200, null);
        assertThatThrownBy(failing::over).isInstanceOf(StackOverflowError.class);
        entered().over();
        guard.close();
    }

    @Test
    void anExceptionAtTheEndOfOneHoldingIsLogged() {
        GuardedExchange failing = entered();
        failing.answeredBy(new Asked(new IllegalStateException("asked")));
        failing.shows(200, null);
        failing.over();
        entered().over();
        guard.close();
    }

    /** An answer that fails when it is looked at. */
    private record Asked(Throwable failure) implements CallOutcome.Answer {

        @Override
        public Collection<String> headers(String name) {
            if (failure instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) failure;
        }
    }

    private static final class Posted extends WireCall {

        Posted(RuleSnapshot rules) {
            super("/login", null, rules);
        }

        @Override
        public Optional<String> method() {
            return Optional.of("POST");
        }

        @Override
        public List<String> headers(String name) {
            return name.equalsIgnoreCase("X-User") ? List.of("bob") : List.of();
        }

        @Override
        protected byte[] firstBytes(int most) {
            return new byte[0];
        }

        @Override
        protected boolean mayCarryBodyUnannounced() {
            return false;
        }

        @Override
        protected @Nullable Object property(String name) {
            return null;
        }

        @Override
        protected <T> Optional<T> platform(Class<T> type) {
            return Optional.empty();
        }
    }
}
