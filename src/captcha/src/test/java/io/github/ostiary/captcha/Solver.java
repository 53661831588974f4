package io.github.ostiary.captcha;

import io.github.ostiary.text.JsonTree;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** A caller who counts until the puzzle is solved, and writes the answer down; or another one. */
final class Solver {

    private Solver() {}

    /** The members of a puzzle. */
    static Map<String, Object> members(String json) {
        Map<String, Object> members = new LinkedHashMap<>();
        ((Map<?, ?>) JsonTree.read(json)).forEach((name, value) -> members.put((String) name, value));
        return members;
    }

    /** The answer's members. */
    static Map<String, Object> solved(String json) {
        Map<String, Object> members = members(json);
        long most = (Long) members.get("maxnumber");
        for (long number = 0; number <= most; number++) {
            if (Solution.challenge((String) members.get("salt"), number).equals(members.get("challenge"))) {
                members.remove("maxnumber");
                members.put("number", number);
                return members;
            }
        }
        throw new AssertionError("no number up to " + most + " solves it");
    }

    static String payload(String json) {
        return base64(solved(json));
    }

    static String base64(Map<String, Object> members) {
        StringBuilder text = new StringBuilder();
        JsonTree.write(members, text);
        return Base64.getEncoder().encodeToString(text.toString().getBytes(StandardCharsets.UTF_8));
    }
}
