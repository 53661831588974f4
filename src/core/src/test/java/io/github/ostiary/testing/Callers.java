package io.github.ostiary.testing;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;

/** Threads of which none may stay where it is: however slow the machine, one of them gets on. */
public final class Callers {

    /** So long no thread waits in vain on the slowest machine. */
    private static final Duration STANDSTILL = Duration.ofSeconds(15);

    /** What a caller does again and again. */
    @FunctionalInterface
    public interface Round {

        /** Once; false for the last time. */
        boolean run() throws InterruptedException;
    }

    private final List<Thread> threads = new ArrayList<>();
    private final AtomicInteger done = new AtomicInteger();

    /** Starts so many, each for so many rounds at most; an interrupt ends one. */
    public Callers(int size, int rounds, IntFunction<Round> member) {
        for (int i = 0; i < size; i++) {
            Round round = member.apply(i);
            Thread thread = new Thread(() -> run(round, rounds));
            thread.setDaemon(true);
            threads.add(thread);
        }
        threads.forEach(Thread::start);
    }

    private void run(Round round, int rounds) {
        try {
            for (int i = 0; i < rounds && round.run(); i++) {
                done.incrementAndGet();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** How many rounds are done, but those that were the last. */
    public int done() {
        return done.get();
    }

    /** Interrupts one. */
    public void interrupt(int number) {
        threads.get(number).interrupt();
    }

    /** Waits until so many have ended, for as long as rounds are done. */
    public void end(int number) {
        while (ended() < number) {
            int before = done.get();
            Await.until(() -> ended() >= number || done.get() != before, STANDSTILL);
        }
    }

    /** Waits until all have ended. */
    public void end() {
        end(threads.size());
    }

    private int ended() {
        return (int) threads.stream().filter(thread -> !thread.isAlive()).count();
    }
}
