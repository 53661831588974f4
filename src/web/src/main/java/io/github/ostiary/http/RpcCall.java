package io.github.ostiary.http;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A body that is a call of <a href="https://www.jsonrpc.org/specification">JSON-RPC 2.0</a>, whose sender looks for the denial
 * in an error object.
 *
 * @param id in JSON; {@code null} of a notification, of an answer, of a batch, and where it is too long to be sent back
 */
record RpcCall(String id) {

    /** The type of its errors. */
    static final String CONTENT_TYPE = "application/json";

    /** Of the server's own codes; SDKs of MCP have given meanings to -32000 to -32002. */
    private static final int DENIED = -32029;

    /** JSON-RPC's code for a request that cannot be read. */
    private static final int INVALID_REQUEST = -32600;

    private static final int BAD_REQUEST = 400;

    /** Callers look for their own short ones. */
    private static final int LONGEST_ID = 256;

    private static final String NO_ID = "null";

    /** Null if the text is none, or no JSON. */
    static @Nullable RpcCall find(String json) {
        try (JsonParser parser = JsonMember.FACTORY.createParser(json)) {
            boolean batch = parser.nextToken() == JsonToken.START_ARRAY;
            if ((batch ? parser.nextToken() : parser.currentToken()) != JsonToken.START_OBJECT) {
                return null;
            }
            RpcCall first = call(parser);
            return first != null && batch ? new RpcCall(NO_ID) : first;
        } catch (IOException e) {
            return null;
        }
    }

    private static @Nullable RpcCall call(JsonParser parser) throws IOException {
        String id = NO_ID;
        boolean version = false;
        boolean method = false;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            switch (name) {
                case "jsonrpc" -> version =
                        value == JsonToken.VALUE_STRING && parser.getText().equals("2.0");
                case "method" -> method = value == JsonToken.VALUE_STRING;
                case "id" -> id = id(parser, value);
                default -> {}
            }
            parser.skipChildren();
        }
        return version ? new RpcCall(method ? id : NO_ID) : null;
    }

    private static String id(JsonParser parser, JsonToken value) throws IOException {
        if (!value.isNumeric() && value != JsonToken.VALUE_STRING) {
            return NO_ID;
        }
        String text = parser.getText();
        if (text.length() > LONGEST_ID) {
            return NO_ID;
        }
        return value.isNumeric() ? text : Escapes.json(text);
    }

    /**
     * The error object that answers it.
     *
     * @param problem the denial as an object of JSON
     */
    String error(Denial denial, String problem) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"error\":{\"code\":"
                + (denial.status() == BAD_REQUEST ? INVALID_REQUEST : DENIED)
                + ",\"message\":" + Escapes.json(denial.title() + ". " + denial.detail())
                + ",\"data\":" + problem + "}}";
    }
}
