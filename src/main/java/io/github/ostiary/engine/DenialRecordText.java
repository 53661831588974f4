package io.github.ostiary.engine;

import io.github.ostiary.Decision.Reason;
import io.github.ostiary.DenialRecord;
import io.github.ostiary.DenialRecord.Scene;
import io.github.ostiary.DenialRecord.Span;
import io.github.ostiary.Explanation.RuleType;
import io.github.ostiary.Key;
import io.github.ostiary.KeyStatus;
import io.github.ostiary.KeyStatus.Identity;
import io.github.ostiary.KeyStatus.LockStatus;
import io.github.ostiary.KeyStatus.Outlook;
import io.github.ostiary.KeyStatus.Teller;
import io.github.ostiary.KeyStatus.Usage;
import io.github.ostiary.LockState;
import io.github.ostiary.LockState.Phase;
import io.github.ostiary.Rate;
import io.github.ostiary.text.Durations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * A noted denial as a text that other nodes read: a line for the denial, one for each standing, one for each of its
 * counters and its lock; words are separated by tabs, and have none. Whatever callers choose in it is cut, and no control
 * character of theirs gets in.
 */
final class DenialRecordText {

    /** A note has no more standings than fit. */
    static final int LONGEST = 2_000;

    static final int LONGEST_PATH = 128;

    private static final int LONGEST_WORD = 200;
    private static final String FORMAT = "1";
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
     */
    static String write(DenialRecord denial, Function<Key, String> label) {
        StringBuilder text = new StringBuilder(512);
        line(
                text,
                FORMAT,
                denial.reference(),
                Long.toString(denial.when().first().toEpochMilli()),
                Long.toString(denial.when().last().toEpochMilli()),
                Long.toString(denial.when().times()),
                denial.where().node(),
                denial.where().method(),
                denial.where().path(),
                denial.rule(),
                denial.reason().name(),
                Boolean.toString(denial.shared()));
        for (KeyStatus standing : denial.standings()) {
            String one = write(standing, label);
            if (text.length() + one.length() <= LONGEST) {
                text.append(one);
            }
        }
        return text.toString();
    }

    private static String write(KeyStatus standing, Function<Key, String> label) {
        StringBuilder text = new StringBuilder(256);
        Identity who = standing.identity();
        line(
                text,
                "S",
                standing.rule(),
                standing.kind().name(),
                Boolean.toString(standing.enforced()),
                who.name(),
                who.key().map(label).filter(DenialRecordText::isExact).orElse(""),
                Boolean.toString(standing.outlook().admits()),
                micros(standing.outlook().retryAfter()),
                standing.outlook().teller().name());
        for (Usage usage : standing.counters()) {
            line(
                    text,
                    "C",
                    usage.policy(),
                    usage.rate().map(Rate::toString).orElse(NOTHING),
                    Long.toString(usage.limit()),
                    Long.toString(usage.used()),
                    Long.toString(usage.remaining()),
                    micros(Optional.of(usage.resetAfter())));
        }
        standing.lock()
                .ifPresent(lock -> line(
                        text,
                        "L",
                        lock.state().phase().name(),
                        micros(lock.state().remaining()),
                        Integer.toString(lock.state().failures()),
                        Integer.toString(lock.state().inFlight()),
                        Integer.toString(lock.state().wrongChallenges()),
                        lock.state().reason(),
                        micros(lock.age()),
                        lock.step().orElse(NOTHING)));
        return text.toString();
    }

    private static String micros(Optional<Duration> duration) {
        return duration.map(some -> Long.toString(Durations.toMicros(some))).orElse(NOTHING);
    }

    private static void line(StringBuilder text, String... words) {
        for (int i = 0; i < words.length; i++) {
            if (i > 0) {
                text.append('\t');
            }
            append(text, words[i]);
        }
        text.append('\n');
    }

    /** No control character ends a word or a line; half a character is no character. */
    private static void append(StringBuilder text, String word) {
        int length = Math.min(word.length(), LONGEST_WORD);
        for (int i = 0; i < length; i++) {
            text.append(isPlain(word.charAt(i)) ? word.charAt(i) : '?');
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
        try {
            String[] lines = text.split("\n", -1);
            String[] head = lines[0].split("\t", -1);
            if (!head[0].equals(FORMAT)) {
                return Optional.empty();
            }
            return Optional.of(new DenialRecord(
                    head[1],
                    new Span(instant(head[2]), instant(head[3]), Long.parseLong(head[4])),
                    new Scene(head[5], head[6], head[7]),
                    head[8],
                    Reason.valueOf(head[9]),
                    Boolean.parseBoolean(head[10]),
                    standings(lines)));
        } catch (RuntimeException e) {
            return Optional.empty();
        }
    }

    private static Instant instant(String millis) {
        return Instant.ofEpochMilli(Long.parseLong(millis));
    }

    private static List<KeyStatus> standings(String[] lines) {
        List<KeyStatus> standings = new ArrayList<>();
        String[] open = {};
        List<Usage> counters = new ArrayList<>();
        Optional<LockStatus> lock = Optional.empty();
        for (int i = 1; i <= lines.length; i++) {
            String[] words = i < lines.length ? lines[i].split("\t", -1) : new String[] {"S"};
            if (words[0].equals("S")) {
                if (open.length > 0) {
                    standings.add(standing(open, counters, lock));
                }
                open = words;
                counters = new ArrayList<>();
                lock = Optional.empty();
            } else if (words[0].equals("C")) {
                counters.add(usage(words));
            } else if (words[0].equals("L")) {
                lock = Optional.of(lock(words));
            }
        }
        return standings;
    }

    private static KeyStatus standing(String[] words, List<Usage> counters, Optional<LockStatus> lock) {
        return new KeyStatus(
                words[1],
                RuleType.valueOf(words[2]),
                Boolean.parseBoolean(words[3]),
                new Identity(Key.ofCanonical(words[5]), words[4]),
                new Outlook(Boolean.parseBoolean(words[6]), duration(words[7]), Teller.valueOf(words[8])),
                counters,
                lock);
    }

    private static Usage usage(String[] words) {
        return new Usage(
                words[1],
                words[2].equals(NOTHING) ? Optional.empty() : Optional.of(Rate.parse(words[2])),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                duration(words[6]).orElse(Duration.ZERO));
    }

    private static LockStatus lock(String[] words) {
        LockState state = new LockState(
                Phase.valueOf(words[1]),
                duration(words[2]),
                Integer.parseInt(words[3]),
                Integer.parseInt(words[4]),
                Integer.parseInt(words[5]),
                words[6]);
        return new LockStatus(
                state, duration(words[7]), words[8].equals(NOTHING) ? Optional.empty() : Optional.of(words[8]));
    }

    private static Optional<Duration> duration(String micros) {
        return micros.equals(NOTHING) ? Optional.empty() : Optional.of(Durations.ofMicros(Long.parseLong(micros)));
    }
}
