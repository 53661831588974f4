package io.github.ostiary.setup;

import io.github.ostiary.Nearest;
import io.github.ostiary.engine.Signal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The grammar of {@code failure} and {@code success}: {@code status:401,403, location:/login?error*, principal}. */
final class SignalParser {

    private static final List<String> KINDS =
            List.of("status", "location", "attribute", "exception", "principal", "return", "api");
    private static final String KNOWN = "Write status:401,403, location:/login?error*, attribute:NAME=VALUE,"
            + " exception:CLASS, principal, return or api";

    private final Set<Integer> codes = new TreeSet<>();
    private final List<Signal> signals = new ArrayList<>();
    private boolean afterStatus;

    private SignalParser() {}

    /** What shows a failure. */
    static List<Signal> failure(String text) {
        List<Signal> signals = new SignalParser().parse(text);
        if (signals.contains(new Signal.Authenticated())) {
            throw new IllegalArgumentException(
                    "principal, who is authenticated now and was not before, is no failure; remove it");
        }
        return signals;
    }

    /** What shows a success. */
    static List<Signal> success(String text) {
        List<Signal> signals = new SignalParser().parse(text);
        if (signals.stream().anyMatch(Signal.Thrown.class::isInstance)) {
            throw new IllegalArgumentException("an exception that escapes is never a success; remove exception:CLASS");
        }
        return signals;
    }

    private List<Signal> parse(String text) {
        for (String entry : Values.list(text)) {
            boolean bare = entry.matches("\\d+");
            if (bare && !afterStatus) {
                throw new IllegalArgumentException("'" + entry + "' follows no status; write status:" + entry);
            }
            int colon = entry.indexOf(':');
            String kind = bare
                    ? "status"
                    : colon < 0 ? entry : entry.substring(0, colon).strip();
            String rest = bare
                    ? entry
                    : entry.substring(colon < 0 ? entry.length() : colon + 1).strip();
            afterStatus = kind.equals("status");
            if (afterStatus) {
                codes.add(code(rest));
            } else {
                add(signal(entry, kind, rest));
            }
        }
        if (!codes.isEmpty()) {
            signals.add(0, new Signal.Status(codes));
        }
        return List.copyOf(signals);
    }

    private void add(Signal signal) {
        if (signals.contains(signal)) {
            throw new IllegalArgumentException("the same signal is written twice; remove one");
        }
        signals.add(signal);
    }

    private int code(String text) {
        int code = text.matches("\\d{1,9}") ? Integer.parseInt(text) : 0;
        if (code < 100 || code > 599) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a status; write a list of 100 to 599, such as status:401,403");
        }
        if (codes.contains(code)) {
            throw new IllegalArgumentException("the status " + code + " is written twice; remove one");
        }
        return code;
    }

    private static Signal signal(String entry, String kind, String rest) {
        return switch (kind) {
            case "location" -> location(rest);
            case "attribute" -> attribute(rest);
            case "exception" -> exception(rest);
            case "principal", "return", "api" -> plain(entry, kind);
            default -> throw new IllegalArgumentException("unknown signal '" + entry + "'; did you mean "
                    + Nearest.to(kind, KINDS).orElse("") + "? " + KNOWN);
        };
    }

    private static Signal plain(String entry, String kind) {
        if (!entry.equals(kind)) {
            throw new IllegalArgumentException(kind + " takes nothing; write " + kind + " alone");
        }
        return switch (kind) {
            case "principal" -> new Signal.Authenticated();
            case "return" -> new Signal.Returned();
            default -> new Signal.Api();
        };
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
                    "'" + text + "' is not a class name in full; write one, such as exception:" + example);
        }
        return new Signal.Thrown(Values.className(text, example));
    }
}
