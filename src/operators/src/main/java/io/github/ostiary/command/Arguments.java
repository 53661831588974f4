package io.github.ostiary.command;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A command as it was typed. Immutable.
 *
 * @param words the command and what it is about
 * @param options by their names, without the dashes
 */
record Arguments(List<String> words, Map<String, String> options) {

    /** The command that shows all others; {@code --help} and {@code -h} are it, wherever they stand. */
    static final String HELP = "help";

    private static final Set<String> OPTIONS =
            Set.of("redis", "config", "address", "application", "prefix", "reason", "max", "format", "standard");

    Arguments {
        words = List.copyOf(words);
        options = Map.copyOf(options);
    }

    /**
     * Reads what was typed; {@code --} ends the options, so that a name may begin with dashes.
     *
     * @throws IllegalArgumentException if an option is unknown, twice there or lacks its value
     */
    static Arguments parse(String... typed) {
        List<String> words = new ArrayList<>();
        Map<String, String> options = new HashMap<>();
        boolean ended = false;
        for (int i = 0; i < typed.length; i++) {
            if (!ended && (typed[i].equals("--help") || typed[i].equals("-h"))) {
                return new Arguments(List.of(HELP), Map.of());
            }
            if (ended || !typed[i].startsWith("--")) {
                words.add(typed[i]);
                continue;
            }
            if (typed[i].equals("--")) {
                ended = true;
                continue;
            }
            String[] option = typed[i].substring(2).split("=", 2);
            if (!OPTIONS.contains(option[0])) {
                throw new IllegalArgumentException("there is no option --" + option[0]);
            }
            if (option.length == 1 && i + 1 == typed.length) {
                throw new IllegalArgumentException("--" + option[0] + " needs a value");
            }
            String value = option.length == 2 ? option[1] : typed[++i];
            if (options.put(option[0], value) != null) {
                throw new IllegalArgumentException("--" + option[0] + " is given twice");
            }
        }
        return new Arguments(words, options);
    }

    Optional<String> option(String name) {
        return Optional.ofNullable(options.get(name));
    }

    /** The word that was typed in a place; the command itself is at 0. */
    String word(int at) {
        return words.get(at);
    }
}
