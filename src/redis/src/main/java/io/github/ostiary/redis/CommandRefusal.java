package io.github.ostiary.redis;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A server's reason not to run a command, and which: as servers, old and new, and proxies word it. Nothing else of their words is kept. */
enum CommandRefusal {
    /** The user lacks the right to run it. */
    FORBIDDEN,
    /** The user lacks the right to touch the key. */
    KEY,
    /** The command is renamed, switched off or not passed on. */
    UNKNOWN,
    /** The server was built, or runs, without Lua. */
    NO_LUA;

    private static final Pattern OF_A_KEY = Pattern.compile("access (?:a|one of the|at least one of the) keys?");
    private static final Pattern OF_THE_USER = Pattern.compile("no permissions to run|can't run this command");
    private static final Pattern NOT_KNOWN = Pattern.compile("(?i)(?:unknown|unsupported) (?:redis )?command");
    private static final Pattern NAMED =
            Pattern.compile("(?:run the|(?i:(?:unknown|unsupported) command)) [`'\"]([A-Za-z|]{2,30})[`'\"]");

    /** The reason in an error's text; empty if it is another. */
    static Optional<CommandRefusal> of(String said) {
        if (OF_A_KEY.matcher(said).find()) {
            return Optional.of(KEY);
        }
        if (OF_THE_USER.matcher(said).find()) {
            return Optional.of(FORBIDDEN);
        }
        if (said.contains("scripting engine")) {
            return Optional.of(NO_LUA);
        }
        return NOT_KNOWN.matcher(said).find() ? Optional.of(UNKNOWN) : Optional.empty();
    }

    /** The command in an error's text, in capitals, with its second word if it has one; empty if none is named. */
    static Optional<String> command(String said) {
        Matcher named = NAMED.matcher(said);
        return named.find()
                ? Optional.of(named.group(1).toUpperCase(Locale.ROOT).replace('|', ' '))
                : Optional.empty();
    }

    /** The right to run a command, as an ACL spells it; older servers name only the first word. */
    static String right(String command) {
        return switch (command) {
            case "CONFIG" -> "+config|get";
            case "CLUSTER" -> "+cluster|slots";
            case "FUNCTION" -> "+function|load";
            default -> "+" + command.toLowerCase(Locale.ROOT).replace(' ', '|');
        };
    }
}
