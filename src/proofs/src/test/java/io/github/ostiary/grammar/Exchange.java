package io.github.ostiary.grammar;

import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a caller does on one connection.
 *
 * @param text tells what it is, for who reads a failure
 * @param http2 whether the connection speaks HTTP/2
 * @param complete whether the server owes an answer to all of it
 * @param requests how many requests it has
 * @param steps one after the other
 */
record Exchange(String text, boolean http2, boolean complete, int requests, List<Step> steps) {

    /** What a caller can do. */
    enum Act {
        WRITE,
        /** Waits until the server has answered something. */
        AWAIT_ANSWER,
        /** Waits until the application has begun with this request. */
        AWAIT_WORK,
        /** Reads until the server has answered all, or has closed. */
        READ,
        HALF_CLOSE,
        CLOSE,
        /** Closes so that the server is told of an error. */
        RESET
    }

    /** An act, and for {@link Act#WRITE} its bytes. */
    record Step(Act act, byte[] bytes) {

        static Step of(Act act) {
            return new Step(act, new byte[0]);
        }

        static Step write(byte[] bytes) {
            return new Step(Act.WRITE, bytes);
        }

        @Override
        public String toString() {
            return act == Act.WRITE ? "WRITE " + shown() : act.toString();
        }

        private String shown() {
            StringBuilder text = new StringBuilder("\"");
            for (char c : new String(bytes, StandardCharsets.ISO_8859_1).toCharArray()) {
                text.append(
                        c == '\r'
                                ? "\\r"
                                : c == '\n' ? "\\n" : c < ' ' || c > '~' ? "\\x%02x".formatted((int) c) : "" + c);
            }
            return text + "\"";
        }
    }

    /** Whether a stream is reset, or its connection given up, while the application works. */
    boolean isResetAtWork() {
        return http2 && steps.stream().anyMatch(step -> step.act() == Act.AWAIT_WORK);
    }

    @Override
    public String toString() {
        StringBuilder lines = new StringBuilder(text);
        steps.forEach(step -> lines.append("\n      ").append(step));
        return lines.toString();
    }
}
