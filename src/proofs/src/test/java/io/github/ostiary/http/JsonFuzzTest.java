package io.github.ostiary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import com.code_intelligence.jazzer.junit.DictionaryEntries;
import com.code_intelligence.jazzer.junit.FuzzTest;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.ostiary.MalformedCallException;
import io.github.ostiary.testing.FuzzedText;
import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Members of JSON, against the whole tree as Jackson reads it, and against lax readers that applications may have. */
class JsonFuzzTest {

    /** Fractions as doubles, which have no exponent that is too long: only that they are no whole numbers counts. */
    private static final JsonMapper STRICT = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .build();

    private static final JsonMapper LAX = new JsonMapper();

    @FuzzTest
    @DictionaryEntries({
        "{\"user\":\"bob\"}",
        "\"user\"",
        "{\"in\":{\"user\":7}}",
        "\"User\"",
        "null",
        "-0",
        "1e2",
        "1e99999999999",
        "true",
        ":",
        ",",
        "\\\\u0075",
        "[",
        "]",
        "{",
        "}",
        "\"\"",
        "{\"in\":"
    })
    void aMemberIsWhatTheWholeTreeHas(byte[] input) {
        String json = FuzzedText.of(input);
        for (String path : new String[] {"user", "in.user"}) {
            JsonMember ours = find(json, path);
            // A tree does not tell -0 from 0.
            if (!json.contains("-0")) {
                assertEquals(naive(json, path.split("\\.")), ours, path);
            }
            if (ours != null && ours.text() != null) {
                assertEquals(lax(json, path), ours.text(), "a lax reader");
            }
        }
        FuzzedText.linear(
                json, text -> find("{\"a\":\"" + text.replace('"', ' ').replace('\\', ' ') + "\"}", "a"));
        FuzzedText.linear(json, text -> find(text, "user"));
    }

    private static @Nullable JsonMember find(String json, String path) {
        try {
            return JsonMember.find(json, path.split("\\."));
        } catch (MalformedCallException e) {
            assertEquals("the JSON body cannot be parsed", e.getMessage());
            assertNull(e.getCause());
            return null;
        }
    }

    private static @Nullable JsonMember naive(String json, String[] path) {
        JsonNode node;
        try {
            node = STRICT.readTree(json);
        } catch (JsonProcessingException e) {
            return null;
        }
        if (node.isMissingNode()) {
            return null;
        }
        for (int i = 0; i < path.length; i++) {
            if (!node.isObject()) {
                return new JsonMember(null, !node.isNull() || i == 0);
            }
            int spellings = 0;
            for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
                spellings += names.next().equalsIgnoreCase(path[i]) ? 1 : 0;
            }
            if (spellings == 0) {
                return new JsonMember(null, false);
            }
            if (spellings > 1 || !node.has(path[i])) {
                return new JsonMember(null, true);
            }
            node = node.get(path[i]);
        }
        boolean plain = node.isTextual() || node.isIntegralNumber();
        return node.isNull() ? new JsonMember(null, false) : new JsonMember(plain ? node.asText() : null, !plain);
    }

    /** The last one counts, to whom texts and numbers are the same. */
    private static @Nullable String lax(String json, String path) {
        try {
            JsonNode node = LAX.readTree(json);
            for (String name : path.split("\\.")) {
                node = node.path(name);
            }
            return node.isValueNode() ? node.asText() : null;
        } catch (JsonProcessingException e) {
            return null;
        }
    }
}
