package io.github.ostiary.servlet;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import jakarta.ejb.EJBException;
import jakarta.servlet.ServletException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class CausesTest {

    private static final RateLimitExceededException REFUSAL = new RateLimitExceededException(
            Decision.deny(Decision.Reason.RATE_LIMITED, "reply", List.of(), null, false, false));

    @Test
    void findsADenialHoweverDeep() {
        assertThat(Causes.denial(REFUSAL)).isSameAs(REFUSAL);
        assertThat(Causes.denial(new ServletException(new EJBException(new RuntimeException(REFUSAL)))))
                .isSameAs(REFUSAL);
        assertThat(Causes.denial(new UncheckedIOException(new IOException(new Error(REFUSAL)))))
                .isSameAs(REFUSAL);
    }

    @Test
    void findsNoneInOthers() {
        assertThat(Causes.denial(new ServletException("a", new IllegalStateException())))
                .isNull();
    }

    @Test
    void endsInACircle() {
        RuntimeException a = new RuntimeException();
        a.initCause(new RuntimeException(a));
        assertThat(Causes.denial(a)).isNull();
    }
}
