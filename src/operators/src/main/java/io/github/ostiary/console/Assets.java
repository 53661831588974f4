package io.github.ostiary.console;

import io.github.ostiary.text.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/** The files beside this class that browsers load. There is nothing secret in them. */
final class Assets {

    private static final Map<String, Reply> FILES = Map.of(
            "console.css", load("console.css", "text/css;charset=UTF-8"),
            "console.js", load("console.js", "text/javascript;charset=UTF-8"),
            "console.svg", load("console.svg", "image/svg+xml"));

    private static final Reply OPEN_API = load("openapi.json", "application/json");

    private Assets() {}

    private static Reply load(String name, String type) {
        try (InputStream file = Assets.class.getResourceAsStream(name)) {
            if (file == null) {
                throw new IllegalStateException("the jar lacks " + name);
            }
            String text = new String(file.readAllBytes(), StandardCharsets.UTF_8);
            return new Reply(200, type, text, Map.of("Cache-Control", "private, max-age=86400"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The address of a file within the console; another one when its content is another. */
    static String address(String name) {
        return "/" + name + "?v="
                + Digest.of(at("/" + name).map(Reply::body).orElse("")).substring(0, 8);
    }

    /** The description of what programs may ask for. */
    static Reply openApi() {
        return OPEN_API;
    }

    /** A file by its path. */
    static Optional<Reply> at(String path) {
        return path.startsWith("/") ? Optional.ofNullable(FILES.get(path.substring(1))) : Optional.empty();
    }
}
