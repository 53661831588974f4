package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** The failures of one call that asked several servers; others may know each of them, too. */
class StoreExceptionTest {

    private final StoreException one = new StoreException("one");
    private final StoreException other = new StoreException("other");

    @Test
    void failuresThatManyCallsShareStayAsTheyAre() {
        for (int i = 0; i < 100_000; i++) {
            assertThat(StoreException.of(List.of(one, other)).parts()).containsExactly(one, other);
        }
        assertThat(one.getSuppressed()).isEmpty();
        assertThat(one.parts()).containsExactly(one);
    }

    @Test
    void evidenceOfAnyServerIsEvidence() {
        StoreException both = StoreException.of(List.of(StoreException.ofShortage("no turn"), one));
        assertThat(both.evidence()).isTrue();
        assertThat(both.sent()).isTrue();
        assertThat(both.parts()).contains(one);
        assertThat(both).hasMessage("no turn");
    }

    @Test
    void whatOwnShortagesKeptFromBeingSentWasNotSent() {
        StoreException both =
                StoreException.of(List.of(StoreException.ofShortage("a"), StoreException.ofShortage("b")));
        assertThat(both.sent()).isFalse();
        assertThat(both.evidence()).isFalse();
    }
}
