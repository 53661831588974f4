package io.github.ostiary.benchmarks.server;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/**
 * Closed-loop load over connections that stay open, each from an address of its own. A thread writes a request on each
 * of its connections, then reads all answers, so that the server has something to do all the time and this side costs
 * little.
 */
final class Callers implements AutoCloseable {

    private static final int THREADS = 2;
    private static final int CONNECTIONS = 16;

    private final List<List<HttpConnection>> shares = new ArrayList<>();
    private final ExecutorService executor = Executors.newFixedThreadPool(THREADS);

    /**
     * Connects.
     *
     * @param requests what each connection asks
     */
    Callers(int port, Supplier<Requests> requests) throws IOException {
        for (int i = 0; i < THREADS; i++) {
            List<HttpConnection> share = new ArrayList<>();
            for (int j = 0; j < CONNECTIONS / THREADS; j++) {
                share.add(new HttpConnection(port, 2 + i * CONNECTIONS / THREADS + j, requests.get()));
            }
            shares.add(share);
        }
    }

    /** Asks until a time of {@link System#nanoTime}; the number of answers. */
    long askUntil(long nanoTime) throws IOException, InterruptedException {
        List<Future<Long>> running = new ArrayList<>();
        for (List<HttpConnection> share : shares) {
            running.add(executor.submit(() -> ask(share, nanoTime)));
        }
        long answers = 0;
        for (Future<Long> one : running) {
            try {
                answers += one.get();
            } catch (ExecutionException e) {
                throw new IOException(e.getCause());
            }
        }
        return answers;
    }

    /** One request on each connection, and no more. */
    void askOnce() throws IOException {
        for (List<HttpConnection> share : shares) {
            for (HttpConnection connection : share) {
                connection.send();
                connection.receive();
            }
        }
        close();
    }

    private static long ask(List<HttpConnection> share, long nanoTime) throws IOException {
        long answers = 0;
        while (System.nanoTime() - nanoTime < 0) {
            for (HttpConnection connection : share) {
                connection.send();
            }
            for (HttpConnection connection : share) {
                connection.receive();
            }
            answers += share.size();
        }
        return answers;
    }

    @Override
    public void close() throws IOException {
        executor.shutdownNow();
        for (List<HttpConnection> share : shares) {
            for (HttpConnection connection : share) {
                connection.close();
            }
        }
    }
}
