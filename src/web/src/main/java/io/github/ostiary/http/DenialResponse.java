package io.github.ostiary.http;

import io.github.ostiary.DenialHandler;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * An answer as the application's own handler of denials writes it.
 *
 * @param reference of the denial; null if it was not noted
 */
record DenialResponse(HttpAnswer answer, @Nullable String reference) implements DenialHandler.Response {

    /** The reference, unless the application lets caches keep its answer: they would send it to others. */
    void referUnlessKept() {
        if (reference != null && !answer.isCommitted() && isKeptByNobody()) {
            answer.header(HttpAnswer.REFERENCE, reference);
        }
    }

    private boolean isKeptByNobody() {
        String stated = answer.header(HttpAnswer.CACHE_CONTROL);
        return stated != null && stated.toLowerCase(Locale.ROOT).contains(HttpAnswer.NO_STORE);
    }

    @Override
    public void status(int code) {
        answer.status(code);
    }

    @Override
    public void header(String name, String value) {
        answer.header(name, value);
    }

    @Override
    public void body(String contentType, String text) throws IOException {
        referUnlessKept();
        answer.body(contentType, text.getBytes(StandardCharsets.UTF_8));
    }
}
