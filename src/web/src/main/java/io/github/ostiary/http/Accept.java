package io.github.ostiary.http;

import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The form a caller wants most (RFC 9110, 12.5.1). For equal weights: a form that was named goes before one that
 * only a wildcard covers; then JSON, HTML, text among named ones, but text first where nothing was named. A caller who accepts
 * none of them, or says nothing, gets text.
 *
 * <p>Read where it stands, without taking it apart: a flood of ever new headers is answered as often as it asks.
 */
public final class Accept {

    private static final Pattern WHATEVER = Pattern.compile("[\\s,]*(?:\\*/\\*\\s*(?:;[^,]*)?[\\s,]*)*");
    private static final int MAX_LENGTH = 4_096;

    /** Headers that were read last, by their lengths, as most callers send the same few; read and written without care. */
    private static final @Nullable Accept[] READ = new @Nullable Accept[1 << 4];

    private static final int LONGEST_KEPT = 256;

    /** Weights are counted in thousandths. */
    private static final int WHOLE = 1_000;

    /** How exactly a range means a form; a form that none means has no offer. */
    private static final int ANYTHING = 0;

    private static final int FAMILY = 1;
    private static final int NAMED = 2;
    private static final int NOT_MEANT = -1;

    private final String header;
    private final DenialBody preferred;
    private int problem = NOT_MEANT;
    private int html = NOT_MEANT;
    private int text = NOT_MEANT;

    private Accept(String header) {
        this.header = header;
        read(Math.min(header.length(), MAX_LENGTH));
        this.preferred = best();
    }

    /**
     * The form that a request prefers.
     *
     * @param lines of its header
     * @return text if it says nothing
     */
    public static DenialBody preferred(List<String> lines) {
        String header = lines.isEmpty() ? "" : lines.get(0);
        for (int i = 1; i < lines.size(); i++) {
            header += "," + lines.get(i);
        }
        return preferred(header);
    }

    /**
     * The forms that a caller accepts of what there is.
     *
     * @param lines of the header
     * @param produced media types that are meant by a caller who accepts whatever there is; empty if there are none
     * @return the lines, or what is produced
     */
    public static List<String> of(List<String> lines, List<String> produced) {
        return !produced.isEmpty()
                        && lines.stream()
                                .allMatch(line -> WHATEVER.matcher(line).matches())
                ? produced
                : lines;
    }

    /** The same of its lines joined by commas; empty if there is none. */
    static DenialBody preferred(String header) {
        int place = header.length() & (READ.length - 1);
        Accept known = READ[place];
        if (known == null || !known.header.equals(header)) {
            known = new Accept(header);
            if (header.length() <= LONGEST_KEPT) {
                READ[place] = known;
            }
        }
        return known.preferred;
    }

    private void read(int end) {
        int from = 0;
        while (from < end) {
            int to = before(end, from, ',');
            range(from, to);
            from = to + 1;
        }
    }

    /** One element: a media range, and its weight among the parameters. */
    private void range(int from, int to) {
        int media = before(to, from, ';');
        int weight = weight(media, to);
        int start = begin(from, media);
        int end = end(start, media);
        int slash = before(end, start, '/');
        if (weight < 0 || slash == start || slash == end) {
            return;
        }
        boolean any = is("*/*", start, end);
        problem = better(problem, problem(start, end, any), weight);
        html = better(html, text("text/html", start, end, any), weight);
        text = better(text, text("text/plain", start, end, any), weight);
    }

    /**
     * Chooses between ranges: of all that mean a form the most exact one counts, of equally exact ones the one that
     * weighs most.
     */
    private static int better(int offer, int specificity, int weight) {
        return specificity == NOT_MEANT ? offer : Math.max(offer, specificity * (WHOLE + 1) + weight);
    }

    private int problem(int from, int to, boolean any) {
        if (is("application/json", from, to) || is("+json", to - "+json".length(), to)) {
            return NAMED;
        }
        return is("application/*", from, to) ? FAMILY : any ? ANYTHING : NOT_MEANT;
    }

    private int text(String name, int from, int to, boolean any) {
        return is(name, from, to) ? NAMED : is("text/*", from, to) ? FAMILY : any ? ANYTHING : NOT_MEANT;
    }

    private DenialBody best() {
        int asProblem = rank(problem, false);
        int asHtml = rank(html, false);
        int asText = rank(text, true);
        if (asProblem > 0 && asProblem >= asHtml && asProblem >= asText) {
            return DenialBody.PROBLEM;
        }
        return asHtml > 0 && asHtml >= asText ? DenialBody.HTML : DenialBody.TEXT;
    }

    /** 0 if it is not accepted. */
    private static int rank(int offer, boolean plain) {
        int weight = offer < 0 ? 0 : offer % (WHOLE + 1);
        int specificity = offer / (WHOLE + 1);
        return weight == 0 ? 0 : 2 * ((NAMED + 1) * weight + specificity) + (plain || specificity == NAMED ? 1 : 0);
    }

    /** The last weight there is, 1 if there is none; negative if it is none. */
    private int weight(int from, int to) {
        int weight = WHOLE;
        for (int at = from; at < to; at = before(to, at + 1, ';')) {
            int start = begin(at + 1, before(to, at + 1, ';'));
            int end = end(start, before(to, at + 1, ';'));
            if (end - start >= 2 && is("q=", start, start + 2)) {
                weight = thousandths(start + 2, end);
            }
        }
        return weight;
    }

    /** {@code 0}, {@code 1}, and up to three decimals that leave it at 1 at most. */
    private int thousandths(int from, int to) {
        int whole = from < to ? header.charAt(from) - '0' : -1;
        boolean point = to - from < 2 || header.charAt(from + 1) == '.';
        if (whole < 0 || whole > 1 || !point || to - from > 5) {
            return -1;
        }
        int value = whole;
        for (int i = from + 2; i < from + 5; i++) {
            int digit = i < to ? header.charAt(i) - '0' : 0;
            if (digit < 0 || digit > 9) {
                return -1;
            }
            value = 10 * value + digit;
        }
        return value <= WHOLE ? value : -1;
    }

    /** The place where a character stands first; {@code to} if it does not. */
    private int before(int to, int from, char wanted) {
        int at = from;
        while (at < to && header.charAt(at) != wanted) {
            at++;
        }
        return at;
    }

    private int begin(int from, int to) {
        int at = from;
        while (at < to && header.charAt(at) <= ' ') {
            at++;
        }
        return at;
    }

    private int end(int from, int to) {
        int at = to;
        while (at > from && header.charAt(at - 1) <= ' ') {
            at--;
        }
        return at;
    }

    /** Whether that is a word, in capitals or not: of ASCII, in which media types are written. */
    private boolean is(String word, int from, int to) {
        if (to - from != word.length() || from < 0) {
            return false;
        }
        for (int i = 0; i < word.length(); i++) {
            char c = header.charAt(from + i);
            char small = c >= 'A' && c <= 'Z' ? (char) (c + ('a' - 'A')) : c;
            if (small != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
