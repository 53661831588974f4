package io.github.ostiary.testing.attacks;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** What attackers know. */
final class Guesses {

    private Guesses() {}

    /** A name and a password to try. */
    record Guess(String name, String password) {}

    /** An account of the attacker's. */
    static final Guess OWN = new Guess("mallory", "mallory's own");

    /** A word of the dictionary, by rank. */
    static String word(int rank) {
        return "word-" + rank;
    }

    /** One of the ten passwords most in use. */
    static String top(int rank) {
        return "top-" + rank;
    }

    /** 5,000 words for bob. */
    static List<Guess> dictionary() {
        List<Guess> guesses = new ArrayList<>();
        for (int rank = 1; rank <= 5_000; rank++) {
            guesses.add(new Guess(Members.BOB, word(rank)));
        }
        return guesses;
    }

    /** Wrong for sure. */
    static List<Guess> nonsense() {
        return Collections.nCopies(3_000, new Guess(Members.BOB, "nonsense"));
    }

    /** 15,000 pairs stolen elsewhere; all members are among them, of whom each tenth has the same password here. */
    static List<Guess> stolen() {
        List<Guess> guesses = new ArrayList<>();
        for (int member = 0; member < Members.COUNT; member++) {
            String password = member % 10 == 5 ? Members.password(member) : "other-site-" + member;
            guesses.add(new Guess(Members.name(member), password));
        }
        for (int other = Members.COUNT; other < 15_000; other++) {
            guesses.add(new Guess("stranger-" + other, "other-site-" + other));
        }
        Collections.shuffle(guesses, new Random(2));
        return guesses;
    }

    /** The same, and after each pair three times an account of the attacker's own, to look like members. */
    static List<Guess> hidden() {
        List<Guess> guesses = new ArrayList<>();
        for (Guess stolen : stolen()) {
            guesses.add(stolen);
            guesses.addAll(Collections.nCopies(3, OWN));
        }
        return guesses;
    }

    /** The ten passwords most in use, each for all members. */
    static List<Guess> spray() {
        List<Guess> guesses = new ArrayList<>();
        for (int rank = 0; rank < 10; rank++) {
            for (String name : Members.names()) {
                guesses.add(new Guess(name, top(rank)));
            }
        }
        return guesses;
    }
}
