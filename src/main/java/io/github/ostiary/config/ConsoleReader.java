package io.github.ostiary.config;

import io.github.ostiary.edge.ConsoleSettings;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads {@code console.*}: off unless both its path and its role are stated. */
final class ConsoleReader {

    private static final String PATH = "console.path";
    private static final String ROLE = "console.role";
    private static final String INSECURE = "console.insecure";
    private static final Pattern PLAIN = Pattern.compile("(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*){1,8}");
    private static final int LONGEST = 100;

    private ConsoleReader() {}

    /** Empty for none. */
    static Optional<ConsoleSettings> read(Section section) {
        boolean insecure = section.flag(INSECURE, false);
        if (!section.states(PATH) && !section.states(ROLE)) {
            return Optional.empty();
        }
        Optional<String> path = section.read(PATH, ConsoleReader::path);
        Optional<String> role = section.read(ROLE, ConsoleReader::role);
        if (section.states(PATH) && !section.states(ROLE)) {
            section.reject(
                    PATH,
                    "console.role is missing, so that no user could open the console; name the role that may,"
                            + " such as console.role=doorkeeper");
        } else if (section.states(ROLE) && !section.states(PATH)) {
            section.reject(
                    ROLE,
                    "console.path is missing, so there is no console; set it, such as"
                            + " console.path=/ostiary, or remove console.role");
        }
        return path.flatMap(where -> role.map(who -> new ConsoleSettings(where, who, insecure)));
    }

    private static String path(String text) {
        boolean kept = text.regionMatches(true, 0, "/WEB-INF", 0, 8) || text.regionMatches(true, 0, "/META-INF", 0, 9);
        if (text.length() > LONGEST || kept || !PLAIN.matcher(text).matches()) {
            throw new IllegalArgumentException(
                    "must be a path of the application that begins with / and does not end with"
                            + " it, of letters, digits and - . _ ~, at most 100 characters, such as /ostiary");
        }
        return text;
    }

    private static String role(String text) {
        boolean plain = text.chars().noneMatch(c -> Character.isISOControl(c) || c == ',' || c == '*');
        if (!plain || text.length() > LONGEST) {
            throw new IllegalArgumentException(
                    "must be the name of one role, without commas and *, at most 100 characters,"
                            + " such as doorkeeper: not every user who can sign in should open the console");
        }
        return text;
    }
}
