package io.github.ostiary.servlet;

import io.github.ostiary.Decision;
import java.nio.charset.StandardCharsets;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Denials in one form, as bytes. The last text of each rule is kept, ready but for the seconds to wait and the reference:
 * they are all that varies while a rule denies for one reason, as it does in a flood. The last text with some seconds
 * and reference is kept whole, in as many places as there are, whoever calls. Thread-safe.
 */
final class DenialTexts {

    /** Rules are few, but an application may deny by names it makes up: of more than so many no text is kept. */
    static final int MOST = 1_000;

    /** Stands for any seconds that are more than one. No caller has to wait so long. */
    private static final long ANY = Long.MAX_VALUE;

    /** Stands for any reference. None has this letter. */
    private static final String ANY_REFERENCE = "UUUUUUUU";

    /** A flood of more callers, each with another reference, has its texts put together. */
    private static final int PLACES = 1 << 6;

    private static final Pattern VARYING = Pattern.compile(ANY + "|" + ANY_REFERENCE);

    private final DenialBody form;
    private final ConcurrentMap<String, Kept> byName = new ConcurrentHashMap<>();

    /** Written and read without a lock, since the texts never change. */
    private final @Nullable Whole[] told = new @Nullable Whole[PLACES];

    DenialTexts(DenialBody form) {
        this.form = form;
    }

    /**
     * The text of a denial.
     *
     * @param seconds to wait; 0 if that does not help
     * @param reference of eight ASCII characters; null if it has none
     * @return not to be changed: the next caller may get the same
     */
    byte[] of(Decision.Denied denied, int status, long seconds, @Nullable String reference) {
        boolean names = form == DenialBody.PROBLEM && Denial.isLimit(denied);
        String name = names ? Denial.policy(denied) : denied.rule();
        Kept last = byName.get(name);
        if (last != null && last.suits(denied, status, seconds) && last.referred == (reference != null)) {
            return whole(last, seconds, reference);
        }
        String whole = form.render(Denial.of(denied, status, seconds, reference));
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        Kept made = new Kept(denied, status, Math.min(seconds, 2), reference != null);
        if ((last != null || byName.size() < MOST) && whole.equals(text(made.with(seconds, reference)))) {
            byName.put(name, made);
        }
        return bytes;
    }

    private byte[] whole(Kept kept, long seconds, @Nullable String reference) {
        int place = (reference == null ? (int) seconds : reference.hashCode()) + kept.place & PLACES - 1;
        Whole last = told[place];
        if (last != null && last.kept == kept && last.seconds == seconds && Objects.equals(last.reference, reference)) {
            return last.bytes;
        }
        byte[] bytes = kept.with(seconds, reference);
        told[place] = new Whole(kept, seconds, reference, bytes);
        return bytes;
    }

    /** Of how many names something is kept. */
    int kept() {
        return byName.size();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A text with its seconds and its reference. */
    private static final class Whole {

        final Kept kept;
        final long seconds;
        final @Nullable String reference;
        final byte[] bytes;

        Whole(Kept kept, long seconds, @Nullable String reference, byte[] bytes) {
            this.kept = kept;
            this.seconds = seconds;
            this.reference = reference;
            this.bytes = bytes;
        }
    }

    /** A text without its seconds and its reference, and what it is about. */
    private final class Kept {

        private final Decision.Reason reason;
        private final boolean permanent;
        private final int status;

        /** None, one or more: each has other words. */
        private final long few;

        /** Whether it has a reference. */
        private final boolean referred;

        /** Where its whole texts are kept begins here. */
        private final int place;

        private final byte[][] parts;

        /** Whether it is the reference that follows a part, and not the seconds. */
        private final boolean[] thenReference;

        Kept(Decision.Denied denied, int status, long few, boolean referred) {
            this.reason = denied.reason();
            this.permanent = denied.permanent();
            this.status = status;
            this.few = few;
            this.referred = referred;
            this.place = denied.rule().hashCode();
            String whole = form.render(Denial.of(denied, status, few > 1 ? ANY : few, referred ? ANY_REFERENCE : null));
            String[] pieces = VARYING.split(whole, -1);
            parts = new byte[pieces.length][];
            thenReference = new boolean[pieces.length];
            Matcher between = VARYING.matcher(whole);
            for (int i = 0; i < pieces.length; i++) {
                parts[i] = pieces[i].getBytes(StandardCharsets.UTF_8);
                thenReference[i] = between.find() && between.group().equals(ANY_REFERENCE);
            }
        }

        boolean suits(Decision.Denied denied, int denialStatus, long seconds) {
            return reason == denied.reason()
                    && permanent == denied.permanent()
                    && status == denialStatus
                    && few == Math.min(seconds, 2);
        }

        byte[] with(long seconds, @Nullable String reference) {
            int digits = digits(seconds);
            int length = 0;
            for (int i = 0; i < parts.length; i++) {
                length += parts[i].length + (i == 0 ? 0 : thenReference[i - 1] ? ANY_REFERENCE.length() : digits);
            }
            byte[] whole = new byte[length];
            int at = 0;
            for (int i = 0; i < parts.length; i++) {
                System.arraycopy(parts[i], 0, whole, at, parts[i].length);
                at += parts[i].length;
                if (i == parts.length - 1) {
                    break;
                }
                if (thenReference[i] && reference != null) {
                    at = write(reference, whole, at);
                } else {
                    at += digits;
                    write(seconds, whole, at);
                }
            }
            return whole;
        }

        private static int write(String reference, byte[] whole, int from) {
            int at = from;
            for (int i = 0; i < ANY_REFERENCE.length(); i++) {
                whole[at++] = (byte) reference.charAt(i);
            }
            return at;
        }

        private static int digits(long number) {
            int digits = 1;
            for (long rest = number; rest > 9; rest /= 10) {
                digits++;
            }
            return digits;
        }

        /** The last digit first. */
        private static void write(long number, byte[] whole, int end) {
            long rest = number;
            int at = end;
            do {
                whole[--at] = (byte) ('0' + rest % 10);
                rest /= 10;
            } while (rest > 0);
        }
    }
}
