package io.github.ostiary.servlet;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A body that was read in part or whole, from its first byte: what was read, then the rest as it comes. One thread at a
 * time, as any servlet's stream.
 */
final class ReplayedInput extends ServletInputStream {

    private final byte[] head;
    private final @Nullable ServletInputStream rest;
    private final HttpServletRequest request;
    private int position;
    private boolean listening;
    private @Nullable ReadListener waiting;

    /**
     * A body.
     *
     * @param head what was read
     * @param rest what was not; null if that was all
     * @param request whose body it is
     */
    ReplayedInput(byte[] head, @Nullable ServletInputStream rest, HttpServletRequest request) {
        this.head = head;
        this.rest = rest;
        this.request = request;
    }

    @Override
    public int read() throws IOException {
        if (position < head.length) {
            int octet = head[position++] & 0xFF;
            reportEnd();
            return octet;
        }
        return rest == null ? -1 : rest.read();
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (position == head.length) {
            return rest == null ? (length == 0 ? 0 : -1) : rest.read(into, from, length);
        }
        int count = Math.min(length, head.length - position);
        System.arraycopy(head, position, into, from, count);
        position += count;
        reportEnd();
        return count;
    }

    @Override
    public int available() throws IOException {
        int left = head.length - position;
        return left > 0 || rest == null ? left : rest.available();
    }

    @Override
    public boolean isFinished() {
        return position == head.length && (rest == null || rest.isFinished());
    }

    @Override
    public boolean isReady() {
        return position < head.length || rest == null || rest.isReady();
    }

    /**
     * {@inheritDoc}
     *
     * <p>For a body that was read whole, the listener is called on a thread of the container's, as the container would do it.
     * For any other, the container calls it when there is more; the listener then finds what was read first.
     */
    @Override
    public void setReadListener(ReadListener listener) {
        if (listener == null) {
            throw new NullPointerException("listener");
        }
        if (listening || !request.isAsyncStarted()) {
            throw new IllegalStateException(
                    listening ? "the body has a listener already" : "a listener needs a request in asynchronous mode");
        }
        listening = true;
        if (rest != null) {
            rest.setReadListener(new Rest(listener));
            return;
        }
        AsyncContext context = request.getAsyncContext();
        context.start(() -> replay(listener));
    }

    private void replay(ReadListener listener) {
        try {
            if (!isFinished()) {
                listener.onDataAvailable();
            }
            if (isFinished()) {
                listener.onAllDataRead();
            } else {
                waiting = listener;
            }
        } catch (Throwable failure) {
            listener.onError(failure);
        }
    }

    /** A reader that did not read everything when it was called, and has now. */
    private void reportEnd() {
        ReadListener listener = waiting;
        if (listener != null && isFinished()) {
            waiting = null;
            request.getAsyncContext().start(() -> {
                try {
                    listener.onAllDataRead();
                } catch (IOException failure) {
                    listener.onError(failure);
                }
            });
        }
    }

    /** Is called for what follows the head: for the head as well, if nothing follows. */
    private final class Rest implements ReadListener {

        private final ReadListener listener;

        Rest(ReadListener listener) {
            this.listener = listener;
        }

        @Override
        public void onDataAvailable() throws IOException {
            listener.onDataAvailable();
        }

        @Override
        public void onAllDataRead() throws IOException {
            if (position < head.length) {
                listener.onDataAvailable();
            }
            listener.onAllDataRead();
        }

        @Override
        public void onError(Throwable failure) {
            listener.onError(failure);
        }
    }

    @Override
    public String toString() {
        return "a body of which " + head.length + " bytes were read before";
    }
}
