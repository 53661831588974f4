package io.github.ostiary.spring;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.ConfigurationException;
import io.github.ostiary.Guard;
import io.github.ostiary.RateLimit;
import io.github.ostiary.setup.GuardBuilder;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.scheduling.annotation.Async;

class LimitedClassesTest {

    private final Guard guard = GuardBuilder.create()
            .limit("reply", "1/1m")
            .property("concurrency.door.permits", "1")
            .property("concurrency.door.lease", "10m")
            .property("concurrency.door.key", "global")
            .build();

    @AfterEach
    void close() {
        guard.close();
    }

    private List<String> problems(boolean byClass, Class<?>... beans) {
        LimitedClasses classes = new LimitedClasses(() -> guard, byClass);
        for (Class<?> bean : beans) {
            classes.isLimited(bean);
        }
        try {
            classes.check();
            return List.of();
        } catch (ConfigurationException e) {
            return e.problems().stream()
                    .map(problem -> problem.replace(getClass().getName() + "$", ""))
                    .toList();
        }
    }

    @Test
    void everythingWrongIsSaidAtOnce() {
        assertThat(problems(true, Wrong.class, Closed.class))
                .satisfiesExactly(
                        closed -> assertThat(closed)
                                .startsWith("@RateLimit on Closed: ")
                                .contains("this class is final", "in Kotlin write open"),
                        promised -> assertThat(promised)
                                .isEqualTo(
                                        "@RateLimit on Promise.promised(): no container looks at interfaces; write it on"
                                                + " the method of Wrong"),
                        last -> assertThat(last)
                                .startsWith("@RateLimit on Wrong.last(): ")
                                .contains("this method is final"),
                        mistyped -> assertThat(mistyped)
                                .isEqualTo("@RateLimit on Wrong.mistyped(): there is no rule limit.repli; did you mean"
                                        + " 'reply'?"),
                        secret -> assertThat(secret).contains("Wrong.secret()", "private and static methods"),
                        stream -> assertThat(stream)
                                .startsWith("@RateLimit on Wrong.stream(): ")
                                .contains("returns a publisher", "return a CompletionStage", "or limit its path"),
                        unseen -> assertThat(unseen)
                                .startsWith("@RateLimit on Wrong.unseen(): ")
                                .contains("returns void", "return CompletableFuture"));
    }

    @Test
    void whatNeedsNoSubclassMayBeFinal() {
        assertThat(problems(false, Closed.class)).isEmpty();
        assertThat(problems(true, Right.class)).isEmpty();
    }

    @Test
    void aClassThatComesLaterIsCheckedAsOftenAsItComes() {
        LimitedClasses classes = new LimitedClasses(() -> guard, true);
        classes.check();
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> classes.isLimited(Closed.class))
                    .asInstanceOf(InstanceOfAssertFactories.throwable(ConfigurationException.class));
        }
        assertThat(classes.isLimited(String.class)).isFalse();
    }

    /** Limits nothing, being an interface. */
    interface Promise {

        @RateLimit("reply")
        default void promised() {}
    }

    /** Everything wrong. */
    static class Wrong implements Promise {

        @RateLimit("repli")
        public void mistyped() {}

        @RateLimit("reply")
        public final void last() {}

        @RateLimit("reply")
        private void secret() {}

        @RateLimit("reply")
        public Flow.Publisher<String> stream() {
            throw new UnsupportedOperationException();
        }

        @Async
        @RateLimit("door")
        public void unseen() {}
    }

    /** Final. */
    @RateLimit("reply")
    static final class Closed implements Runnable {

        @Override
        public void run() {}
    }

    /** Nothing wrong. */
    static class Right {

        @Async
        @RateLimit("reply")
        public void counted() {}

        @Async
        @RateLimit("door")
        public CompletableFuture<Void> seen() {
            throw new UnsupportedOperationException();
        }
    }
}
