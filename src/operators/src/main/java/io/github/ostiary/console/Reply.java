package io.github.ostiary.console;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * An answer of the console. Immutable.
 *
 * @param status of the response
 * @param type of the body
 * @param body sent in UTF-8
 * @param headers further ones, made by this code alone
 */
record Reply(int status, String type, String body, Map<String, String> headers) {

    private static final String HTML = "text/html;charset=UTF-8";

    static Reply html(int status, Html page) {
        return new Reply(status, HTML, page.toString(), Map.of());
    }

    static Reply json(int status, Json body) {
        String type = status < 400 ? "application/json" : "application/problem+json";
        return new Reply(status, type, body.toString(), Map.of());
    }

    /** Go and look there. */
    static Reply seeOther(String address) {
        return new Reply(303, HTML, "", Map.of("Location", address));
    }

    byte[] bytes() {
        return body.getBytes(StandardCharsets.UTF_8);
    }

    /** The same with one more header. */
    Reply with(String name, String value) {
        Map<String, String> more = new HashMap<>(headers);
        more.put(name, value);
        return new Reply(status, type, body, Map.copyOf(more));
    }
}
