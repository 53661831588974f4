package io.github.ostiary.testing.signin;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Opens the form and posts it.
 *
 * @param name that is typed
 * @param password that is typed; null to leave the field out
 * @param form what of the form is posted too
 * @param captcha the answer to a challenge; empty for none
 * @param headers name, value, name, value
 */
public record Visit(String name, @Nullable String password, Form form, String captcha, List<String> headers) {

    /** What of a form is posted beside what somebody types. */
    public enum Form {
        /** Its session and its hidden fields, a token among them. */
        WHOLE,
        /** Its session. */
        SESSION,
        /** Nothing: it was never opened. */
        NONE
    }

    static Visit of(String name, @Nullable String password, List<String> headers) {
        return new Visit(name, password, Form.WHOLE, "", headers);
    }

    Visit with(Form part) {
        return new Visit(name, password, part, captcha, headers);
    }

    Visit answering(String answer) {
        return new Visit(name, password, form, answer, headers);
    }
}
