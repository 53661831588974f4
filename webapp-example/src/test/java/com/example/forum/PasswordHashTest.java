package com.example.forum;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

/** Names that nobody has take as much work as a wrong password: else the time of an answer tells which names there are. */
class PasswordHashTest {

    /** By the processor's time, which nothing else that the machine does adds to. */
    @Test
    void unknownNamesTakeAsMuchWork() {
        long known = leastWork(PasswordHash.of("wonderland"));
        long unknown = leastWork(PasswordHash.unknown());
        assertThat((double) unknown / known).isBetween(0.4, 2.5);
    }

    private static long leastWork(PasswordHash hash) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 12; i++) {
            long before = threads.getCurrentThreadCpuTime();
            assertThat(hash.matches("guess")).isFalse();
            least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
        }
        return least;
    }
}
