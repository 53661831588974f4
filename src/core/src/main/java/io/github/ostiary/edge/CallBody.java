package io.github.ostiary.edge;

import io.github.ostiary.Decision;
import io.github.ostiary.RateLimitExceededException;
import org.jspecify.annotations.Nullable;

/**
 * The part of an edge in a call: goes on with one that is let in, and answers one that is denied.
 *
 * @param <T> what comes of it, if anything
 * @param <E> what may come of it otherwise
 */
public interface CallBody<T, E extends Throwable> {

    /**
     * Goes on with a call that is let in, and ends it, now or later. If this throws, it has ended.
     *
     * @param admission decided
     * @return what comes of the call
     * @throws E what comes of it otherwise
     */
    @Nullable
    T admitted(Admission admission) throws E;

    /**
     * Answers a call that is denied: by an exception, unless the edge knows better.
     *
     * @param denied why
     * @return what comes of the call
     * @throws E what comes of it otherwise
     */
    default @Nullable T denied(Decision.Denied denied) throws E {
        throw new RateLimitExceededException(denied);
    }

    /**
     * Has a call wait: on its thread, unless the edge can go on when {@link AwaitedTurn#whenReady} says so.
     *
     * @param turn that it waits for
     * @return what comes of the call, or as much as is known by now
     * @throws E what comes of it otherwise
     */
    default @Nullable T waiting(AwaitedTurn turn) throws E {
        return turn.await(this);
    }

    /** The turn of a call that waits. Thread-safe. */
    final class AwaitedTurn {

        private final PendingAdmission call;

        private AwaitedTurn(PendingAdmission call) {
            this.call = call;
        }

        /**
         * Takes a call, as it was just decided, through the order of every call: it goes on, waits, and is let in or denied;
         * whatever fails, what was granted comes back. Edges do not have what it takes.
         */
        public static <T, E extends Throwable> @Nullable T take(PendingAdmission call, CallBody<T, E> body) throws E {
            try {
                call.goOn();
                return call.isWaiting() ? body.waiting(new AwaitedTurn(call)) : conclude(call, body);
            } catch (Throwable failure) {
                leave(call);
                throw failure;
            }
        }

        private static <T, E extends Throwable> @Nullable T conclude(PendingAdmission call, CallBody<T, E> body)
                throws E {
            return call.decision() instanceof Decision.Denied denied ? body.denied(denied) : body.admitted(call);
        }

        /**
         * Waits on this thread, not longer than the rules allow. If it is interrupted, it stays so, and the call gives up.
         *
         * @param <T> what comes of it, if anything
         * @param <E> what may come of it otherwise
         * @param body goes on, or answers
         * @return what comes of the call
         * @throws E what comes of it otherwise
         */
        public <T, E extends Throwable> @Nullable T await(CallBody<T, E> body) throws E {
            call.awaitDecision();
            return conclude(call, body);
        }

        /**
         * Waits on this thread, for callers who want to know that it was interrupted.
         *
         * @param <T> what comes of it, if anything
         * @param <E> what may come of it otherwise
         * @param body goes on, or answers
         * @return what comes of the call
         * @throws InterruptedException if the thread was interrupted before the call was let in
         * @throws E what comes of it otherwise
         */
        public <T, E extends Throwable> @Nullable T awaitInterruptibly(CallBody<T, E> body)
                throws InterruptedException, E {
            call.await();
            return conclude(call, body);
        }

        /**
         * Has something done once the call can {@link #goOn}: now, or by a thread of the guard's, which it must not keep.
         *
         * @param task done once
         */
        public void whenReady(Runnable task) {
            call.whenReady(task);
        }

        /**
         * Goes on, on the calling thread, once it is ready: it may have to wait again.
         *
         * @param <T> what comes of it, if anything
         * @param <E> what may come of it otherwise
         * @param body goes on, or answers
         * @return what comes of the call, or as much as is known by now
         * @throws E what comes of it otherwise
         */
        public <T, E extends Throwable> @Nullable T goOn(CallBody<T, E> body) throws E {
            return take(call, body);
        }

        /**
         * Gives up what it waits for, for an edge that never waits.
         *
         * @param <T> what comes of it, if anything
         * @param <E> what may come of it otherwise
         * @param body answers, and says when to come again; goes on if the call was let in at that very moment
         * @return what comes of the call
         * @throws E what comes of it otherwise
         */
        public <T, E extends Throwable> @Nullable T giveUp(CallBody<T, E> body) throws E {
            call.giveUp();
            return conclude(call, body);
        }

        /** Gives up what it waits for: its caller has left. */
        public void giveUp() {
            leave(call);
        }

        private static void leave(PendingAdmission call) {
            call.giveUp();
            call.end();
        }
    }
}
