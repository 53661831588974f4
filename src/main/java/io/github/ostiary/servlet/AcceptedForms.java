package io.github.ostiary.servlet;

import java.util.Collections;
import java.util.Enumeration;
import org.jspecify.annotations.Nullable;

/**
 * The forms that {@code Accept} headers were last found to prefer: a flood says the same again and again. A header is
 * looked for in the place of its length, where a later one of another text takes its place: so many are kept at most,
 * whatever callers send. Thread-safe: places are written and read without care, since what stands there is immutable.
 */
final class AcceptedForms {

    static final int PLACES = 1 << 5;

    /** Longer than any browser's; a longer header is not kept. */
    static final int LONGEST = 256;

    private final @Nullable Preference[] places = new @Nullable Preference[PLACES];

    /** What the lines of a request's header prefer; null where a container returns none. */
    DenialBody preferred(@Nullable Enumeration<String> lines) {
        if (lines == null || !lines.hasMoreElements()) {
            return preferred("");
        }
        String first = lines.nextElement();
        return lines.hasMoreElements()
                ? Accept.preferred(first + "," + String.join(",", Collections.list(lines)))
                : preferred(first);
    }

    private DenialBody preferred(String header) {
        int place = header.length() & PLACES - 1;
        Preference known = places[place];
        if (known != null && known.header.equals(header)) {
            return known.form;
        }
        DenialBody form = Accept.preferred(header);
        if (header.length() <= LONGEST) {
            places[place] = new Preference(header, form);
        }
        return form;
    }

    /** Of how many headers something is kept. */
    int kept() {
        int kept = 0;
        for (Preference known : places) {
            kept += known == null ? 0 : 1;
        }
        return kept;
    }

    private record Preference(String header, DenialBody form) {}
}
