package io.github.ostiary;

import io.github.ostiary.text.CanonicalText;
import io.github.ostiary.text.Digest;
import io.github.ostiary.text.IpAddress;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * An identity that counters are kept for: one or more typed parts. A user called {@code 1.2.3.4} is not that address.
 * Immutable; equal if all parts are, however they were written.
 */
public final class Key {

    /** What the digest of a long value begins with; no canonical text holds it. */
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

    private final List<Part> parts;

    /** Made when it is first asked for; another thread may make it again. */
    private @Nullable String canonical;

    /** How each part was written, empty where that is its value; empty where that is so of all. */
    private final List<String> written;

    private Key(List<Part> parts) {
        this(parts, List.of());
    }

    private Key(List<Part> parts, List<String> written) {
        this.parts = parts;
        this.written = written;
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
        return new Key(List.of(bounded(kind, value)));
    }

    /** Of a long value the digest, so that no caller fills a memory. */
    private static Part bounded(String kind, String value) {
        return new Part(kind, value.length() <= CanonicalText.LONGEST ? value : DIGESTED + Digest.of(value));
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
        if (written.equals(value) || key.parts.get(0).isDigested()) {
            return key;
        }
        return new Key(key.parts, List.of(written.length() > LONGEST_WRITTEN ? Digest.of(written) : written));
    }

    /**
     * Both identities together, {@code principal+ip}.
     *
     * @param other its parts follow this key's
     * @return the key
     */
    public Key and(Key other) {
        List<Part> joined = new ArrayList<>(parts);
        joined.addAll(other.parts);
        if (written.isEmpty() && other.written.isEmpty()) {
            return new Key(List.copyOf(joined));
        }
        List<String> each = new ArrayList<>(writtenEach());
        each.addAll(other.writtenEach());
        return new Key(List.copyOf(joined), List.copyOf(each));
    }

    private List<String> writtenEach() {
        return written.isEmpty() ? Collections.nCopies(parts.size(), "") : written;
    }

    /**
     * The same written in the same way, with each part changed.
     *
     * @param change from a part to the one in its place
     * @return the key
     */
    public Key map(UnaryOperator<Part> change) {
        return new Key(parts.stream().map(change).toList(), written);
    }

    /**
     * How it was written, where that differs from the parts' values.
     *
     * @return one text per spelling, whatever it contains; empty if all parts were written in their canonical form
     */
    public String written() {
        if (written.isEmpty()) {
            return "";
        }
        StringBuilder text = new StringBuilder(32);
        for (String one : written) {
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
        return parts;
    }

    /**
     * Whether it has a part of a kind.
     *
     * @param kind such as {@link #IP}
     * @return true if so
     */
    public boolean has(String kind) {
        for (int i = 0; i < parts.size(); i++) {
            if (parts.get(i).kind.equals(kind)) {
                return true;
            }
        }
        return false;
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
            parts.add(bounded(kind.get(), value.get()));
            at += digits(text, at) + 2 + value.get().length();
        }
        return Optional.of(new Key(List.copyOf(parts)))
                .filter(key -> key.canonical().equals(text) && !parts.isEmpty());
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
        String known = canonical;
        if (known == null) {
            known = joined();
            canonical = known;
        }
        return known;
    }

    private String joined() {
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
        return o instanceof Key key && parts.equals(key.parts);
    }

    @Override
    public int hashCode() {
        return Objects.hashCode(parts);
    }

    /** The kinds only: identities do not belong in logs. */
    @Override
    public String toString() {
        return "Key" + parts.stream().map(Part::kind).toList();
    }
}
