package io.github.ostiary.http;

import io.github.ostiary.Decision;
import io.github.ostiary.text.Durations;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.LongFunction;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Denials in one form, as bytes. The last text of each policy or reason is kept, ready but for the seconds to wait and the
 * reference: they are all that varies while a rule denies for one reason, as it does in a flood. So are the whole texts of those
 * who were denied last: each of them is told the same until a second is over. Thread-safe.
 */
final class DenialTexts {

    /** Rules are few, but an application may deny by names it makes up: no more texts than that are kept. */
    static final int MOST = 1_000;

    /** So many whole texts are kept. */
    private static final int PLACES = 1 << 8;

    /** Stands for any seconds that are more than one. No caller has to wait so long. */
    private static final long ANY = Long.MAX_VALUE;

    private static final String ANY_WAIT = Durations.inWords(ANY);

    /** Stands for any reference. None has this letter. */
    private static final String ANY_REFERENCE = "UUUUUUUU";

    private static final Pattern GAP = Pattern.compile(ANY_WAIT + "|" + ANY + "|" + ANY_REFERENCE);

    /** The places where they go, among the pieces of a text. */
    private static final byte[] SECONDS = {};

    private static final byte[] WAIT = {};

    private static final byte[] REFERENCE = {};

    /** Seconds to wait, up to an hour, as texts; written and read without care, since texts are immutable. */
    private static final @Nullable String[] WAITS = new @Nullable String[3_601];

    /** The same in words. */
    private static final @Nullable String[] WORDS = new @Nullable String[3_601];

    private final DenialBody form;
    private final ConcurrentMap<String, Kept> byName = new ConcurrentHashMap<>();

    /** Whole texts, by the reference or the seconds; written and read without care, since they are immutable. */
    private final @Nullable Whole[] wholes = new @Nullable Whole[PLACES];

    DenialTexts(DenialBody form) {
        this.form = form;
    }

    /**
     * A text but for its seconds and its reference, and what it is about.
     *
     * @param few seconds: none, one or more, since each has other words
     * @param referred whether it has a reference
     */
    private record Kept(
            Decision.Reason reason, boolean permanent, int status, long few, boolean referred, List<byte[]> pieces) {

        boolean suits(Decision.Denied denied, int denialStatus, long seconds, @Nullable String reference) {
            return reason == denied.reason()
                    && permanent == denied.permanent()
                    && status == denialStatus
                    && few == Math.min(seconds, 2)
                    && referred == (reference != null);
        }

        /** The text with what goes into its gaps, which is ASCII. */
        byte[] whole(long seconds, @Nullable String reference) {
            int length = 0;
            for (byte[] piece : pieces) {
                @Nullable String filling = filling(piece, seconds, reference);
                length += filling == null ? piece.length : filling.length();
            }
            byte[] text = new byte[length];
            int at = 0;
            for (byte[] piece : pieces) {
                @Nullable String filling = filling(piece, seconds, reference);
                if (filling == null) {
                    System.arraycopy(piece, 0, text, at, piece.length);
                    at += piece.length;
                } else {
                    for (int i = 0; i < filling.length(); i++) {
                        text[at++] = (byte) filling.charAt(i);
                    }
                }
            }
            return text;
        }

        /** What stands in place of a piece; null if it stands itself. */
        private static @Nullable String filling(byte[] piece, long seconds, @Nullable String reference) {
            return piece == SECONDS
                    ? text(seconds)
                    : piece == WAIT ? kept(WORDS, seconds, Durations::inWords) : piece == REFERENCE ? reference : null;
        }
    }

    /** A text, and what it was made of. */
    private static final class Whole {

        final Kept kept;
        final long seconds;
        final @Nullable String reference;
        final byte[] text;

        Whole(Kept kept, long seconds, @Nullable String reference) {
            this.kept = kept;
            this.seconds = seconds;
            this.reference = reference;
            this.text = kept.whole(seconds, reference);
        }

        boolean suits(Kept own, long ownSeconds, @Nullable String ownReference) {
            return seconds == ownSeconds && Objects.equals(reference, ownReference) && kept.equals(own);
        }
    }

    /**
     * The text of a denial.
     *
     * @param seconds to wait; 0 if that does not help
     * @param reference of eight ASCII characters; null if it has none
     * @return in UTF-8; not to be changed, since others are told the same
     */
    byte[] of(Decision.Denied denied, int status, long seconds, @Nullable String reference) {
        String name = form == DenialBody.PROBLEM && Denial.isLimit(denied)
                ? Denial.policy(denied)
                : denied.reason().name();
        Kept last = byName.get(name);
        if (last == null || !last.suits(denied, status, seconds, reference)) {
            if ((last == null && byName.size() >= MOST) || GAP.matcher(name).find()) {
                return bytes(form.render(Denial.of(denied, status, seconds, reference)));
            }
            last = kept(denied, status, seconds, reference);
            byName.put(name, last);
        }
        int place = (name.hashCode() + (reference == null ? (int) seconds : reference.hashCode())) & (PLACES - 1);
        Whole known = wholes[place];
        if (known == null || !known.suits(last, seconds, reference)) {
            known = new Whole(last, seconds, reference);
            wholes[place] = known;
        }
        return known.text;
    }

    private Kept kept(Decision.Denied denied, int status, long seconds, @Nullable String reference) {
        boolean referred = reference != null;
        String text =
                form.render(Denial.of(denied, status, seconds > 1 ? ANY : seconds, referred ? ANY_REFERENCE : null));
        return new Kept(denied.reason(), denied.permanent(), status, Math.min(seconds, 2), referred, pieces(text));
    }

    private static List<byte[]> pieces(String text) {
        List<byte[]> pieces = new ArrayList<>();
        Matcher gap = GAP.matcher(text);
        int from = 0;
        while (gap.find()) {
            pieces.add(bytes(text.substring(from, gap.start())));
            pieces.add(gap.group().equals(ANY_WAIT) ? WAIT : gap.group().equals(ANY_REFERENCE) ? REFERENCE : SECONDS);
            from = gap.end();
        }
        pieces.add(bytes(text.substring(from)));
        return pieces;
    }

    /** Seconds as a text. In a flood, they are the same few. */
    static String text(long seconds) {
        return kept(WAITS, seconds, Long::toString);
    }

    private static String kept(@Nullable String[] texts, long seconds, LongFunction<String> made) {
        if (seconds >= texts.length) {
            return made.apply(seconds);
        }
        String known = texts[(int) seconds];
        if (known == null) {
            known = made.apply(seconds);
            texts[(int) seconds] = known;
        }
        return known;
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The number of names whose text is kept. */
    int kept() {
        return byName.size();
    }
}
