package io.github.ostiary.testing;

import java.util.ArrayList;
import java.util.List;

/** A text as it is when something went wrong with it, in each of its places. */
public final class Mangled {

    private static final String OTHERS = "\"\\[]{},:0159-.eE xnut<\t\u0000\u00e9\ud800";

    private Mangled() {}

    /** Cut, without a character, with one twice, and with each that may mean something in place of each. */
    public static List<String> texts(String text) {
        List<String> all = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            String before = text.substring(0, i);
            String after = text.substring(i + 1);
            all.add(before);
            all.add(after);
            all.add(before + after);
            all.add(before + text.charAt(i) + text.charAt(i) + after);
            for (char other : OTHERS.toCharArray()) {
                all.add(before + other + after);
            }
        }
        return all;
    }
}
