package io.github.ostiary.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.ostiary.TimeSource;
import io.github.ostiary.redis.ReplyQueue.Seat;
import io.github.ostiary.redis.ReplyQueue.SeatState;
import io.github.ostiary.store.StoreException;
import io.github.ostiary.testing.Await;
import io.github.ostiary.testing.Callers;
import java.time.Duration;
import java.util.Queue;
import java.util.SplittableRandom;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which thread reads from a connection on which several batches are under way. */
class ReplyQueueTest {

    private static final Duration BOUND = Duration.ofSeconds(20);
    private static final long NOW = 1_000_000;
    private static final long FAR = NOW + Duration.ofHours(1).toNanos() / 1_000;
    private static final int CALLERS = 6;
    private static final int ROUNDS = 2_000;

    /** It stands still: a thread that is forgotten stays where it is. */
    private final TimeSource still = () -> NOW;

    private final ReplyQueue<String> replies = new ReplyQueue<>();

    private Seat<String> joined(String batch) {
        Seat<String> seat = new Seat<>(batch);
        assertThat(replies.join(seat)).isTrue();
        return seat;
    }

    @Test
    void whereOneIsUnderWayItsThreadReads() {
        Seat<String> seat = joined("a");
        assertThat(replies.await(seat, NOW, still)).isEqualTo(SeatState.READS);
        assertThat(replies.first()).isSameAs(seat);
        replies.end(seat);
        replies.giveBack(seat);
        assertThat(replies.isEmpty()).isTrue();
    }

    @Test
    void theNextReadsWhenTheOneBeforeGivesTheRoleBack() throws Exception {
        Seat<String> first = joined("a");
        Seat<String> second = joined("b");
        assertThat(replies.await(second, NOW, still)).isEqualTo(SeatState.LEFT);
        CompletableFuture<Seat<String>> other = new CompletableFuture<>();
        CompletableFuture<SeatState> third = CompletableFuture.supplyAsync(() -> {
            other.complete(joined("c"));
            return replies.await(other.join(), FAR, still);
        });
        other.get();
        replies.end(first);
        replies.giveBack(first);
        assertThat(third.get(20, TimeUnit.SECONDS)).isEqualTo(SeatState.READS);
        assertThat(replies.first()).as("that which has left").isSameAs(second);
        replies.end(second);
        assertThat(replies.first()).isSameAs(other.join());
    }

    /** Its answers were there when the one before was read. */
    @Test
    void whatAnotherThreadHasReadIsOver() {
        Seat<String> first = joined("a");
        Seat<String> second = joined("b");
        replies.end(first);
        replies.end(second);
        replies.giveBack(first);
        assertThat(replies.await(second, NOW, still)).isEqualTo(SeatState.ENDED);
        assertThat(replies.isEmpty()).isTrue();
    }

    /** The batches that it reads belong to the reader until it has noticed. */
    @Test
    void aFailureIsSaidWhenNoThreadReadsAnyMore() throws Exception {
        Seat<String> first = joined("a");
        CompletableFuture<Seat<String>> second = new CompletableFuture<>();
        CompletableFuture<SeatState> state = CompletableFuture.supplyAsync(() -> {
            second.complete(joined("b"));
            return replies.await(second.join(), FAR, still);
        });
        second.get();
        StoreException cut = new StoreException("cut");
        assertThat(replies.fail(cut)).isSameAs(cut);
        assertThat(replies.fail(new StoreException("again"))).isSameAs(cut);
        assertThat(replies.join(new Seat<>("c"))).isFalse();
        assertThat(state.isDone()).isFalse();
        replies.giveBack(first);
        assertThat(state.get(20, TimeUnit.SECONDS)).isEqualTo(SeatState.FAILED);
        assertThat(replies.failure()).isSameAs(cut);
    }

    @Test
    void anInterruptIsKeptForAfterwards() throws Exception {
        Seat<String> first = joined("a");
        CompletableFuture<Boolean> interrupted = new CompletableFuture<>();
        Thread thread = new Thread(() -> {
            SeatState state = replies.await(joined("b"), FAR, still);
            interrupted.complete(
                    state == SeatState.READS && Thread.currentThread().isInterrupted());
        });
        thread.start();
        Await.until(() -> thread.getState() == Thread.State.TIMED_WAITING, BOUND);
        thread.interrupt();
        replies.end(first);
        replies.giveBack(first);
        assertThat(interrupted.get(20, TimeUnit.SECONDS)).isTrue();
    }

    /**
     * A connection without bytes: what is written is answered in its order. Each answer must reach its batch, one thread reads at a time, and no thread stays, though others
     * give up before it is their turn, or between two answers. All wait for each other after each batch: no later one wakes a thread that was forgotten.
     */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void everyAnswerIsReadForItsBatch(int seed) {
        ReplyQueue<Integer> shared = new ReplyQueue<>();
        Queue<Integer> wire = new ConcurrentLinkedQueue<>();
        ReentrantLock writing = new ReentrantLock();
        AtomicInteger readers = new AtomicInteger();
        AtomicInteger wrong = new AtomicInteger();
        AtomicInteger numbers = new AtomicInteger();
        Phaser together = new Phaser(CALLERS);
        Callers callers = new Callers(CALLERS, ROUNDS, i -> {
            SplittableRandom random = new SplittableRandom(31L * seed + i);
            return () -> {
                Seat<Integer> seat = new Seat<>(numbers.incrementAndGet());
                writing.lock();
                try {
                    shared.join(seat);
                    wire.add(seat.batch);
                } finally {
                    writing.unlock();
                }
                SeatState state = shared.await(seat, random.nextInt(3) == 0 ? NOW : FAR, still);
                if (state == SeatState.READS) {
                    wrong.addAndGet(readers.incrementAndGet() == 1 ? 0 : 1);
                    int more = random.nextInt(3);
                    Seat<Integer> first = shared.first();
                    boolean stays = random.nextInt(4) != 0;
                    while (first != null
                            && (!seat.isEnded() ? stays || random.nextBoolean() : more-- > 0 && !wire.isEmpty())) {
                        wrong.addAndGet(first.batch.equals(wire.poll()) ? 0 : 1);
                        if (random.nextInt(4) == 0) {
                            Thread.yield();
                        }
                        shared.end(first);
                        first = shared.first();
                    }
                    readers.decrementAndGet();
                }
                shared.giveBack(seat);
                return together.arriveAndAwaitAdvance() >= 0;
            };
        });
        callers.end();
        assertThat(callers.done()).isEqualTo(CALLERS * ROUNDS);
        assertThat(wrong).hasValue(0);
    }
}
