package io.github.ostiary.trial;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The form of the end of an attempt: no identity and no value. Of a location the first segment of its path, of a cookie its
 * name. Immutable.
 *
 * @param method of the request, if it is one of the usual ones; else empty
 * @param status of the answer; 0 for a call that is no request
 * @param thrown the class of the exception that escaped; empty for none
 * @param location such as {@code /account}, {@code /users/…} if more follows, {@code /login?…} if there is a query; empty
 *     for an answer that redirects nowhere
 * @param leads what the location may prove
 * @param cookies the names of those that it gives, at most three
 * @param signals which of {@code principal} and {@code session-renewed} show
 */
public record AnswerForm(
        String method,
        int status,
        String thrown,
        String location,
        Leads leads,
        List<String> cookies,
        List<String> signals) {

    private static final Set<String> METHODS = Set.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE");
    private static final Pattern COOKIE = Pattern.compile("[A-Za-z0-9_.-]{1,40}");
    private static final Pattern CLASS = Pattern.compile("[A-Za-z0-9_$]{1,80}");
    private static final int MOST_COOKIES = 3;

    /** The usual success. */
    private static final List<String> SIGNALS = List.of("principal", "session-renewed");

    /** The worth of the place where an answer leads. */
    public enum Leads {
        /** A place that the application has chosen. */
        ELSEWHERE,
        /** A place that the caller may have chosen. */
        WHERE_ASKED,
        /** Back to the sign-in, or to something that looks like an error. */
        BACK
    }

    /** Leaves out what is not shown. */
    public AnswerForm {
        method = METHODS.contains(method) ? method : "";
        thrown = thrown.isEmpty() || CLASS.matcher(thrown).matches() ? thrown : "";
        cookies = cookies.isEmpty() ? List.of() : shown(cookies);
        signals = signals.isEmpty()
                ? List.of()
                : SIGNALS.stream().filter(signals::contains).toList();
    }

    private static List<String> shown(List<String> cookies) {
        Set<String> names = new TreeSet<>();
        for (String cookie : cookies) {
            if (names.size() < MOST_COOKIES && COOKIE.matcher(cookie).matches()) {
                names.add(cookie);
            }
        }
        return List.copyOf(names);
    }

    /** The path of the location, without what stands for more. */
    String path() {
        String whole = location.endsWith("?…") ? location.substring(0, location.length() - 2) : location;
        return isDeep() ? whole.substring(0, whole.length() - 2) : whole;
    }

    boolean isDeep() {
        return location.contains("/…");
    }

    boolean hasQuery() {
        return location.endsWith("?…");
    }

    /** Whether its status alone says that something is wrong, or an exception does. */
    boolean isError() {
        return status >= 400 || !thrown.isEmpty();
    }

    /** The number of them, as a part of a sentence. */
    String counted(long times) {
        if (status == 0) {
            return times + (thrown.isEmpty() ? " returned" : " threw " + thrown);
        }
        return times + (times == 1 ? " was answered " : " were answered ") + this;
    }

    @Override
    public String toString() {
        List<String> with = new ArrayList<>();
        if (!cookies.isEmpty()) {
            with.add("Set-Cookie: " + String.join(", ", cookies));
        }
        if (signals.contains("session-renewed")) {
            with.add("a new session id");
        }
        if (signals.contains("principal")) {
            with.add("a signed-in caller");
        }
        String answer = status == 0 ? (thrown.isEmpty() ? "a return" : thrown) : Integer.toString(status);
        return answer
                + (location.isEmpty() ? "" : " to " + location)
                + (with.isEmpty() ? "" : " with " + String.join(" and ", with))
                + (method.isEmpty() || method.equals("POST") ? "" : " (" + method + ")");
    }
}
