package io.github.ostiary.interceptor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Decision;
import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Guard;
import io.github.ostiary.Key;
import io.github.ostiary.ManualTimeSource;
import io.github.ostiary.RateLimit;
import io.github.ostiary.RateLimitExceededException;
import io.github.ostiary.edge.Entrance;
import io.github.ostiary.edge.PendingAdmission;
import io.github.ostiary.setup.ApplicationGuards;
import io.github.ostiary.setup.CurrentCall;
import io.github.ostiary.setup.EnteredCall;
import io.github.ostiary.setup.Entering;
import io.github.ostiary.setup.GuardBuilder;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RateLimitInterceptorTest {

    private static final ClassLoader LOADER = RateLimitInterceptorTest.class.getClassLoader();

    private final ManualTimeSource time = new ManualTimeSource();
    private final Guard guard = guard();
    private final Texts texts = new Texts();

    private Guard guard() {
        return GuardBuilder.create()
                .limit("reply", "1/1m")
                .property("limit.reply.key", "arg:0 | principal")
                .limit("look-up", "2/1m")
                .property("limit.look-up.key", "global")
                .property("limit.look-up.counts", "exception:java.util.NoSuchElementException")
                .property("lockout.code.steps", "2/1h lock 1h")
                .property("lockout.code.key", "arg:0")
                .property("lockout.code.failure", "exception:java.lang.IllegalArgumentException")
                .property("lockout.strict-code.steps", "2/1h lock 1h")
                .property("lockout.strict-code.key", "arg:0")
                .property("lockout.strict-code.failure", "exception:" + RateLimitExceededException.class.getName())
                .property("concurrency.door.permits", "2")
                .property("concurrency.door.lease", "10m")
                .property("concurrency.door.key", "global")
                .property("lockout.door.steps", "3/1h lock 1h")
                .property("lockout.door.key", "arg:0")
                .property("lockout.door.settle", "10m")
                .property("lockout.door.failure", "exception:java.lang.SecurityException")
                .property("lockout.door.success", "principal")
                .timeSource(time)
                .build();
    }

    @BeforeEach
    void bind() {
        ApplicationGuards.bind(LOADER, () -> guard);
    }

    @AfterEach
    void unbind() {
        ApplicationGuards.unbind(LOADER);
        guard.close();
    }

    @Test
    void a_call_too_many_does_not_begin() throws Exception {
        assertThat(call("reply", "bob")).isEqualTo("bob");
        assertThatThrownBy(() -> call("reply", "bob"))
                .isInstanceOfSatisfying(
                        RateLimitExceededException.class,
                        denied -> assertThat(denied.decision().retryAfter()).contains(Duration.ofMinutes(1)))
                .hasMessageNotContaining("bob");
        assertThat(texts.calls).isEqualTo(1);
        time.advance(Duration.ofMinutes(1));
        assertThat(call("reply", "bob")).isEqualTo("bob");
    }

    @Test
    void the_interceptors_before_may_have_changed_the_arguments() throws Exception {
        call("reply", "bob");
        Invocation changed = new Invocation(texts, "reply", "bob");
        changed.setParameters(new Object[] {"carol"});
        assertThat(new RateLimitInterceptor().limit(changed)).isEqualTo("carol");
    }

    @Test
    void the_request_is_asked_for_what_is_no_argument() throws Exception {
        CallContext request = new CallContext() {
            @Override
            public Optional<String> principal() {
                return Optional.of("dora");
            }
        };
        CallContext outer = CurrentCall.remember(request);
        try {
            call("reply", (Object) null);
        } finally {
            CurrentCall.forget(outer);
        }
        assertThat(guard.limiter("reply").tryAcquire(Key.principal("dora")).allowed())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void what_a_call_holds_comes_back_when_its_principal_cannot_be_asked(int from) throws Exception {
        for (int i = 0; i < 4; i++) {
            AtomicInteger asked = new AtomicInteger();
            CallContext away = new CallContext() {
                @Override
                public Optional<String> principal() {
                    if (asked.incrementAndGet() >= from) {
                        throw new IllegalStateException("the session store is away");
                    }
                    return Optional.empty();
                }
            };
            CallContext outer = CurrentCall.remember(away);
            try {
                call("door", "bob");
            } catch (IllegalStateException e) {
                assertThat(e).hasMessage("the session store is away");
            } finally {
                CurrentCall.forget(outer);
            }
        }
        assertThat(call("door", "bob")).isEqualTo("bob");
    }

    @Test
    void one_call_that_meets_it_twice_counts_once() throws Exception {
        Invocation invocation = new Invocation(texts, "reply", "bob");
        new RateLimitInterceptor().limit(invocation);
        assertThat(new RateLimitInterceptor().limit(invocation)).isEqualTo("bob");
    }

    @Test
    void what_was_decided_before_the_call_is_neither_asked_nor_ended_again() throws Exception {
        EnteredCall entered = entered(false);
        assertThat(Entrance.of(guard).call(List.of("door"), asked("bob"), entered))
                .isTrue();
        assertThat(freePermits()).isEqualTo(1);
        CallContext outer = CurrentCall.remember(entered);
        try {
            assertThat(call("door", "bob")).isEqualTo("bob");
            assertThat(freePermits()).as("ended by who decided").isEqualTo(1);
            assertThat(call("door", "bob")).as("another call").isEqualTo("bob");
            assertThat(freePermits()).isEqualTo(1);
        } finally {
            CurrentCall.forget(outer);
        }
        assertThat(freePermits()).as("left").isEqualTo(2);
    }

    @Test
    void what_outlives_its_method_is_not_ended_by_it() throws Exception {
        EnteredCall entered = entered(true);
        CallContext outer = CurrentCall.remember(entered);
        try {
            assertThat(call("door", "bob")).isEqualTo("bob");
            assertThat(freePermits()).isEqualTo(1);
        } finally {
            CurrentCall.forget(outer);
        }
        assertThat(freePermits()).as("left").isEqualTo(2);
    }

    private int freePermits() {
        List<PendingAdmission> entered = IntStream.range(0, 3)
                .mapToObj(i -> Entering.of(guard).enter(List.of("door"), asked("free-" + i)))
                .toList();
        entered.forEach(PendingAdmission::end);
        return (int) entered.stream()
                .filter(admission -> admission.decision().allowed())
                .count();
    }

    @Test
    void another_method_is_asked_for_as_ever() throws Exception {
        EnteredCall entered = entered(false);
        CallContext outer = CurrentCall.remember(entered);
        try {
            assertThat(call("reply", "bob")).isEqualTo("bob");
            assertThatThrownBy(() -> call("reply", "bob")).isInstanceOf(RateLimitExceededException.class);
            assertThat(entered.admission()).isNull();
        } finally {
            CurrentCall.forget(outer);
        }
    }

    private static CallContext asked(String argument) {
        return new CallContext() {
            @Override
            public Object argument(String name) {
                return argument;
            }
        };
    }

    private static EnteredCall entered(boolean outlives) throws NoSuchMethodException {
        return new EnteredCall(asked("bob"), Texts.class, Texts.class.getMethod("door", String.class)) {
            @Override
            public boolean outlivesItsMethod() {
                return outlives;
            }

            @Override
            public void leave() {
                if (admission() != null) {
                    admission().end();
                }
            }
        };
    }

    @Test
    void what_the_method_throws_comes_through() {
        assertThatThrownBy(() -> call("fail")).isInstanceOf(IOException.class);
    }

    @Test
    void a_method_that_nothing_limits_passes_without_a_guard() throws Exception {
        ApplicationGuards.unbind(LOADER);
        assertThat(call("free")).isEqualTo("free");
        assertThatThrownBy(() -> call("reply", "bob"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll("no guard is bound", "WEB-INF/lib", "Guards.bind");
    }

    @Test
    void a_thread_of_no_application_finds_the_guard_by_the_bean() throws Exception {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(ClassLoader.getPlatformClassLoader());
        try {
            assertThat(call("reply", "bob")).isEqualTo("bob");
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    @Test
    void a_rule_nobody_declares_is_told_at_the_first_call_and_every_later() {
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> call("mistyped"))
                    .isInstanceOf(ConfigurationException.class)
                    .hasMessageContaining("@RateLimit on " + Texts.class.getName()
                            + ".mistyped(): there is no rule limit.repli; did you mean 'reply'?");
        }
    }

    @Test
    void a_rule_stated_in_place_is_declared_to_each_guard() throws Exception {
        call("inPlace", "bob");
        assertThatThrownBy(() -> call("inPlace", "bob")).isInstanceOf(RateLimitExceededException.class);
        Guard next = guard();
        ApplicationGuards.bind(LOADER, () -> next);
        assertThat(call("inPlace", "bob")).isEqualTo("bob");
        assertThatThrownBy(() -> call("inPlace", "bob")).isInstanceOf(RateLimitExceededException.class);
        next.close();
    }

    @Test
    void a_denial_further_in_is_given_back_as_often_as_the_first_step_allows() throws Exception {
        call("reply", "bob");
        for (int i = 0; i < 3; i++) {
            assertThat(guard.lockouts("code").state(Key.part("arg:0", "bob")).failures())
                    .isZero();
            assertThatThrownBy(() -> call("code", "bob")).isInstanceOf(IllegalStateException.class);
        }
        assertThat(guard.lockouts("code").state(Key.part("arg:0", "bob")).failures())
                .isEqualTo(1);
    }

    @Test
    void a_denial_further_in_fails_at_once_if_a_signal_names_it() {
        assertThatThrownBy(() -> call("code", "eve")).isInstanceOf(IllegalArgumentException.class);
        assertThat(guard.lockouts("code").state(Key.part("arg:0", "eve")).failures())
                .isEqualTo(1);
        assertThatThrownBy(() -> call("strictCode", "bob")).isInstanceOf(IllegalStateException.class);
        assertThat(guard.lockouts("strict-code").state(Key.part("arg:0", "bob")).failures())
                .isEqualTo(1);
    }

    @Test
    void a_limit_that_counts_what_is_thrown_charges_nothing_else() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(((CompletableFuture<?>) call("lookUp", "bob")).join()).isEqualTo("bob");
        }
        assertThatThrownBy(() -> call("lookUp", "nobody")).isInstanceOf(NoSuchElementException.class);
        CompletableFuture<String> promised = new CompletableFuture<>();
        texts.promise = promised;
        assertThat(call("lookUp", "later")).isSameAs(promised);
        assertThat(guard.limiter("look-up")
                        .peek(guard.keyFor("look-up", asked("bob")))
                        .remaining())
                .hasValue(1);
        promised.completeExceptionally(new NoSuchElementException());
        assertThat(guard.limiter("look-up")
                        .peek(guard.keyFor("look-up", asked("bob")))
                        .remaining())
                .hasValue(0);
        assertThatThrownBy(() -> call("lookUp", "bob")).isInstanceOf(RateLimitExceededException.class);
        time.advance(Duration.ofMinutes(1));
        assertThat(call("lookUp", "later")).isSameAs(promised);
    }

    private Object call(String method, Object... parameters) throws Exception {
        return new RateLimitInterceptor().limit(new Invocation(texts, method, parameters));
    }

    /** A bean. */
    public static class Texts {

        private int calls;
        private CompletableFuture<String> promise = new CompletableFuture<>();

        @RateLimit("reply")
        public String reply(String user) {
            calls++;
            return user;
        }

        @RateLimit(rate = "1/1m", key = "arg:user", cost = 1)
        public String inPlace(String user) {
            return user;
        }

        @RateLimit("look-up")
        public CompletableFuture<String> lookUp(String user) {
            if (user.equals("nobody")) {
                throw new NoSuchElementException();
            }
            return user.equals("later") ? promise : CompletableFuture.completedFuture(user);
        }

        @RateLimit("repli")
        public void mistyped() {}

        @RateLimit(rate = "5/1m", key = "global")
        public void fail() throws IOException {
            throw new IOException();
        }

        @RateLimit("code")
        public void code(String user) {
            if (user.equals("bob")) {
                throw new IllegalStateException(new RateLimitExceededException(
                        Decision.deny(Reason.RATE_LIMITED, "x", List.of(), null, false, false)));
            }
            throw new IllegalArgumentException("wrong code");
        }

        @RateLimit("door")
        public String door(String user) {
            return user;
        }

        @RateLimit("strict-code")
        public void strictCode(String user) {
            code(user);
        }

        public String free() {
            return "free";
        }
    }
}
