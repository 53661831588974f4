package io.github.ostiary.servlet;

import io.github.ostiary.Decision;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Denials in one form, as bytes. What was last told of each rule is kept, ready but for the seconds to wait: they are all that
 * varies while a rule denies for one reason, as it does in a flood. Thread-safe.
 */
final class DenialTexts {

    /** Rules are few, but an application may deny by names it makes up: of more than so many no text is kept. */
    static final int MOST = 1_000;

    /** Stands for any seconds that are more than one. Nobody is told to wait so long. */
    private static final long ANY = Long.MAX_VALUE;

    private final DenialBody form;
    private final ConcurrentMap<String, Kept> byName = new ConcurrentHashMap<>();

    DenialTexts(DenialBody form) {
        this.form = form;
    }

    /**
     * The text of a denial.
     *
     * @param seconds to wait; 0 if that does not help
     */
    byte[] of(Decision.Denied denied, int status, long seconds) {
        boolean names = form == DenialBody.PROBLEM && Denial.isLimit(denied);
        String name = names ? Denial.policy(denied) : denied.rule();
        Kept last = byName.get(name);
        if (last != null && last.suits(denied, status, seconds)) {
            return last.with(seconds);
        }
        String whole = form.render(Denial.of(denied, status, seconds));
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        Kept made = new Kept(denied, status, Math.min(seconds, 2));
        if ((last != null || byName.size() < MOST) && whole.equals(text(made.with(seconds)))) {
            byName.put(name, made);
        }
        return bytes;
    }

    /** Of how many names something is kept. */
    int kept() {
        return byName.size();
    }

    private static String text(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    /** A text without its seconds, and what it is about. */
    private final class Kept {

        private final Decision.Reason reason;
        private final boolean permanent;
        private final int status;

        /** None, one or more: each is told in words of its own. */
        private final long few;

        private final byte[][] parts;

        Kept(Decision.Denied denied, int status, long few) {
            this.reason = denied.reason();
            this.permanent = denied.permanent();
            this.status = status;
            this.few = few;
            String whole = form.render(Denial.of(denied, status, few > 1 ? ANY : few));
            String[] pieces = few > 1 ? whole.split(Long.toString(ANY), -1) : new String[] {whole};
            parts = new byte[pieces.length][];
            for (int i = 0; i < pieces.length; i++) {
                parts[i] = pieces[i].getBytes(StandardCharsets.UTF_8);
            }
        }

        boolean suits(Decision.Denied denied, int denialStatus, long seconds) {
            return reason == denied.reason()
                    && permanent == denied.permanent()
                    && status == denialStatus
                    && few == Math.min(seconds, 2);
        }

        byte[] with(long seconds) {
            int digits = digits(seconds);
            int length = digits * (parts.length - 1);
            for (byte[] part : parts) {
                length += part.length;
            }
            byte[] whole = new byte[length];
            int at = 0;
            for (int i = 0; i < parts.length; i++) {
                if (i > 0) {
                    at += digits;
                    write(seconds, whole, at);
                }
                System.arraycopy(parts[i], 0, whole, at, parts[i].length);
                at += parts[i].length;
            }
            return whole;
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
