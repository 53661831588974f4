package io.github.ostiary.console;

import io.github.ostiary.Key;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;

/** Keys as people read them, and as forms carry them. */
final class KeyText {

    private KeyText() {}

    /** The text that a form carries: whatever the key holds, letters, digits, - and _ only. */
    static String code(Key key) {
        String canonical = key.canonical();
        ByteBuffer bytes = ByteBuffer.allocate(2 * canonical.length());
        bytes.asCharBuffer().put(canonical); // a charset would make one of all halves of surrogates
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
    }

    /**
     * Reads what {@link #code} wrote.
     *
     * @throws IllegalArgumentException if it is no such text
     */
    static Key decode(String code) {
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(code));
        String canonical = bytes.asCharBuffer().toString();
        return Key.ofCanonical(canonical)
                .orElseThrow(() -> new IllegalArgumentException("no key is written like this"));
    }

    /** Each part with its kind. */
    static Html html(Key key) {
        return Html.of(
                "<span class=\"key\">{}</span>",
                key.parts().stream()
                        .map(part -> Html.of(
                                "<span class=\"part\"><span class=\"kind\">{}</span> <bdi>{}</bdi></span>",
                                kind(part.kind()),
                                value(part)))
                        .toList());
    }

    /** The key, or what stands for it where identities are secret. */
    static Html html(Optional<Key> key, String identity) {
        return key.map(KeyText::html).orElseGet(() -> Html.of("<code>{}</code>", identity));
    }

    private static String kind(String kind) {
        return switch (kind) {
            case Key.IP -> "address";
            case Key.PRINCIPAL -> "user";
            case "key" -> "key";
            default -> kind.substring(kind.indexOf(':') + 1).toLowerCase(Locale.ROOT);
        };
    }

    private static String value(Key.Part part) {
        return part.isDigested() ? "(a very long value)" : part.value();
    }

    /** The same for programs. */
    static Json json(Key key) {
        return Json.object(
                "canonical",
                key.canonical(),
                "parts",
                key.parts().stream()
                        .map(part -> Json.object("kind", part.kind(), "value", value(part)))
                        .toList());
    }
}
