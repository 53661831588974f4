package com.example.forum;

import jakarta.servlet.http.HttpSession;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The pictures a session was shown and has not answered: the newest few, each for some minutes and for one answer, right
 * or wrong. Thread-safe.
 */
final class Captchas implements Serializable {

    /** Length of an answer. */
    static final int DIGITS = 5;

    private static final long serialVersionUID = 1L;
    private static final String ATTRIBUTE = Captchas.class.getName();
    private static final String ALPHABET = "23456789";
    private static final Duration LIFE = Duration.ofMinutes(5);
    private static final int MOST = 5;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final LinkedHashMap<String, Puzzle> puzzles = new LinkedHashMap<>();

    private record Puzzle(String answer, Instant end) implements Serializable {}

    private Captchas() {}

    /** The pictures of a session. */
    static Captchas of(HttpSession session) {
        if (session.getAttribute(ATTRIBUTE) instanceof Captchas known) {
            return known;
        }
        Captchas none = new Captchas();
        session.setAttribute(ATTRIBUTE, none);
        return none;
    }

    /**
     * Chooses digits for a picture; its former digits are void.
     *
     * @param id of the picture
     * @return the digits to draw; secret
     */
    synchronized String begin(String id) {
        StringBuilder answer = new StringBuilder(DIGITS);
        while (answer.length() < DIGITS) {
            answer.append(ALPHABET.charAt(RANDOM.nextInt(ALPHABET.length())));
        }
        puzzles.remove(id);
        puzzles.put(id, new Puzzle(answer.toString(), Instant.now().plus(LIFE)));
        if (puzzles.size() > MOST) {
            puzzles.remove(puzzles.keySet().iterator().next());
        }
        return answer.toString();
    }

    /** Whether a picture can still be answered. */
    synchronized boolean isOpen(String id) {
        Puzzle puzzle = puzzles.get(id);
        return puzzle != null && Instant.now().isBefore(puzzle.end());
    }

    /** Whether that is what a picture shows. It is the only answer: the picture is void from here on. */
    synchronized boolean answer(String id, String answer) {
        boolean open = isOpen(id);
        Puzzle puzzle = puzzles.remove(id);
        return open
                && MessageDigest.isEqual(
                        puzzle.answer().getBytes(StandardCharsets.UTF_8), answer.getBytes(StandardCharsets.UTF_8));
    }

    /** The open pictures, for tests. */
    synchronized Map<String, String> answers() {
        Map<String, String> answers = new LinkedHashMap<>();
        puzzles.forEach((id, puzzle) -> answers.put(id, puzzle.answer()));
        return answers;
    }
}
