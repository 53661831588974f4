package io.github.ostiary.store;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class HistogramTest {

    @Test
    void aFigureCountsAtTheFirstBoundThatItDoesNotExceed() {
        Histogram histogram = new Histogram(1, 10, 100);
        for (long figure : new long[] {0, 1, 2, 10, 11, 100, 101, 1_000_000}) {
            histogram.add(figure);
        }
        assertThat(histogram.bounds()).containsExactly(1, 10, 100);
        assertThat(histogram.counts()).containsExactly(2, 2, 2, 2);
        assertThat(histogram.sum()).isEqualTo(1_000_225);
    }

    @Test
    void whatIsToldOfItIsACopy() {
        Histogram histogram = Histogram.ofTimes();
        histogram.bounds()[0] = 0;
        histogram.counts()[0] = 7;
        assertThat(histogram.bounds()).isSorted().startsWith(200);
        assertThat(histogram.counts()).containsOnly(0).hasSize(histogram.bounds().length + 1);
    }
}
