package io.github.ostiary.identity;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/** Finds what somebody probably meant to write. */
final class Nearest {

    private Nearest() {}

    /** The known word with the fewest single-character edits, whatever its case. */
    static String to(String word, List<String> known) {
        String lower = word.length() > 40 ? word.substring(0, 40) : word.toLowerCase(Locale.ROOT);
        return known.stream()
                .min(Comparator.comparingInt(candidate -> edits(lower, candidate)))
                .orElse("");
    }

    private static int edits(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j < row.length; j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[to.length()];
    }
}
