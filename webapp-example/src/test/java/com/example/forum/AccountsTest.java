package com.example.forum;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.junit.jupiter.api.Test;

class AccountsTest {

    /** By the processor's time, which nothing else that the machine does adds to. */
    @Test
    void unknownNamesTakeAsMuchWork() {
        Accounts accounts = new Accounts();
        long known = leastWork(accounts, "alice");
        long unknown = leastWork(accounts, "nobody");
        assertThat((double) unknown / known).isBetween(0.4, 2.5);
    }

    private static long leastWork(Accounts accounts, String name) {
        ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        long least = Long.MAX_VALUE;
        for (int i = 0; i < 12; i++) {
            long before = threads.getCurrentThreadCpuTime();
            assertThat(accounts.signIn(name, "guess")).isEmpty();
            least = Math.min(least, threads.getCurrentThreadCpuTime() - before);
        }
        return least;
    }
}
