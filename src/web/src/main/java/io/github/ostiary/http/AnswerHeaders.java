package io.github.ostiary.http;

/** The headers of an answer. */
@FunctionalInterface
public interface AnswerHeaders {

    /**
     * Sets a header, over any set before.
     *
     * @param name its name
     * @param value its value
     */
    void header(String name, String value);
}
