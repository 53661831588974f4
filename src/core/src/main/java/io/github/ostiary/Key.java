package io.github.ostiary;

import io.github.ostiary.text.CanonicalText;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.IpAddress;
import io.github.ostiary.text.SeededHash;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An identity that counters are kept for: one or more typed parts. A user called {@code 1.2.3.4} is not that address.
 * Immutable; equal if all parts are, however they were written.
 */
public final class Key {

    /** The first character of the digest of a long value; no canonical text contains it. */
    private static final char DIGESTED = '\0';

    /** The kind of a network address. */
    public static final String IP = "ip";

    /** The kind of an authenticated caller. */
    public static final String PRINCIPAL = "principal";

    /**
     * One typed value.
     *
     * @param kind such as {@code ip}, {@code principal} or {@code header:x-api-key}
     * @param value canonical, not empty; of one longer than 256 characters a digest of 25 characters, the first of which
     *     is NUL
     */
    public record Part(String kind, String value) {

        /**
         * Whether the value is the digest of a long one: the text is lost.
         *
         * @return true if so
         */
        public boolean isDigested() {
            return value.length() == Digest.LENGTH + 1 && value.charAt(0) == DIGESTED;
        }
    }

    /** A longer spelling is kept as its digest. */
    private static final int LONGEST_WRITTEN = 64;

    /** The kind of the first part, and mostly the only one: a key that is only counted needs no more. */
    private final String kind;

    private final String value;

    /** Made when it is first asked for, where there is one part; another thread may make it again. */
    private @Nullable Wording wording;

    private Key(String kind, String value) {
        this.kind = kind;
        this.value = value;
    }

    private Key(List<Part> parts) {
        this(parts, List.of());
    }

    private Key(List<Part> parts, List<String> written) {
        this(parts.get(0).kind, parts.get(0).value);
        this.wording = new Wording(parts, written);
    }

    /** All parts. */
    private static final class Wording {

        final List<Part> parts;

        /** How each part was written, empty where that is its value; empty where that is so of all. */
        final List<String> written;

        /** Made when it is first asked for; another thread may make it again. */
        @Nullable
        String canonical;

        Wording(List<Part> parts, List<String> written) {
            this.parts = parts;
            this.written = written;
        }
    }

    private Wording wording() {
        Wording known = wording;
        if (known == null) {
            known = new Wording(List.of(new Part(kind, value)), List.of());
            wording = known;
        }
        return known;
    }

    /**
     * An identity of the application's own making, compared exactly.
     *
     * @param id such as {@code user:110}; not empty
     * @return the key
     * @throws IllegalArgumentException if the id is empty
     */
    public static Key of(String id) {
        return part("key", id);
    }

    /**
     * An authenticated caller, as rules with {@code key=principal} see them: NFKC, trimmed, case folded.
     *
     * @param name the principal's name
     * @return the key
     * @throws IllegalArgumentException if nothing is left of the name, or it has control characters
     */
    public static Key principal(String name) {
        String folded = CanonicalText.folded(name)
                .orElseThrow(() -> new IllegalArgumentException(
                        "a principal's name must not be blank or have control characters"));
        return part(PRINCIPAL, folded, name);
    }

    /**
     * A network address, as rules with {@code key=ip} see it; the rule's prefix lengths are applied when it is used.
     *
     * @param address IPv4 or IPv6 literal
     * @return the key
     * @throws IllegalArgumentException if it is no address
     */
    public static Key ip(String address) {
        return part(
                IP,
                IpAddress.parse(address)
                        .orElseThrow(() -> new IllegalArgumentException("not an IPv4 or IPv6 address"))
                        .toString());
    }

    /**
     * One part of any kind.
     *
     * @param kind not empty
     * @param value canonical, not empty; only a digest is kept of one that is longer than 256 characters
     * @return the key
     * @throws IllegalArgumentException if either is empty
     */
    public static Key part(String kind, String value) {
        if (kind.isEmpty() || value.isEmpty()) {
            throw new IllegalArgumentException("a key's kind and value must not be empty");
        }
        return new Key(kind, bounded(value));
    }

    /** The value, or the digest of a long one, so that no caller fills a memory. */
    private static String bounded(String value) {
        return value.length() <= CanonicalText.LONGEST ? value : DIGESTED + Digest.of(value);
    }

    /**
     * One part of any kind, that was written in another way. A lockout tells attempts apart by that, where a success
     * clears failures: to an application that tells {@code Bob} from {@code bob} these are two accounts.
     *
     * @param kind not empty
     * @param value canonical, not empty; only a digest is kept of one that is longer than 256 characters
     * @param written what the value was made of, as it came
     * @return the key, equal to {@link #part(String, String)}
     * @throws IllegalArgumentException if kind or value is empty
     */
    public static Key part(String kind, String value, String written) {
        Key key = part(kind, value);
        if (written.equals(value) || key.parts().get(0).isDigested()) {
            return key;
        }
        return new Key(key.parts(), List.of(written.length() > LONGEST_WRITTEN ? Digest.of(written) : written));
    }

    /**
     * Both identities together, {@code principal+ip}.
     *
     * @param other its parts follow this key's
     * @return the key
     */
    public Key and(Key other) {
        List<Part> joined = new ArrayList<>(parts());
        joined.addAll(other.parts());
        if (wording().written.isEmpty() && other.wording().written.isEmpty()) {
            return new Key(List.copyOf(joined));
        }
        List<String> each = new ArrayList<>(writtenEach());
        each.addAll(other.writtenEach());
        return new Key(List.copyOf(joined), List.copyOf(each));
    }

    private List<String> writtenEach() {
        List<String> written = wording().written;
        return written.isEmpty() ? Collections.nCopies(parts().size(), "") : written;
    }

    /**
     * The same written in the same way, with each part changed.
     *
     * @param change from a part to the one in its place
     * @return the key
     */
    public Key map(UnaryOperator<Part> change) {
        return new Key(parts().stream().map(change).toList(), wording().written);
    }

    /**
     * How it was written, where that differs from the parts' values.
     *
     * @return one text per spelling, whatever it contains; empty if all parts were written in their canonical form
     */
    public String written() {
        Wording known = wording;
        if (known == null || known.written.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(32);
        for (String one : known.written) {
            text.append(one.length()).append('.').append(one);
        }
        return text.toString();
    }

    /**
     * The parts in order.
     *
     * @return at least one
     */
    public List<Part> parts() {
        return wording().parts;
    }

    /**
     * Whether it has a part of a kind.
     *
     * @param kind such as {@link #IP}
     * @return true if so
     */
    public boolean has(String kind) {
        Wording known = wording;
        boolean found = this.kind.equals(kind);
        for (int i = 1; known != null && !found && i < known.parts.size(); i++) {
            found = known.parts.get(i).kind.equals(kind);
        }
        return found;
    }

    /**
     * The part that a counter of this JVM keeps of it, to know it again.
     *
     * @return this key; of a long one a text that no other key has
     * @hidden
     */
    public Object counted() {
        Wording known = wording;
        int length = kind.length() + value.length();
        for (int i = 1; known != null && i < known.parts.size(); i++) {
            Part part = known.parts.get(i);
            length += part.kind.length() + part.value.length();
        }
        return length > Digest.LONGEST_NAME ? Digest.name(canonical()) : this;
    }

    /**
     * Reads what {@link #canonical} wrote.
     *
     * @param text such as {@code 9.principal.3.bob}
     * @return the key, or empty if it is no such text
     */
    public static Optional<Key> ofCanonical(String text) {
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            Optional<String> kind = lengthPrefixed(text, at);
            int next = kind.map(String::length).orElse(0);
            at += digits(text, at) + 2 + next;
            Optional<String> value = lengthPrefixed(text, at);
            if (next == 0 || value.isEmpty() || value.get().isEmpty()) {
                return Optional.empty();
            }
            parts.add(new Part(kind.get(), bounded(value.get())));
            at += digits(text, at) + 2 + value.get().length();
        }
        return parts.isEmpty()
                ? Optional.empty()
                : Optional.of(new Key(List.copyOf(parts)))
                        .filter(key -> key.canonical().equals(text));
    }

    private static int digits(String text, int at) {
        int end = at;
        while (end < text.length() && end < at + 9 && Character.isDigit(text.charAt(end))) {
            end++;
        }
        return end - at;
    }

    /** The text at a place, after its length and a dot; behind it is a dot or the end. */
    private static Optional<String> lengthPrefixed(String text, int at) {
        int digits = digits(text, at);
        if (digits == 0 || at + digits >= text.length() || text.charAt(at + digits) != '.') {
            return Optional.empty();
        }
        int begin = at + digits + 1;
        int end = begin + Integer.parseInt(text.substring(at, at + digits));
        boolean whole = end == text.length() || (end < text.length() && text.charAt(end) == '.');
        return whole ? Optional.of(text.substring(begin, end)) : Optional.empty();
    }

    /**
     * One text per identity: every part with its kind and value, both preceded by their lengths, so that no two
     * identities share a text whatever they contain.
     *
     * @return such as {@code 9.principal.3.bob}
     */
    public String canonical() {
        Wording whole = wording();
        String known = whole.canonical;
        if (known == null) {
            known = joined(whole.parts);
            whole.canonical = known;
        }
        return known;
    }

    private static String joined(List<Part> parts) {
        if (parts.size() == 1) {
            Part only = parts.get(0);
            return only.kind.length() + "." + only.kind + "." + only.value.length() + "." + only.value;
        }
        StringBuilder text = new StringBuilder(32);
        for (Part part : parts) {
            if (text.length() > 0) {
                text.append('.');
            }
            text.append(part.kind.length()).append('.').append(part.kind).append('.');
            text.append(part.value.length()).append('.').append(part.value);
        }
        return text.toString();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Key key
                && value.equals(key.value)
                && kind.equals(key.kind)
                && ((isSingle() && key.isSingle()) || parts().equals(key.parts()));
    }

    private boolean isSingle() {
        Wording known = wording;
        return known == null || known.parts.size() == 1;
    }

    /** Another after each start, so that no caller can choose keys that collide. */
    @Override
    public int hashCode() {
        Wording known = wording;
        int hash = SeededHash.of(value) ^ kind.hashCode();
        for (int i = 1; known != null && i < known.parts.size(); i++) {
            Part part = known.parts.get(i);
            hash = 31 * hash + (SeededHash.of(part.value) ^ part.kind.hashCode());
        }
        return hash;
    }

    /** The kinds only: identities do not belong in logs. */
    @Override
    public String toString() {
        return "Key" + parts().stream().map(Part::kind).toList();
    }
}
