package io.github.ostiary.text;

import java.text.Normalizer;
import java.util.HashMap;
import java.util.Map;

/** The decimal digits of a text, of any script and in any form that NFKC makes digits of. */
final class Digits {

    /** Such as {@code 12} for the circled twelve: numbers and symbols that are digits to NFKC only. */
    private static final Map<Integer, String> FORMS = forms();

    private Digits() {}

    private static Map<Integer, String> forms() {
        Map<Integer, String> forms = new HashMap<>();
        for (int c = 0x80; c <= Character.MAX_CODE_POINT; c++) {
            if (mayStandForDigits(c)) {
                String normal = Normalizer.normalize(Character.toString(c), Normalizer.Form.NFKC);
                StringBuilder digits = new StringBuilder();
                normal.codePoints().filter(Character::isDigit).forEach(digit -> append(digit, digits));
                if (digits.length() > 0) {
                    forms.put(c, digits.toString());
                }
            }
        }
        return Map.copyOf(forms);
    }

    private static boolean mayStandForDigits(int c) {
        int type = Character.getType(c);
        return type == Character.OTHER_NUMBER || type == Character.OTHER_SYMBOL;
    }

    /** The digits of a text, as ASCII, in order, whatever is between them; linear time, however long the text is. */
    static String in(String text) {
        StringBuilder digits = new StringBuilder();
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            i += Character.charCount(c);
            if (Character.isDigit(c)) {
                append(c, digits);
            } else if (c >= 0x80) {
                digits.append(FORMS.getOrDefault(c, ""));
            }
        }
        return digits.toString();
    }

    private static void append(int digit, StringBuilder digits) {
        digits.append((char) ('0' + Character.digit(digit, 10)));
    }
}
