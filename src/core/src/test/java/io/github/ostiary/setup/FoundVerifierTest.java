package io.github.ostiary.setup;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.ostiary.CallContext;
import io.github.ostiary.ChallengeVerifier;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FoundVerifierTest {

    private static final CallContext CALL = new CallContext() {};
    private static final AtomicInteger MADE = new AtomicInteger();

    /** Tells by its answer whether it is the bean. */
    public static final class Yes implements ChallengeVerifier {

        private final boolean bean;

        public Yes() {
            this(false);
            MADE.incrementAndGet();
        }

        Yes(boolean bean) {
            this.bean = bean;
        }

        @Override
        public boolean isAnswered(CallContext call) {
            return true;
        }

        @Override
        public boolean verify(CallContext call) {
            return bean;
        }
    }

    private final ApplicationClasses instances =
            new ApplicationClasses(getClass().getClassLoader());

    @Test
    void isTheBeanOfItsClassOnceThereIsOne() throws Exception {
        ChallengeVerifier verifier = instances.verifier(Yes.class.getName());
        Yes bean = new Yes(true);
        try (Subscription offer = ApplicationBeans.offer(getClass().getClassLoader(), type -> Optional.of(bean))) {
            assertThat(verifier.isAnswered(CALL)).isTrue();
        }
        assertThat(verifier.verify(CALL)).isTrue();
    }

    @Test
    void isMadeOnceWhereThereIsNoBean() throws Exception {
        int before = MADE.get();
        ChallengeVerifier verifier = instances.verifier(Yes.class.getName());
        assertThat(verifier.isAnswered(CALL)).isTrue();
        assertThat(verifier.verify(CALL)).isFalse();
        assertThat(MADE).hasValue(before + 1);
    }

    @Test
    void mustBeThereAndOfItsKind() {
        assertThatThrownBy(() -> instances.verifier("com.example.None"))
                .hasMessage("there is no class 'com.example.None' in this application");
        assertThatThrownBy(() -> instances.verifier(String.class.getName()))
                .hasMessage("'java.lang.String' does not implement io.github.ostiary.ChallengeVerifier");
    }
}
