package io.github.ostiary.redis;

import io.github.ostiary.store.Verdict;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;

/** Threads that ask a server that is paused, until all lanes are taken and all others wait: what they ask travels together. */
final class QueuedAsks {

    private static final Duration BOUND = Duration.ofSeconds(30);

    private final List<Thread> threads = new ArrayList<>();
    final List<Verdict> verdicts = new CopyOnWriteArrayList<>();
    final List<Exception> failures = new CopyOnWriteArrayList<>();

    /** Begins to ask, a thread each; the server should be paused. */
    static QueuedAsks begin(List<? extends Callable<List<Verdict>>> asks) {
        QueuedAsks all = new QueuedAsks();
        asks.forEach(ask -> all.threads.add(new Thread(() -> all.run(ask))));
        all.threads.forEach(Thread::start);
        Await.until(() -> all.waiting() >= asks.size() - Node.LANES || all.alive() < asks.size(), BOUND);
        return all;
    }

    /** Asks a store so that all but the first few travel together, and waits for all answers. */
    static QueuedAsks of(RedisServer server, List<? extends Callable<List<Verdict>>> asks) {
        server.pause();
        QueuedAsks all = begin(asks);
        server.resume();
        all.join();
        return all;
    }

    private void run(Callable<List<Verdict>> ask) {
        try {
            verdicts.addAll(ask.call());
        } catch (Exception e) {
            failures.add(e);
        }
    }

    private long waiting() {
        return threads.stream()
                .filter(thread -> thread.getState() == Thread.State.TIMED_WAITING)
                .count();
    }

    long alive() {
        return threads.stream().filter(Thread::isAlive).count();
    }

    QueuedAsks join() {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
        return this;
    }

    long passed() {
        return verdicts.stream().filter(Verdict::passed).count();
    }
}
