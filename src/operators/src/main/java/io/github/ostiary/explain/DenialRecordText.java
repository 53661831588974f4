package io.github.ostiary.explain;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.Key;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Rate;
import io.github.ostiary.operator.DenialRecord;
import io.github.ostiary.operator.DenialRecord.Scene;
import io.github.ostiary.operator.DenialRecord.Span;
import io.github.ostiary.operator.Explanation.RuleType;
import io.github.ostiary.operator.KeyStatus;
import io.github.ostiary.operator.KeyStatus.Identity;
import io.github.ostiary.operator.KeyStatus.LockStatus;
import io.github.ostiary.operator.KeyStatus.Outlook;
import io.github.ostiary.operator.KeyStatus.Teller;
import io.github.ostiary.operator.KeyStatus.Usage;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A noted denial as a text that other nodes read: words separated by tabs, in the order in which they are read; first of the
 * denial, then of each status, its counters and its lock. Whatever callers choose in it is cut, and no control character of
 * theirs gets in.
 */
final class DenialRecordText {

    /** A note has no more statuses than fit. */
    static final int LONGEST = 2_000;

    static final int LONGEST_PATH = 128;

    private static final int LONGEST_WORD = 200;
    private static final String FORMAT = "2";
    private static final String NOTHING = "-";

    private DenialRecordText() {}

    /** What callers choose, cut. */
    static String cut(String text, int most) {
        return text.length() <= most ? text : text.substring(0, most);
    }

    /**
     * Writes it.
     *
     * @param label what may be shown of a key; empty where identities are secret or too long to be kept
     * @param path whether the path may be shown
     */
    static String write(DenialRecord denial, Function<Key, String> label, boolean path) {
        StringBuilder text = new StringBuilder(512);
        add(text, FORMAT, denial.reference());
        add(text, denial.when().first().toEpochMilli(), denial.when().last().toEpochMilli());
        add(text, denial.when().times(), denial.where().node(), denial.where().method());
        add(
                text,
                path ? denial.where().path() : "",
                denial.rule(),
                denial.reason().name(),
                denial.shared());
        for (KeyStatus status : denial.standings()) {
            String one = write(status, label);
            if (text.length() + one.length() <= LONGEST) {
                text.append(one);
            }
        }
        return text.toString();
    }

    private static String write(KeyStatus status, Function<Key, String> label) {
        StringBuilder text = new StringBuilder(256);
        Optional<String> key = status.identity().key().map(label).filter(DenialRecordText::isExact);
        add(text, status.rule(), status.kind().name(), status.enforced());
        add(text, key.orElse(""), status.identity().name());
        add(text, status.outlook().admits(), micros(status.outlook().retryAfter()));
        add(text, status.outlook().teller().name(), status.counters().size());
        for (Usage usage : status.counters()) {
            add(text, usage.policy(), usage.rate().map(Rate::toString).orElse(NOTHING));
            add(text, usage.limit(), usage.used(), usage.remaining(), micros(Optional.of(usage.resetAfter())));
        }
        add(text, status.lock().isPresent());
        status.lock().ifPresent(lock -> {
            LockState state = lock.state();
            add(text, state.phase().name(), micros(state.remaining()), state.failures(), state.inFlight());
            add(
                    text,
                    state.wrongChallenges(),
                    state.reason(),
                    micros(lock.age()),
                    lock.step().orElse(NOTHING));
        });
        return text.toString();
    }

    private static String micros(Optional<Duration> duration) {
        return duration.map(some -> Long.toString(Durations.toMicros(some))).orElse(NOTHING);
    }

    /** No control character ends a word; half a character is no character. */
    private static void add(StringBuilder text, Object... words) {
        for (Object each : words) {
            String word = each.toString();
            for (int i = 0; i < Math.min(word.length(), LONGEST_WORD); i++) {
                text.append(isPlain(word.charAt(i)) ? word.charAt(i) : '?');
            }
            text.append('\t');
        }
    }

    /** Whether a word reads back unchanged: a changed name would be another caller's. */
    private static boolean isExact(String word) {
        boolean exact = word.length() <= LONGEST_WORD;
        for (int i = 0; exact && i < word.length(); i++) {
            exact = isPlain(word.charAt(i));
        }
        return exact;
    }

    private static boolean isPlain(char c) {
        return !Character.isISOControl(c) && !Character.isSurrogate(c);
    }

    /**
     * Reads what {@link #write} wrote.
     *
     * @return empty if it is anything else
     */
    static Optional<DenialRecord> read(String text) {
        String[] all = text.split("\t", -1);
        Iterator<String> words = Arrays.asList(all).subList(0, all.length - 1).iterator();
        try {
            if (!words.next().equals(FORMAT)) {
                return Optional.empty();
            }
            String reference = words.next();
            Span when = new Span(instant(words), instant(words), number(words));
            Scene where = new Scene(words.next(), words.next(), words.next());
            String rule = words.next();
            Reason reason = Reason.valueOf(words.next());
            boolean shared = Boolean.parseBoolean(words.next());
            List<KeyStatus> statuses = new ArrayList<>();
            while (words.hasNext()) {
                statuses.add(status(words));
            }
            return Optional.of(new DenialRecord(reference, when, where, rule, reason, shared, statuses));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static KeyStatus status(Iterator<String> words) {
        return new KeyStatus(
                words.next(),
                RuleType.valueOf(words.next()),
                Boolean.parseBoolean(words.next()),
                new Identity(Key.ofCanonical(words.next()), words.next()),
                new Outlook(Boolean.parseBoolean(words.next()), duration(words), Teller.valueOf(words.next())),
                counters(words),
                Boolean.parseBoolean(words.next()) ? Optional.of(lock(words)) : Optional.empty());
    }

    private static List<Usage> counters(Iterator<String> words) {
        List<Usage> counters = new ArrayList<>();
        for (long left = number(words); left > 0; left--) {
            counters.add(new Usage(
                    words.next(),
                    unlessNothing(words).map(Rate::parse),
                    number(words),
                    number(words),
                    number(words),
                    duration(words).orElse(Duration.ZERO)));
        }
        return counters;
    }

    private static LockStatus lock(Iterator<String> words) {
        LockState state = new LockState(
                Phase.valueOf(words.next()),
                duration(words),
                (int) number(words),
                (int) number(words),
                (int) number(words),
                words.next());
        return new LockStatus(state, duration(words), unlessNothing(words));
    }

    private static long number(Iterator<String> words) {
        return Long.parseLong(words.next());
    }

    private static Instant instant(Iterator<String> words) {
        return Instant.ofEpochMilli(number(words));
    }

    private static Optional<Duration> duration(Iterator<String> words) {
        return unlessNothing(words).map(micros -> Durations.ofMicros(Long.parseLong(micros)));
    }

    private static Optional<String> unlessNothing(Iterator<String> words) {
        return Optional.of(words.next()).filter(word -> !word.equals(NOTHING));
    }
}
