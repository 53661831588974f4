package io.github.ostiary.config;

import io.github.ostiary.rule.Signal;
import io.github.ostiary.text.Nearest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The grammar of {@code failure} and {@code success}: {@code status:401,403, location:/login?error*, status:302 +
 * !location:/login*, principal}.
 */
final class SignalParser {

    private static final String KINDS =
            "status|location|attribute|exception|principal|session-renewed|set-cookie|header|return|api";
    private static final String KNOWN = "Write status:401,403, location:/login?error*, attribute:NAME=VALUE,"
            + " exception:CLASS, principal, session-renewed, set-cookie:NAME, header:NAME, return or api";
    private static final Pattern AND =
            Pattern.compile("\\s+\\+(?:\\s+|$)|\\s*\\+\\s*(?=!?\\s*(?:" + KINDS + ")\\s*(?:[:+,]|$))");

    private final Set<Integer> codes = new TreeSet<>();
    private final List<Signal> signals = new ArrayList<>();
    private final Set<Signal> accepted = new HashSet<>();

    private SignalParser() {}

    /**
     * The signals of a success.
     *
     * @param signals any of these
     * @param accepted those of them that are meant though they prove little: {@code status:302!}
     */
    record Successes(List<Signal> signals, Set<Signal> accepted) {}

    /** Reads the signs of a failure. */
    static List<Signal> failure(String text) {
        SignalParser parser = new SignalParser();
        List<Signal> signals = parser.parse(text);
        if (signals.stream().anyMatch(signal -> has(signal, Signal.Authenticated.class))) {
            throw new IllegalArgumentException(
                    "principal shows a caller who has just signed in, which is no failure; remove it");
        }
        if (!parser.accepted.isEmpty()) {
            throw new IllegalArgumentException("a failure needs no ! after a status; remove it");
        }
        return signals;
    }

    /** Reads the signs that nothing was tried: answers that only the application itself chooses. */
    static List<Signal> neutral(String text) {
        SignalParser parser = new SignalParser();
        List<Signal> signals = parser.parse(text);
        for (Signal signal : signals) {
            List<Signal> terms = signal instanceof Signal.All all ? all.signals() : List.of(signal);
            if (terms.stream().allMatch(SignalParser::isAnybodys)) {
                throw new IllegalArgumentException(
                        "it would make guesses free, since most answers show it, or callers can cause it; name an answer"
                                + " that is given only where no password was tried, such as location:/login/password or status:200");
            }
        }
        if (!parser.accepted.isEmpty()) {
            throw new IllegalArgumentException("it needs no ! after a status; remove it");
        }
        return signals;
    }

    /** Whether anybody's call may show a term: one that callers bring about by what they send, or a redirect at large. */
    private static boolean isAnybodys(Signal term) {
        if (term instanceof Signal.Status status) {
            return status.codes().stream().anyMatch(code -> (code >= 300 && code < 400) || code >= 405);
        }
        return term instanceof Signal.Not
                || term instanceof Signal.Thrown
                || term instanceof Signal.Returned
                || term instanceof Signal.Api
                || term instanceof Signal.Authenticated
                || term instanceof Signal.SessionRenewed;
    }

    /** Reads the signs of a success, and which of them are meant in any case. */
    static Successes successes(String text) {
        SignalParser parser = new SignalParser();
        List<Signal> signals = parser.parse(text);
        if (signals.stream().anyMatch(signal -> has(signal, Signal.Thrown.class))) {
            throw new IllegalArgumentException("an exception that escapes is never a success; remove exception:CLASS");
        }
        return new Successes(signals, Set.copyOf(parser.accepted));
    }

    private static boolean has(Signal signal, Class<? extends Signal> kind) {
        return kind.isInstance(signal)
                || (signal instanceof Signal.All all && all.signals().stream().anyMatch(kind::isInstance));
    }

    private List<Signal> parse(String text) {
        for (List<String> terms : joined(Values.list(text))) {
            if (terms.size() == 1) {
                single(terms.get(0));
            } else {
                List<Signal> all = terms.stream().map(this::conjunct).toList();
                if (Set.copyOf(all).size() < all.size()) {
                    throw new IllegalArgumentException("the same signal is written twice; remove one");
                }
                add(new Signal.All(all));
            }
        }
        if (!codes.isEmpty()) {
            signals.add(0, new Signal.Status(codes));
        }
        return List.copyOf(signals);
    }

    /** The terms of each entry; a number goes on with the statuses before the comma. */
    private static List<List<String>> joined(List<String> entries) {
        List<List<String>> joined = new ArrayList<>();
        for (String entry : entries) {
            List<String> terms = new ArrayList<>(List.of(AND.split(entry, -1)));
            String first = terms.get(0).strip();
            if (!first.matches("\\d+!?")) {
                joined.add(terms);
                continue;
            }
            List<String> before = joined.isEmpty() ? List.of("") : joined.get(joined.size() - 1);
            String last = before.get(before.size() - 1);
            if (!last.matches("!?\\s*status\\s*:.*")) {
                throw new IllegalArgumentException("'" + entry + "' follows no status; write status:" + entry);
            }
            terms.set(0, last + "," + first);
            before.set(before.size() - 1, terms.get(0));
            before.addAll(terms.subList(1, terms.size()));
        }
        return joined;
    }

    private void single(String term) {
        boolean accepts = term.endsWith("!");
        String plain = accepts ? term.substring(0, term.length() - 1) : term;
        Signal signal = term(plain);
        if (accepts) {
            if (!(signal instanceof Signal.Status)) {
                throw new IllegalArgumentException("'" + term + "' ends in !, which only a status may; remove it");
            }
            accepted.add(signal);
            add(signal);
        } else if (signal instanceof Signal.Status status) {
            status.codes().forEach(code -> take(code, codes));
        } else {
            add(signal);
        }
    }

    private Signal conjunct(String term) {
        if (term.isBlank()) {
            throw new IllegalArgumentException("a + joins two signals; write status:302 + !location:/login*");
        }
        return term(term);
    }

    private Signal term(String text) {
        String term = text.strip();
        if (!term.startsWith("!")) {
            return positive(term);
        }
        Signal denied = positive(term.substring(1).strip());
        if (denied instanceof Signal.Api) {
            throw new IllegalArgumentException("!api means nothing, since api is never seen; remove it");
        }
        return new Signal.Not(denied);
    }

    private Signal positive(String entry) {
        int colon = entry.indexOf(':');
        String kind = colon < 0 ? entry : entry.substring(0, colon).strip();
        String rest = entry.substring(colon < 0 ? entry.length() : colon + 1).strip();
        if (!kind.equals("status")) {
            return signal(entry, kind, rest);
        }
        Set<Integer> listed = new TreeSet<>();
        for (String code : rest.split(",", -1)) {
            take(code(code.strip()), listed);
        }
        return new Signal.Status(listed);
    }

    private void add(Signal signal) {
        if (signals.contains(signal)) {
            throw new IllegalArgumentException("the same signal is written twice; remove one");
        }
        signals.add(signal);
    }

    private static int code(String text) {
        int code = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
        if (code < 100 || code > 599) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a status; write a list of 100 to 599, such as status:401,403");
        }
        return code;
    }

    private static void take(int code, Set<Integer> into) {
        if (!into.add(code)) {
            throw new IllegalArgumentException("the status " + code + " is written twice; remove one");
        }
    }

    private static Signal signal(String entry, String kind, String rest) {
        return switch (kind) {
            case "location" -> location(rest);
            case "attribute" -> attribute(rest);
            case "exception" -> exception(rest);
            case "header" -> new Signal.Header(header(rest));
            case "set-cookie" -> new Signal.SetCookie(token("set-cookie", rest));
            case "principal" -> alone(entry, kind, new Signal.Authenticated());
            case "session-renewed" -> alone(entry, kind, new Signal.SessionRenewed());
            case "return" -> alone(entry, kind, new Signal.Returned());
            case "api" -> alone(entry, kind, new Signal.Api());
            default -> throw new IllegalArgumentException("unknown signal '" + entry + "'; did you mean "
                    + Nearest.to(kind, List.of(KINDS.split("\\|"))).orElse("") + "? " + KNOWN);
        };
    }

    private static Signal alone(String entry, String kind, Signal signal) {
        if (!entry.equals(kind)) {
            throw new IllegalArgumentException(kind + " stands alone; write " + kind + " alone");
        }
        return signal;
    }

    private static Signal location(String text) {
        boolean prefix = text.endsWith("*");
        String target = prefix ? text.substring(0, text.length() - 1) : text;
        if (!target.startsWith("/") || target.indexOf('*') >= 0) {
            throw new IllegalArgumentException("'" + text + "' is not a location; begin with /, the root of the"
                    + " application, with a * at most at the end, such as location:/login?error*");
        }
        if (target.indexOf('#') >= 0 || target.indexOf(';') >= 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' has a # or ;, which are not compared; write path and query without it");
        }
        return new Signal.Location(target, prefix);
    }

    private static String header(String name) {
        if (name.equalsIgnoreCase("Location") || name.equalsIgnoreCase("Set-Cookie")) {
            throw new IllegalArgumentException("'header:" + name + "' proves too little; write "
                    + (name.equalsIgnoreCase("Location") ? "location:/path" : "set-cookie:NAME"));
        }
        return token("header", name);
    }

    private static String token(String kind, String name) {
        if (!Values.isToken(name)) {
            throw new IllegalArgumentException(
                    "'" + kind + ":" + name + "' needs a valid name; write " + kind + ":NAME, without a value");
        }
        return name;
    }

    private static Signal attribute(String text) {
        int equals = text.indexOf('=');
        String name = equals < 0 ? text : text.substring(0, equals).strip();
        String value = equals < 0 ? "" : text.substring(equals + 1).strip();
        if (name.isEmpty() || (equals >= 0 && value.isEmpty())) {
            throw new IllegalArgumentException(
                    "'attribute:" + text + "' lacks a name or a value; write attribute:NAME=VALUE or attribute:NAME");
        }
        return new Signal.Attribute(name, equals < 0 ? Optional.empty() : Optional.of(value));
    }

    private static Signal exception(String text) {
        String example = "javax.security.auth.login.FailedLoginException";
        if (text.indexOf('.') < 0) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a full class name; write one, such as exception:" + example);
        }
        return new Signal.Thrown(Values.className(text, example));
    }
}
