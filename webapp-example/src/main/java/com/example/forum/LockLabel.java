package com.example.forum;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads what {@code Key.canonical} wrote, {@code 14.param:username.5.alice.2.ip.9.127.0.0.1}: kind and value in turn, each
 * behind its length.
 */
final class LockLabel {

    private static final Pattern LENGTH = Pattern.compile("(\\d{1,9})\\.");

    /**
     * A part of a key.
     *
     * @param kind such as {@code ip} or {@code param:username}
     * @param value as it was sent, near enough: anything
     */
    record Part(String kind, String value) {}

    private LockLabel() {}

    /** The parts; none of a text that is no such label, as where identities are secret. */
    static List<Part> parts(String label) {
        List<String> words = new ArrayList<>();
        Matcher length = LENGTH.matcher(label);
        int at = 0;
        while (at < label.length() && length.region(at, label.length()).lookingAt()) {
            int end = length.end() + Integer.parseInt(length.group(1));
            if (end > label.length()) {
                return List.of();
            }
            words.add(label.substring(length.end(), end));
            at = end + 1;
        }
        List<Part> parts = new ArrayList<>();
        for (int i = 0; i + 1 < words.size(); i += 2) {
            parts.add(new Part(words.get(i), words.get(i + 1)));
        }
        return at < label.length() ? List.of() : parts;
    }
}
