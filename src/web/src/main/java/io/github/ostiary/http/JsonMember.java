package io.github.ostiary.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.github.ostiary.MalformedCallException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A member of a JSON text, read as strictly as <a href="https://www.rfc-editor.org/rfc/rfc8259">RFC 8259</a> allows:
 * what two parsers would read differently is no JSON here.
 *
 * @param text its text or whole number; null if there is none
 * @param unclear whether an application may find one there all the same: another kind of value, or one spelled in
 *     another case
 */
record JsonMember(@Nullable String text, boolean unclear) {

    /** Names are the caller's: none of them is kept, and buffers are not kept for a thread of the server. */
    static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES)
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.USE_THREAD_LOCAL_FOR_BUFFER_RECYCLING)
            .build();

    private static final JsonMember ABSENT = new JsonMember(null, false);
    private static final JsonMember UNCLEAR = new JsonMember(null, true);

    /**
     * Finds it.
     *
     * @param path its name and those of the objects around it, outermost first
     * @throws MalformedCallException if the text is no JSON, is more than one value, or names something twice
     */
    static JsonMember find(String json, String[] path) {
        try (JsonParser parser = FACTORY.createParser(json)) {
            if (parser.nextToken() == null) {
                throw malformed();
            }
            JsonMember found = value(parser, path, 0);
            if (parser.nextToken() != null) {
                throw malformed();
            }
            return found;
        } catch (IOException e) {
            throw malformed();
        }
    }

    /** The current value, or what it has inside. */
    private static JsonMember value(JsonParser parser, String[] path, int depth) throws IOException {
        JsonToken token = parser.currentToken();
        if (token == JsonToken.VALUE_NULL) {
            return depth == 0 ? UNCLEAR : ABSENT;
        }
        if (depth < path.length) {
            return token == JsonToken.START_OBJECT ? inside(parser, path, depth) : skipped(parser);
        }
        boolean plain = token == JsonToken.VALUE_STRING
                || (token == JsonToken.VALUE_NUMBER_INT && !parser.getText().equals("-0"));
        return plain ? new JsonMember(parser.getText(), false) : skipped(parser);
    }

    private static JsonMember inside(JsonParser parser, String[] path, int depth) throws IOException {
        JsonMember found = ABSENT;
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String name = parser.currentName();
            parser.nextToken();
            if (name.equals(path[depth])) {
                JsonMember one = value(parser, path, depth + 1);
                found = found.unclear ? found : one;
            } else {
                parser.skipChildren();
                found = name.equalsIgnoreCase(path[depth]) ? UNCLEAR : found;
            }
        }
        return found;
    }

    private static JsonMember skipped(JsonParser parser) throws IOException {
        parser.skipChildren();
        return UNCLEAR;
    }

    private static MalformedCallException malformed() {
        return new MalformedCallException("the JSON body cannot be parsed");
    }
}
