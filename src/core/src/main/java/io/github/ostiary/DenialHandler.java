package io.github.ostiary;

import java.io.IOException;

/**
 * Writes the answer a denied caller gets, in place of the built-in one; named by {@code denialHandler=CLASS}.
 * Thread-safe, with a public no-argument constructor.
 */
@FunctionalInterface
public interface DenialHandler {

    /**
     * Writes the answer. Status, {@code Retry-After} and RateLimit headers are already set and may be changed.
     *
     * @param call the denied request; {@link CallContext#unwrap} gives the servlet request
     * @param decision why
     * @param response where to write
     * @throws IOException if the caller is gone
     */
    void handle(CallContext call, Decision.Denied decision, Response response) throws IOException;

    /** The answer being written. */
    interface Response {

        /**
         * Sets the status.
         *
         * @param code 400 to 599
         */
        void status(int code);

        /**
         * Sets a header.
         *
         * @param name its name
         * @param value its value
         */
        void header(String name, String value);

        /**
         * Writes the whole body.
         *
         * @param contentType with charset where it is text
         * @param text the body
         * @throws IOException if the caller is gone
         */
        void body(String contentType, String text) throws IOException;
    }
}
