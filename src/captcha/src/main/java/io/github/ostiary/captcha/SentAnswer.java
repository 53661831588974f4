package io.github.ostiary.captcha;

import io.github.ostiary.CallContext;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.edge.ArrivingCall.NeedsBody;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The answer to a captcha as a call sends it: in a header, in a field of its form, or in a member of its JSON; each of them once. */
final class SentAnswer {

    /** The header in which programs send an answer. */
    static final String HEADER = "Ostiary-Captcha";

    private SentAnswer() {}

    /** The answer in the header; null if there is none that can be read. */
    static @Nullable String inHeader(CallContext call, Function<String, @Nullable String> read) {
        return only(call.headers(HEADER), read);
    }

    /** The answer, wherever it is; null if there is none that can be read. */
    static @Nullable String of(CallContext call, String field, Function<String, @Nullable String> read) {
        @Nullable String inHeader = inHeader(call, read);
        return inHeader == null ? inBody(call, field, read) : inHeader;
    }

    /** The answer in a field or member; null if there is none that can be read. A call whose body is gone has it elsewhere, or none. */
    private static @Nullable String inBody(CallContext call, String field, Function<String, @Nullable String> read) {
        try {
            @Nullable String inForm = only(call.parameters(field), read);
            return inForm == null ? only(call.jsonValues(field), read) : inForm;
        } catch (MalformedCallException | NeedsBody e) {
            return null;
        }
    }

    private static @Nullable String only(List<String> values, Function<String, @Nullable String> read) {
        return values.size() == 1 && !values.get(0).isEmpty() ? read.apply(values.get(0)) : null;
    }
}
