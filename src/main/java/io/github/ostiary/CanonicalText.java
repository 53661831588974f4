package io.github.ostiary;

import java.text.Normalizer;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One spelling per name: {@code Bob}, {@code " bob "} and fullwidth {@code Ｂｏｂ} must meet the same counter. */
public final class CanonicalText {

    private CanonicalText() {}

    /**
     * NFKC, trimmed.
     *
     * @param raw what the caller sent
     * @return empty if nothing is left, or if there are control characters or lone surrogates
     */
    public static Optional<String> of(@Nullable String raw) {
        if (raw == null) {
            return Optional.empty();
        }
        String text = isPlainAscii(raw) ? raw : Normalizer.normalize(raw, Normalizer.Form.NFKC);
        String trimmed = text.strip();
        boolean unusable = trimmed.isEmpty()
                || trimmed.codePoints()
                        .anyMatch(c -> Character.isISOControl(c) || Character.getType(c) == Character.SURROGATE);
        return unusable ? Optional.empty() : Optional.of(trimmed);
    }

    /**
     * Case folding: up, then down, so that {@code ß} and {@code SS} agree, whatever the machine's locale.
     *
     * @param text canonical
     * @return folded
     */
    public static String fold(String text) {
        String folded = text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
        return isPlainAscii(folded) ? folded : Normalizer.normalize(folded, Normalizer.Form.NFKC);
    }

    private static boolean isPlainAscii(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) >= 0x80) {
                return false;
            }
        }
        return true;
    }
}
