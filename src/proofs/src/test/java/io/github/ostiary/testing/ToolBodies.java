package io.github.ostiary.testing;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Requests with the call of a tool, in every way that a caller can write one. */
public final class ToolBodies {

    /** JSON's type. */
    public static final String JSON = "application/json";

    /** The condition that all of them are tried against. */
    public static final String WHEN = "json:method=tools/call, json:params.name=search";

    /** The call of the tool. */
    public static final String CALL = call("7", "tools/call", "search");

    private ToolBodies() {}

    /**
     * A body as it is sent.
     *
     * @param type of the body; empty for none
     * @param bytes of it
     * @param headers beside
     */
    public record Sent(String type, byte[] bytes, String... headers) {

        /** The headers with the type. */
        public String[] allHeaders() {
            List<String> all = new ArrayList<>(List.of(headers));
            if (!type.isEmpty()) {
                all.addAll(List.of("Content-Type", type));
            }
            return all.toArray(String[]::new);
        }

        @Override
        public String toString() {
            return type + " " + new String(bytes, 0, Math.min(80, bytes.length), StandardCharsets.UTF_8);
        }
    }

    /** A call of JSON-RPC. */
    public static String call(String id, String method, String name) {
        return "{\"jsonrpc\":\"2.0\",\"id\":" + id + ",\"method\":\"" + method + "\",\"params\":{\"name\":\"" + name
                + "\",\"arguments\":{}}}";
    }

    private static Sent json(String body) {
        return sent(JSON, body, StandardCharsets.UTF_8);
    }

    private static Sent sent(String type, String body, Charset charset, String... headers) {
        return new Sent(type, body.getBytes(charset), headers);
    }

    /** The rule must apply to them. */
    public static List<Sent> meant() {
        return List.of(
                json(CALL),
                json("\n\t " + CALL.replace(":", " : ") + " "),
                json(CALL.replace("method", "\\u006dethod").replace("search", "s\\u0065arch")),
                json(CALL.replace("tools/call", "tools\\/call")),
                sent(JSON + "; charset=\"UTF-8\"", CALL, StandardCharsets.UTF_8),
                sent("application/vnd.mcp+json", CALL, StandardCharsets.UTF_8),
                json("\uFEFF" + CALL),
                json("{\"params\":{\"arguments\":{\"name\":\"other\",\"method\":\"x\"},\"name\":\"search\"},"
                        + "\"method\":\"tools/call\"}"));
    }

    /** The rule must not apply to them, and the application gets them as they came. */
    public static List<Sent> others() {
        return List.of(
                json(call("7", "tools/list", "search")),
                json(call("7", "tools/call", "other")),
                json(CALL.replace("\"search\"", "null")),
                json("{\"params\":{\"method\":\"tools/call\",\"name\":\"search\"}}"),
                json("{}"),
                sent("", "", StandardCharsets.UTF_8));
    }

    /** Two applications may find different things in them. */
    public static List<Sent> unclear() {
        return List.of(
                json("{\"method\":\"tools/list\"," + CALL.substring(1)),
                json(CALL.substring(0, CALL.length() - 1) + ",\"method\":\"tools/list\"}"),
                json(CALL.replace("\"name\"", "\"name\":\"other\",\"n\\u0061me\"")),
                json(CALL.replace("\"method\"", "\"Method\"")),
                json(CALL.replace("\"name\"", "\"NAME\"")),
                json(CALL.replace("tools/call", "Tools/Call")),
                json(CALL.replace("search", " search")),
                json(CALL.replace("search", "search\\u0000")),
                json(CALL.replace("search", "ｓearch")),
                json(CALL.replace("\"search\"", "[\"search\"]")),
                json(CALL.replace("\"search\"", "true")),
                json(CALL.replace("{\"name\":\"search\",\"arguments\":{}}", "[\"search\"]")),
                json("[" + CALL + "]"),
                json(CALL + CALL),
                json(CALL + "x"),
                json("{"),
                json("\"tools/call\""),
                json("null"),
                json("/**/" + CALL),
                json("{\"x\":\"" + "y".repeat(70_000) + "\"," + CALL.substring(1)),
                sent("", CALL, StandardCharsets.UTF_8),
                sent("text/plain", CALL, StandardCharsets.UTF_8),
                sent("application/x-www-form-urlencoded", CALL, StandardCharsets.UTF_8),
                sent(JSON + ";charset=UTF-16", CALL, StandardCharsets.UTF_16),
                sent(JSON, CALL, StandardCharsets.UTF_16),
                sent(JSON + ";charset=ISO-8859-1", CALL, StandardCharsets.ISO_8859_1),
                sent(JSON, CALL.replace("search", "s\u00E9arch"), StandardCharsets.ISO_8859_1),
                sent(JSON, CALL, StandardCharsets.UTF_8, "Content-Encoding", "gzip"));
    }
}
