package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.store.LockBook.LockId;
import io.github.ostiary.store.SharedState.Topic;
import io.github.ostiary.store.Store;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.LockoutPolicies;
import io.github.ostiary.testing.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Who is interrupted while it waits for its turn to ask goes on waiting, is answered, and stays interrupted. */
class InterruptedQuestionsTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final int HOLDERS = 6;
    private static final int WAITERS = 5;
    private static final LockId BOB =
            new LockId(LockoutPolicies.policy().lock(3, 3_600, 900).named("login"), "bob");

    private final List<Object> answers = new CopyOnWriteArrayList<>();
    private final List<Boolean> interrupted = new CopyOnWriteArrayList<>();

    private Thread ask(Callable<Object> question, boolean noted) {
        Thread thread = new Thread(() -> {
            Object answer;
            try {
                answer = question.call();
            } catch (Exception e) {
                answer = e;
            }
            if (noted) {
                answers.add(answer);
                interrupted.add(Thread.currentThread().isInterrupted());
            }
        });
        thread.start();
        return thread;
    }

    private static boolean waitsForItsTurn(Thread thread) {
        return thread.getState() == Thread.State.TIMED_WAITING;
    }

    private void check(RedisServer server, Callable<Object> question) throws Exception {
        server.pause();
        List<Thread> all = new ArrayList<>();
        for (int i = 0; i < HOLDERS; i++) {
            all.add(ask(question, false));
        }
        // Who asks before every lane is taken would read from the socket, and not wait for its turn.
        Await.until(() -> all.stream().anyMatch(InterruptedQuestionsTest::waitsForItsTurn), BOUND);
        List<Thread> waiters = new ArrayList<>();
        for (int i = 0; i < WAITERS; i++) {
            waiters.add(ask(question, true));
        }
        for (Thread waiter : waiters) {
            Await.until(() -> waitsForItsTurn(waiter), BOUND);
            waiter.interrupt();
        }
        server.resume();
        all.addAll(waiters);
        for (Thread thread : all) {
            thread.join();
        }
        assertThat(answers).hasSize(WAITERS).noneMatch(answer -> answer instanceof Exception);
        assertThat(interrupted).containsOnly(true);
    }

    @Test
    void byHandAndAboutLocks() throws Exception {
        try (RedisServer server = RedisServer.start();
                Store store = RedisStore.open(
                        RedisUri.parse(server.uri()), "p", Duration.ofSeconds(20), TimeSource.system())) {
            store.ping();
            check(server, () -> store.locks().state(BOB));
            answers.clear();
            interrupted.clear();
            Topic topic = new Topic("test", 10);
            check(server, () -> store.sharedState().version(topic));
        }
    }
}
