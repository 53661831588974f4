package io.github.ostiary.http;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The answer to one request, as far as we write it; each kind of server has another. */
public interface HttpAnswer extends AnswerHeaders {

    /** Says who may keep an answer. */
    String CACHE_CONTROL = "Cache-Control";

    /** Nothing that stands between us and the caller. */
    String NO_STORE = "no-store";

    /** Names the denial to operators. */
    String REFERENCE = "X-Ostiary-Ref";

    /**
     * Drops what was written so far and sets the status.
     *
     * @param status 400 to 599
     * @return false if another answer has begun to leave: then nothing is changed
     */
    boolean begin(int status);

    /**
     * The path of the application, below which our filter serves what a challenge needs.
     *
     * @return null where no filter of ours does
     */
    default @Nullable String context() {
        return null;
    }

    /**
     * Sets the status.
     *
     * @param status 400 to 599
     */
    void status(int status);

    /**
     * A header that was set.
     *
     * @param name its name
     * @return its value; null if there is none
     */
    @Nullable
    String header(String name);

    /**
     * Writes the whole body, but for its bytes where the request was {@code HEAD}.
     *
     * @param contentType with charset where it is text
     * @param text in UTF-8; not changed, since others may be told the same
     * @throws IOException if the caller is gone
     */
    void body(String contentType, byte[] text) throws IOException;

    /**
     * The forms that the caller accepts.
     *
     * @return lines of its header; empty if there is none
     */
    List<String> accepted();

    /**
     * Whether the answer can be a page of the application's.
     *
     * @return false for {@code HEAD}, and on servers that forward no requests
     */
    boolean canBePage();

    /**
     * Takes note of the denial's reference, for code of the application that answers.
     *
     * @param reference of eight characters
     */
    void refer(String reference);

    /**
     * Whether it has begun to leave.
     *
     * @return true if nothing can be changed any more
     */
    boolean isCommitted();
}
