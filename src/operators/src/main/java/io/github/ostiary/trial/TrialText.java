package io.github.ostiary.trial;

import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.trial.RuleSeen.DeniedCallers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A {@link RuleSeen} as text, for other nodes, in bounded space: a line of counts, two of callers by digests, and one for each
 * rate with a sample of callers by hashes. It names no caller.
 */
public final class TrialText {

    private static final String VERSION = "1";
    private static final int HEAD = 5;
    private static final int MOST_CALLERS = 20;
    private static final int MOST_RATES = 8;
    private static final int RADIX = 32;
    private static final int DIGITS = UseSample.BITS / 5;
    private static final int ROOM = 16_384 - 2_000;
    private static final long LARGEST = 1L << 53;
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9.-]{0,99}");
    private static final Pattern DIGEST = Pattern.compile("[A-Za-z0-9_-]{1,24}");

    private TrialText() {}

    /**
     * Writes it.
     *
     * @param tag of the seed that the hashes were made with
     * @param digest of a name
     * @return at most 16,384 characters
     */
    public static String write(RuleSeen seen, String tag, UnaryOperator<String> digest) {
        List<String> lines = new ArrayList<>();
        lines.add(
                String.join("\t", VERSION, tag, seen.kind().name(), seen.rule(), seen.asked() + "\t" + seen.denied()));
        lines.add(callers("networks", seen.callers().networks(), digest));
        lines.add(callers("users", seen.callers().users(), digest));
        for (Map.Entry<Rate, UseSample> use : seen.uses().entrySet()) {
            lines.add(use(use.getKey(), use.getValue(), ROOM / seen.uses().size()));
        }
        return String.join("\n", lines);
    }

    private static String callers(String what, Map<String, Long> counts, UnaryOperator<String> digest) {
        StringJoiner line = new StringJoiner("\t").add(what);
        HeavyCallers.top(counts, MOST_CALLERS)
                .forEach(each -> line.add(digest.apply(each.getKey()) + ':' + each.getValue()));
        return line.toString();
    }

    /** Callers who have used as much stand together. */
    private static String use(Rate rate, UseSample all, int room) {
        UseSample sample = new UseSample(all.depth());
        sample.add(all);
        String line = line(rate, sample);
        while (line.length() > room) {
            sample.shrink(sample.peaks().size() - 1);
            line = line(rate, sample);
        }
        return line;
    }

    private static String line(Rate rate, UseSample sample) {
        Map<Integer, StringBuilder> byPeak = new TreeMap<>();
        sample.peaks().forEach((caller, peak) -> byPeak.computeIfAbsent(peak, none -> new StringBuilder())
                .append(padded(caller)));
        StringJoiner line =
                new StringJoiner("\t").add("use").add(rate.toString()).add("" + sample.depth());
        byPeak.forEach((peak, callers) -> line.add(peak + ":" + callers));
        return line.toString();
    }

    private static String padded(long caller) {
        String digits = Long.toString(caller, RADIX);
        return "0".repeat(DIGITS - digits.length()) + digits;
    }

    /**
     * Reads it.
     *
     * @param tag of the seed here: what was hashed with another is left out
     * @throws IllegalArgumentException if another version has written it
     */
    public static RuleSeen read(String text, String tag) {
        String[] lines = text.split("\n", -1);
        String[] head = lines[0].split("\t", -1);
        if (!head[0].equals(VERSION)
                || head.length <= HEAD
                || !RULE.matcher(head[3]).matches()
                || lines.length > MOST_RATES) {
            throw new IllegalArgumentException("not of this version");
        }
        Map<String, Map<String, Long>> callers = new HashMap<>();
        Map<Rate, UseSample> uses = new HashMap<>();
        for (int i = 1; i < lines.length && head[1].equals(tag); i++) {
            String[] words = lines[i].split("\t", -1);
            if (words[0].equals("use")) {
                uses.put(rate(words), sample(words));
            } else {
                callers.put(words[0], counts(words));
            }
        }
        return new RuleSeen(
                head[3],
                RuleType.valueOf(head[2]),
                number(head[4]),
                number(head[5]),
                new DeniedCallers(callers.getOrDefault("networks", Map.of()), callers.getOrDefault("users", Map.of())),
                uses);
    }

    private static Map<String, Long> counts(String[] words) {
        Map<String, Long> counts = new HashMap<>();
        for (int i = 1; i < words.length && i <= MOST_CALLERS; i++) {
            String[] pair = words[i].split(":", 2);
            if (pair.length < 2 || !DIGEST.matcher(pair[0]).matches()) {
                throw new IllegalArgumentException("not of this version");
            }
            counts.put(pair[0], number(pair[1]));
        }
        return counts;
    }

    private static Rate rate(String[] words) {
        if (words.length < 3) {
            throw new IllegalArgumentException("not of this version");
        }
        return Rate.parse(words[1]);
    }

    private static UseSample sample(String[] words) {
        long depth = number(words[2]);
        if (depth >= UseSample.BITS) {
            throw new IllegalArgumentException("not of this version");
        }
        UseSample sample = new UseSample((int) depth);
        for (int i = 3; i < words.length; i++) {
            String[] pair = words[i].split(":", 2);
            long peak = number(pair[0]);
            if (pair.length < 2 || peak < 1 || peak > Integer.MAX_VALUE || pair[1].length() % DIGITS != 0) {
                throw new IllegalArgumentException("not of this version");
            }
            for (int at = 0; at < pair[1].length(); at += DIGITS) {
                sample.add(caller(pair[1].substring(at, at + DIGITS)), (int) peak);
            }
        }
        return sample;
    }

    private static long caller(String digits) {
        long caller = Long.parseLong(digits, RADIX);
        if (caller < 0) {
            throw new IllegalArgumentException("not of this version");
        }
        return caller;
    }

    private static long number(String word) {
        long number = word.length() > 16 ? -1 : Long.parseLong(word);
        if (number < 0 || number > LARGEST) {
            throw new IllegalArgumentException("no count is such a number");
        }
        return number;
    }
}
