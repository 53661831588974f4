package io.github.ostiary.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds the name that was meant by a mistyped one. */
public final class Nearest {

    private static final int LONGEST = 100;

    private Nearest() {}

    /**
     * The candidate with the smallest edit distance (Levenshtein 1966), in whatever case.
     *
     * @param typed what was written
     * @param candidates what would have been right
     * @return empty if there is no candidate; of several, the first in alphabetical order
     */
    public static Optional<String> to(String typed, Collection<String> candidates) {
        return candidates.stream()
                .min(Comparator.comparingInt((String candidate) -> distance(typed, candidate))
                        .thenComparing(Comparator.naturalOrder()));
    }

    /**
     * The same where it is likely what was meant: of three characters two are right.
     *
     * @param typed what was written
     * @param candidates what would have been right
     * @return empty if none is so near
     */
    public static Optional<String> close(String typed, Collection<String> candidates) {
        return to(typed, candidates).filter(near -> 3 * distance(typed, near) <= near.length());
    }

    /**
     * The end of a sentence that says that there is nothing of some name.
     *
     * @param typed what was written
     * @param candidates what would have been right
     * @param otherwise what is said where there is no candidate
     * @return such as {@code ; did you mean 'login'?}
     */
    public static String hint(String typed, Collection<String> candidates, String otherwise) {
        return to(typed, candidates)
                .map(near -> "; did you mean '" + near + "'?")
                .orElse(otherwise);
    }

    /**
     * The end of a sentence about an unknown word, with all that are known.
     *
     * @param meant what was likely meant; empty if a guess would mislead
     * @param known the list
     * @return such as {@code ; did you mean role? Known are …}
     */
    public static String known(Optional<String> meant, String known) {
        return meant.map(near -> "; did you mean " + near + "? Known are ").orElse("; known are ") + known;
    }

    private static int distance(String typed, String meant) {
        String a = typed.substring(0, Math.min(typed.length(), LONGEST)).toLowerCase(Locale.ROOT);
        String b = meant.toLowerCase(Locale.ROOT);
        int[] above = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            above[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] row = new int[b.length() + 1];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = above[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[b.length()];
    }
}
