package io.github.ostiary.text;

/** Unchecked text of people, such as a reason, made fit for a line of a log or a page: it cannot end the line, hide or turn. */
public final class OneLine {

    private static final String CUT = "…";

    private OneLine() {}

    /**
     * The same without what is not seen.
     *
     * @param text anything
     * @param most how many characters are enough
     * @return control, format and private characters, halves of surrogates and ends of lines are blanks; no blanks around
     *     it; what is longer is cut and ends in {@code …}
     */
    public static String of(String text, int most) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), most));
        int at = 0;
        while (at < text.length() && line.length() <= most) {
            int character = text.codePointAt(at);
            line.appendCodePoint(isSeen(character) ? character : ' ');
            at += Character.charCount(character);
        }
        String cleaned = line.toString().strip();
        if (cleaned.length() <= most) {
            return cleaned;
        }
        int end = most - CUT.length();
        return cleaned.substring(0, Character.isHighSurrogate(cleaned.charAt(end - 1)) ? end - 1 : end) + CUT;
    }

    /**
     * Whether a reader sees it, in its place.
     *
     * @param character a code point
     * @return false for control, format and private characters, halves of surrogates and ends of lines
     */
    public static boolean isSeen(int character) {
        return switch (Character.getType(character)) {
            case Character.CONTROL,
                    Character.FORMAT,
                    Character.SURROGATE,
                    Character.PRIVATE_USE,
                    Character.UNASSIGNED,
                    Character.LINE_SEPARATOR,
                    Character.PARAGRAPH_SEPARATOR -> false;
            default -> true;
        };
    }
}
