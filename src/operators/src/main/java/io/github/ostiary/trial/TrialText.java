package io.github.ostiary.trial;

import io.github.ostiary.Rate;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.store.RecordText;
import io.github.ostiary.store.SharedState;
import io.github.ostiary.trial.RuleSeen.DeniedCallers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * The account that a node gives of a rule, as other nodes read it, in bounded space. Its text names no caller.
 *
 * @param node its id
 * @param covered how far back it reaches
 * @param seen callers by digests, and samples of them by hashes
 */
public record TrialText(String node, Duration covered, RuleSeen seen) {

    /**
     * The account as it is written.
     *
     * @param tag of the seed that hashes were made with
     */
    private record WrittenTrial(
            String node,
            Duration covered,
            String tag,
            RuleType kind,
            String rule,
            long asked,
            long denied,
            DeniedCallers callers,
            List<WrittenUse> uses) {}

    /**
     * A sample of callers.
     *
     * @param peaks how much was used, and the callers who have used as much, by hashes of {@value #DIGITS} digits
     */
    private record WrittenUse(Rate rate, int depth, List<String> peaks) {}

    private static final int MOST_CALLERS = 20;
    private static final int MOST_RATES = 8;
    private static final int RADIX = 32;
    private static final int DIGITS = UseSample.BITS / 5;
    private static final int ROOM = SharedState.MAX_TEXT - 2_000;
    private static final Pattern RULE = Pattern.compile("[a-z][a-z0-9.-]{0,99}");
    private static final Pattern DIGEST = Pattern.compile("[A-Za-z0-9_-]{1,24}");
    private static final Pattern PEAK = Pattern.compile("[1-9][0-9]{0,9}:(?:[0-9a-v]{" + DIGITS + "})*+");
    private static final RecordText<WrittenTrial> TEXT = new RecordText<>(WrittenTrial.class, 1, SharedState.MAX_TEXT);
    private static final RecordText<WrittenUse> USE = new RecordText<>(WrittenUse.class, 1, SharedState.MAX_TEXT);

    /**
     * Writes it.
     *
     * @param tag of the seed that the hashes were made with
     * @param digest of a name
     * @return at most 16,384 characters
     */
    public String write(String tag, UnaryOperator<String> digest) {
        List<WrittenUse> uses = new ArrayList<>();
        seen.uses()
                .forEach((rate, all) ->
                        uses.add(use(rate, all, ROOM / seen.uses().size())));
        DeniedCallers callers = new DeniedCallers(
                most(seen.callers().networks(), digest), most(seen.callers().users(), digest));
        return TEXT.write(new WrittenTrial(
                node, covered, tag, seen.kind(), seen.rule(), seen.asked(), seen.denied(), callers, uses));
    }

    private static Map<String, Long> most(Map<String, Long> counts, UnaryOperator<String> digest) {
        Map<String, Long> most = new LinkedHashMap<>();
        HeavyCallers.top(counts, MOST_CALLERS).forEach(each -> most.put(digest.apply(each.getKey()), each.getValue()));
        return most;
    }

    private static WrittenUse use(Rate rate, UseSample all, int room) {
        UseSample sample = new UseSample(all.depth());
        sample.add(all);
        WrittenUse use = use(rate, sample);
        while (USE.write(use).length() > room) {
            sample.shrink(sample.peaks().size() - 1);
            use = use(rate, sample);
        }
        return use;
    }

    /** Callers who have used as much stand together. */
    private static WrittenUse use(Rate rate, UseSample sample) {
        Map<Integer, StringBuilder> byPeak = new TreeMap<>();
        sample.peaks().forEach((caller, peak) -> byPeak.computeIfAbsent(peak, none -> new StringBuilder(peak + ":"))
                .append(padded(caller)));
        List<String> peaks =
                byPeak.values().stream().map(StringBuilder::toString).toList();
        return new WrittenUse(rate, sample.depth(), peaks);
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
    public static TrialText read(String text, String tag) {
        WrittenTrial said = TEXT.read(text);
        boolean same = said.tag.equals(tag);
        check(RULE.matcher(said.rule).matches() && said.uses.size() <= MOST_RATES);
        Map<Rate, UseSample> uses = new HashMap<>();
        said.uses.forEach(use -> uses.put(use.rate, sample(use)));
        return new TrialText(
                said.node,
                said.covered,
                new RuleSeen(
                        said.rule,
                        said.kind,
                        said.asked,
                        said.denied,
                        same ? checked(said.callers) : DeniedCallers.NONE,
                        same ? uses : Map.of()));
    }

    private static DeniedCallers checked(DeniedCallers callers) {
        for (Map<String, Long> counts : List.of(callers.networks(), callers.users())) {
            check(counts.size() <= MOST_CALLERS);
            counts.keySet().forEach(digest -> check(DIGEST.matcher(digest).matches()));
        }
        return callers;
    }

    private static UseSample sample(WrittenUse use) {
        check(use.depth < UseSample.BITS);
        UseSample sample = new UseSample(use.depth);
        for (String each : use.peaks) {
            check(PEAK.matcher(each).matches());
            int end = each.indexOf(':');
            int peak = Integer.parseInt(each.substring(0, end));
            for (int at = end + 1; at < each.length(); at += DIGITS) {
                sample.add(Long.parseLong(each, at, at + DIGITS, RADIX), peak);
            }
        }
        return sample;
    }

    private static void check(boolean right) {
        if (!right) {
            throw new IllegalArgumentException("no node writes that");
        }
    }
}
