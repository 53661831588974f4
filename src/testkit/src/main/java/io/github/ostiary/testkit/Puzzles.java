package io.github.ostiary.testkit;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The puzzles of {@code captcha=puzzle}, solved as a browser does it, for tests of sign-ins. Stateless. */
public final class Puzzles {

    private static final Pattern PUZZLE = Pattern.compile("\"challenge\":(\\{[^{}]*})");

    private Puzzles() {}

    /**
     * Solves the puzzle of a denial. It takes as long as the puzzle is hard: with {@code puzzle.effort=1s}, the default, a few
     * tenths of a second of one processor.
     *
     * @param denial the body of a 403 that was asked for with {@code Accept: application/json}
     * @return the answer, for the header {@code Ostiary-Captcha} or the field {@code altcha} of the next attempt; right once
     * @throws IllegalArgumentException if there is no puzzle in it
     */
    public static String solve(String denial) {
        Matcher found = PUZZLE.matcher(denial);
        if (!found.find()) {
            throw new IllegalArgumentException("there is no \"challenge\" of a puzzle in: " + denial
                    + "; is captcha=puzzle, and does the request accept application/json?");
        }
        String puzzle = found.group(1);
        String salt = member(puzzle, "salt", "\"([^\"]*)\"");
        String wanted = member(puzzle, "challenge", "\"([^\"]*)\"");
        long most = Long.parseLong(member(puzzle, "maxnumber", "(\\d+)"));
        MessageDigest digest = sha256();
        for (long number = 0; number <= most; number++) {
            if (wanted.equals(HexFormat.of().formatHex(digest.digest((salt + number).getBytes(US_ASCII))))) {
                String answer = puzzle.replaceFirst("\"maxnumber\":\\d+", "\"number\":" + number);
                return Base64.getEncoder().encodeToString(answer.getBytes(US_ASCII));
            }
        }
        throw new IllegalArgumentException("no number solves the puzzle " + puzzle);
    }

    private static String member(String puzzle, String name, String value) {
        Matcher found = Pattern.compile("\"" + name + "\":" + value).matcher(puzzle);
        if (!found.find()) {
            throw new IllegalArgumentException("the puzzle " + puzzle + " has no " + name);
        }
        return found.group(1);
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }
}
