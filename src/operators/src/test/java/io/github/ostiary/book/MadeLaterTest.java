package io.github.ostiary.book;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class MadeLaterTest {

    @Test
    void isMadeOnceAndOnlyIfItIsAskedFor() {
        AtomicInteger made = new AtomicInteger();
        MadeLater<Integer> later = new MadeLater<>(made::incrementAndGet);
        assertThat(later.made()).isEmpty();
        assertThat(made).hasValue(0);
        assertThat(later.get()).isEqualTo(1);
        assertThat(later.get()).isEqualTo(1);
        assertThat(later.made()).hasValue(1);
    }
}
