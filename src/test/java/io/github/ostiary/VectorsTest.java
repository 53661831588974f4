package io.github.ostiary;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

class VectorsTest {

    @Test
    void idsAreUniqueAndEveryVectorHasEvents() {
        assertThat(Vectors.all()).isNotEmpty().allSatisfy(vector -> assertThat(Vectors.events(vector))
                .as(vector.path("id").asText())
                .isNotEmpty());
        assertThat(Vectors.all())
                .extracting(vector -> vector.path("id").asText())
                .doesNotHaveDuplicates();
    }

    @Test
    void ourExpectationWins() {
        assertThat(Vectors.expected(Vectors.byId("RA-05"), 3).path("blocked").asBoolean())
                .isTrue();
        assertThat(Vectors.expected(Vectors.byId("RA-05"), 2).path("blocked").asBoolean())
                .isFalse();
    }

    @Test
    void whatIsNotThereFails() {
        assertThatThrownBy(() -> Vectors.family("no_such")).isInstanceOf(NoSuchElementException.class);
        assertThatThrownBy(() -> Vectors.byId("NO-1")).isInstanceOf(NoSuchElementException.class);
    }
}
