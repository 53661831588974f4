package io.github.ostiary.http;

import java.io.IOException;

/**
 * A page of the application's that answers a denial.
 *
 * @param path within the application
 * @param denial what it tells
 * @param substitute answers in the page's place if it fails
 */
public record DenialPage(String path, Denial denial, Substitute substitute) {

    /** The answer in the place of a page. */
    @FunctionalInterface
    public interface Substitute {

        /**
         * Answers.
         *
         * @throws IOException if the caller is gone
         */
        void answer() throws IOException;
    }
}
