package io.github.ostiary.testing;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;

/** Threads that do something at the same instant. */
public final class Crowd {

    private static final long BOUND_SECONDS = 60;

    private Crowd() {}

    /**
     * Lets so many threads begin together.
     *
     * @param member what the n-th does
     * @return what each said, in their order
     */
    public static <T> List<T> of(int size, IntFunction<Callable<T>> member) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(size);
        try {
            CyclicBarrier start = new CyclicBarrier(size);
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < size; i++) {
                Callable<T> task = member.apply(i);
                running.add(pool.submit(() -> {
                    start.await(BOUND_SECONDS, TimeUnit.SECONDS);
                    return task.call();
                }));
            }
            List<T> answers = new ArrayList<>();
            for (Future<T> each : running) {
                answers.add(each.get(BOUND_SECONDS, TimeUnit.SECONDS));
            }
            return answers;
        } finally {
            pool.shutdownNow();
        }
    }
}
