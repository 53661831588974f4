package io.github.ostiary.edge;

import io.github.ostiary.CallContext;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * The end of a call, as far as it was seen. Immutable, but for the call.
 *
 * @param status the response's; empty outside a request, or if something escaped before an answer began to leave
 * @param location where it redirects to, as the application wrote it; empty if nowhere
 * @param answer what else was answered; {@link Answer#NONE} outside a request
 * @param thrown what escaped
 * @param returned whether the method or the chain returned by itself
 * @param authenticatedBefore whether the caller was authenticated when the call began
 * @param call as it is now
 */
public record CallOutcome(
        OptionalInt status,
        Optional<String> location,
        Answer answer,
        Optional<Throwable> thrown,
        boolean returned,
        boolean authenticatedBefore,
        CallContext call) {

    /**
     * The end of a call that redirects nowhere.
     *
     * @param status the response's
     * @param answer what else was answered
     * @param thrown what escaped
     * @param returned whether the method or the chain returned by itself
     * @param authenticatedBefore whether the caller was authenticated when the call began
     * @param call as it is now
     */
    public CallOutcome(
            OptionalInt status,
            Answer answer,
            Optional<Throwable> thrown,
            boolean returned,
            boolean authenticatedBefore,
            CallContext call) {
        this(status, Optional.empty(), answer, thrown, returned, authenticatedBefore, call);
    }

    /**
     * Whether the application itself says that it failed to answer.
     *
     * @return true for a status of 500 or more
     */
    public boolean isServerError() {
        return status.isPresent() && status.getAsInt() >= 500;
    }

    /**
     * Whether the application chose the answer.
     *
     * @return false for a server error, for what escapes, and if there is no answer: a caller or a fault may have seen to
     *     that
     */
    public boolean isConclusive() {
        return thrown.isEmpty() && !isServerError() && (returned || status.isPresent());
    }

    /**
     * Whether nothing more will show.
     *
     * @return false while an answer is only about to leave
     */
    public boolean isOver() {
        return returned || thrown.isPresent();
    }

    /**
     * Whether the application was called at all.
     *
     * @return false for a call that was denied behind its admission, before anything was answered or thrown
     */
    public boolean hasBegun() {
        return returned || thrown.isPresent() || status.isPresent();
    }

    /**
     * Whether the application came to an answer.
     *
     * @return false if something escaped before one began to leave
     */
    public boolean isAnswered() {
        return thrown.isEmpty() || status.isPresent();
    }

    /**
     * Whether the application sends the caller elsewhere.
     *
     * @return true for a status of 300 to 399
     */
    public boolean isRedirect() {
        return status.isPresent() && status.getAsInt() >= 300 && status.getAsInt() < 400;
    }

    /**
     * Returns this outcome as it was before anything was answered or thrown.
     *
     * @return what the call alone shows
     */
    public CallOutcome unanswered() {
        return new CallOutcome(OptionalInt.empty(), Answer.NONE, Optional.empty(), false, authenticatedBefore, call);
    }

    /** An answer, as far as it is asked for. Of one request, to be asked by its threads only. */
    public interface Answer {

        /** No answer at all. */
        Answer NONE = new Answer() {};

        /**
         * The path where the application begins.
         *
         * @return empty, or with a leading slash
         */
        default String contextPath() {
            return "";
        }

        /**
         * Lines of a header.
         *
         * @param name in any case
         * @return their values, empty if there are none
         */
        default Collection<String> headers(String name) {
            return List.of();
        }

        /**
         * How much the application has written.
         *
         * @return bytes of the body; empty if they were not counted
         */
        default OptionalLong bytesWritten() {
            return OptionalLong.empty();
        }

        /**
         * How much the caller has sent.
         *
         * @return bytes of the body; empty if they were not counted
         */
        default OptionalLong bytesRead() {
            return OptionalLong.empty();
        }

        /**
         * Whether the session that the caller came with goes on under another id.
         *
         * @return false for a session that was merely made, or ended
         */
        default boolean sessionRenewed() {
            return false;
        }
    }
}
