package io.github.ostiary.benchmarks;

import io.github.ostiary.Guard;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BiConsumer;

/** Makes an application ask Redis for one decision, or for many in one call, and keeps what it sent. */
final class Recordings implements AutoCloseable {

    private static final int MOST_LANES = 8;
    private static final long GATHERING_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

    private final WireRecorder recorder;
    private final Guard guard;
    private final BiConsumer<Guard, String> question;
    private int asked;

    /**
     * For one set of rules.
     *
     * @param question asks the guard about a caller, once
     */
    Recordings(RedisProcess redis, List<String> rules, BiConsumer<Guard, String> question) throws IOException {
        this.recorder = new WireRecorder(redis.port());
        this.question = question;
        Guard.Builder builder = Guard.builder()
                .redis(recorder.uri())
                .property("redis.timeout", "10s")
                .property("keyPrefix", "cost");
        for (String rule : rules) {
            builder.property(rule.substring(0, rule.indexOf('=')), rule.substring(rule.indexOf('=') + 1));
        }
        this.guard = builder.build();
        question.accept(guard, RecordedCall.caller(asked++));
    }

    /** The first call that asking about one caller leads to. */
    RecordedCall single() {
        recorder.hold();
        recorder.release();
        question.accept(guard, RecordedCall.caller(asked++));
        return new RecordedCall(recorder.calls().get(0));
    }

    /** The last call, where asking leads to several. */
    RecordedCall last() {
        recorder.hold();
        recorder.release();
        question.accept(guard, RecordedCall.caller(asked++));
        List<byte[]> calls = recorder.calls();
        return new RecordedCall(calls.get(calls.size() - 1));
    }

    /** One call with so many decisions, or the fullest one that came about. */
    RecordedCall together(int decisions) throws InterruptedException {
        RecordedCall best = single();
        for (int ahead = 1; ahead <= MOST_LANES && best.names() != decisions; ahead++) {
            for (byte[] bytes : gathered(decisions + ahead)) {
                RecordedCall call = new RecordedCall(bytes);
                if (call.names() <= decisions && call.names() > best.names()) {
                    best = call;
                }
            }
        }
        return best;
    }

    /** While the first calls have no answer, all others gather behind them. */
    private List<byte[]> gathered(int callers) throws InterruptedException {
        recorder.hold();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < callers; i++) {
            String caller = RecordedCall.caller(asked++);
            Thread thread = new Thread(() -> question.accept(guard, caller));
            thread.start();
            threads.add(thread);
        }
        LockSupport.parkNanos(GATHERING_NANOS);
        recorder.release();
        for (Thread thread : threads) {
            thread.join();
        }
        return recorder.calls();
    }

    @Override
    public void close() throws IOException {
        guard.close();
        recorder.close();
    }
}
