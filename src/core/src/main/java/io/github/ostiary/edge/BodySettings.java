package io.github.ostiary.edge;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;

/**
 * The way bodies are read, where a rule asks for what is in them. Immutable.
 *
 * @param formEncoding of url-encoded forms that name no charset
 * @param jsonBytes the most bytes of a JSON body that are read, 1,024 to 16,777,216
 * @hidden
 */
public record BodySettings(Charset formEncoding, int jsonBytes) {

    /** The defaults: UTF-8 and 65,536 bytes. */
    public static final BodySettings USUAL = new BodySettings(StandardCharsets.UTF_8, 65_536);
}
