package io.github.ostiary.store;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Small texts that all nodes share, such as what an operator has decided and what was done. Nothing stays for ever, and
 * nothing grows for ever. Thread-safe. Not for a request's thread: with Redis every call is a round trip or two.
 */
public interface SharedState {

    /** The longest text, characters. */
    int MAX_TEXT = 16_384;

    /**
     * A place for texts that belong together.
     *
     * @param name {@code [a-z][a-z0-9.-]{0,63}}; entries, lines and sums of one name are apart
     * @param most how many texts it has room for, 1 to 1,000,000
     */
    record Topic(String name, int most) {

        private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9.-]{0,63}");
        private static final int MOST = 1_000_000;

        /** Checks both. */
        public Topic {
            if (!NAME.matcher(name).matches() || most < 1 || most > MOST) {
                throw new IllegalArgumentException(
                        "a topic is called [a-z][a-z0-9.-]{0,63} and has room for 1 to " + MOST + " texts");
            }
        }
    }

    /**
     * A text with a name.
     *
     * @param name of which there is one per topic
     * @param text at most {@link #MAX_TEXT} characters
     * @param leftMicros until it ends, µs
     */
    record Entry(String name, String text, long leftMicros) {

        private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._-]{1,64}");

        /** Checks that it is one. */
        public Entry {
            if (!isName(name)) {
                throw new IllegalArgumentException("an entry is called [A-Za-z0-9._-]{1,64}");
            }
            checked(text);
            if (leftMicros < 1) {
                throw new IllegalArgumentException("an entry that has ended is none");
            }
        }

        /**
         * Whether an entry may be called so.
         *
         * @param text any
         */
        public static boolean isName(String text) {
            return NAME.matcher(text).matches();
        }
    }

    /**
     * A text that was added to a list.
     *
     * @param agoMicros how long ago by the store's clock, µs: the clocks of nodes may differ
     * @param text at most {@link #MAX_TEXT} characters
     */
    record Line(long agoMicros, String text) {}

    /**
     * Texts to add to a list.
     *
     * @param texts at most {@link #MAX_TEXT} characters each, the oldest first
     * @param keepMicros how long they stay, µs
     * @param most how many lines there is room for, at least 1
     */
    record Lines(List<String> texts, long keepMicros, int most) {

        /** None. */
        public static final Lines NONE = new Lines(List.of(), 1, 1);

        /** Checks that none is too long. */
        public Lines {
            texts = List.copyOf(texts);
            texts.forEach(SharedState::checked);
        }
    }

    /**
     * Something that happened, to be counted once, whichever nodes tell of it and however often.
     *
     * @param mark its name; {@code [A-Za-z0-9._-]{1,80}}
     * @param keepMicros how long nothing else of that name counts, µs; 0 takes back what was counted under it
     * @param sums by how much which sums grow; their names are {@code [A-Za-z][0-9]{0,18}}
     */
    record Count(String mark, long keepMicros, Map<String, Long> sums) {

        /** Copies the map. */
        public Count {
            sums = Map.copyOf(sums);
        }
    }

    /**
     * The word of a node about sums, and its question.
     *
     * @param counts to be counted, in their order
     * @param gone the names of sums that are too old to be kept
     * @param wanted the names of those that are asked for; empty for all
     * @param news whether all nodes should ask: the version becomes another if anything is counted
     */
    record Tally(List<Count> counts, Set<String> gone, List<String> wanted, boolean news) {}

    /**
     * Sums of all nodes.
     *
     * @param epoch another one, or empty, where all that was counted before is lost
     * @param values those that were asked for, without those that are 0
     */
    record Sums(String epoch, Map<String, Long> values) {}

    /**
     * Puts an entry in place of the one of its name. Where there is no room the one that ends first goes.
     *
     * @param topic where
     * @param entry what, and how long it stays
     * @throws StoreException if the store cannot say whether it did
     */
    default void put(Topic topic, Entry entry) throws StoreException {
        put(topic, List.of(entry));
    }

    /**
     * Does {@link #put(Topic, Entry)} for many in one call.
     *
     * @param topic where
     * @param entries at least one, no two of one name
     * @throws StoreException if the store cannot say whether it did; it may then have put all or none
     */
    default void put(Topic topic, List<Entry> entries) throws StoreException {
        put(topic, entries, Lines.NONE);
    }

    /**
     * The same, and adds to the list of that topic as {@link #append} does, in one call.
     *
     * @param topic where
     * @param entries at least one, no two of one name
     * @param lines to add
     * @throws StoreException if the store cannot say whether it did; it may then have done all of it or nothing
     */
    void put(Topic topic, List<Entry> entries, Lines lines) throws StoreException;

    /**
     * An entry.
     *
     * @param topic where
     * @param name its name
     * @return empty if there is none, or it has ended
     * @throws StoreException if the store cannot say
     */
    Optional<Entry> get(Topic topic, String name) throws StoreException;

    /**
     * Takes an entry away.
     *
     * @param topic where
     * @param name its name
     * @return whether it was there
     * @throws StoreException if the store cannot say whether it did
     */
    boolean remove(Topic topic, String name) throws StoreException;

    /**
     * The entries of a topic.
     *
     * @param topic where
     * @param most how many, at least 1
     * @return those that end first, in that order. Where others than nodes have written: a text longer than any of a node's is
     *     empty, and what is called as no entry may be is left out
     * @throws StoreException if the store cannot say
     */
    List<Entry> entries(Topic topic, int most) throws StoreException;

    /**
     * A text that is another after every {@link #put} and {@link #remove}, and by {@link #sum}: cheap to ask for, again and again. It stays for 31
     * days: where it is missing although entries were seen since, the store has lost them.
     *
     * @param topic where
     * @return empty if there is none; that entries end by themselves does not change it
     * @throws StoreException if the store cannot say
     */
    String version(Topic topic) throws StoreException;

    /**
     * Adds to a list. Where there is no room the oldest go.
     *
     * @param topic where
     * @param texts at most {@link #MAX_TEXT} characters each, the oldest first
     * @param keepMicros how long they stay, µs
     * @throws StoreException if the store cannot say whether it did
     */
    void append(Topic topic, List<String> texts, long keepMicros) throws StoreException;

    /**
     * The newest of a list.
     *
     * @param topic where
     * @param most how many, at least 1
     * @return the newest first, without those that are longer than any of a node's
     * @throws StoreException if the store cannot say
     */
    List<Line> lines(Topic topic, int most) throws StoreException;

    /**
     * Counts what has happened, and tells what all nodes have counted. It may be asked again with the same: what was counted
     * counts no more. Sums are forgotten 26 hours after the last change.
     *
     * @param topic where
     * @param tally what has happened, and what is asked for
     * @throws StoreException if the store cannot say whether it did
     */
    Sums sum(Topic topic, Tally tally) throws StoreException;

    /**
     * Whether nothing was said of a caller before: what all nodes would say, one of them says.
     *
     * @param identity of the caller, as claims have it
     * @param name what would be said; {@code [A-Za-z0-9:._-]{1,120}}
     * @param keepMicros how long it is not said again, µs, at least 1
     * @return true for the first that asks, within that time
     * @throws StoreException if the store cannot say whether it was the first; it may take it for said
     */
    boolean first(String identity, String name, long keepMicros) throws StoreException;

    /**
     * A text that is short enough.
     *
     * @param text for an entry or a line
     * @return the text
     * @throws IllegalArgumentException if it is longer than {@link #MAX_TEXT}
     */
    static String checked(String text) {
        if (text.length() > MAX_TEXT) {
            throw new IllegalArgumentException("a text has at most " + MAX_TEXT + " characters, not " + text.length());
        }
        return text;
    }
}
