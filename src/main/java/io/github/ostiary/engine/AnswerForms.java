package io.github.ostiary.engine;

import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.Signals;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The forms of answers to attempts that showed neither a failure nor a success, so that people need not guess what proves
 * one. Bounded; holds no identity and no value: of a location its place, of a cookie its name. Not thread-safe.
 */
final class AnswerForms {

    private static final int MOST = 8;
    private static final int MOST_COOKIES = 3;
    private static final Pattern COOKIE = Pattern.compile("[A-Za-z0-9_.-]{1,40}");

    /** Answers that look alike; whether they lead back to where the attempt went. */
    private record Look(int status, String place, boolean back, List<String> cookies) {

        @Override
        public String toString() {
            String target = place.isEmpty() ? "" : " to " + place;
            return status + target + (cookies.isEmpty() ? "" : " with Set-Cookie: " + String.join(", ", cookies));
        }
    }

    private final Map<Look, Integer> counts = new LinkedHashMap<>();
    private int others;

    /** One more; an answer without a status has no form. */
    void add(CallOutcome outcome) {
        if (outcome.status().isEmpty()) {
            return;
        }
        String place = outcome.isRedirect() ? Signals.place(outcome) : "";
        boolean back = !place.isEmpty() && outcome.call().path().orElse("").startsWith(place.replace("…", ""));
        Look form = new Look(outcome.status().getAsInt(), place, back, cookies(outcome));
        if (counts.containsKey(form) || counts.size() < MOST) {
            counts.merge(form, 1, Integer::sum);
        } else {
            others++;
        }
    }

    private static List<String> cookies(CallOutcome outcome) {
        TreeSet<String> names = new TreeSet<>();
        for (String line : outcome.answer().headers("Set-Cookie")) {
            int equals = line.indexOf('=');
            String name = equals < 0 ? "" : line.substring(0, equals).strip();
            if (names.size() < MOST_COOKIES && COOKIE.matcher(name).matches()) {
                names.add(name);
            }
        }
        return List.copyOf(names);
    }

    boolean isEmpty() {
        return counts.isEmpty();
    }

    /** All of them, the most frequent first. */
    @Override
    public String toString() {
        List<String> told = new ArrayList<>();
        for (Map.Entry<Look, Integer> each : sorted()) {
            told.add(each.getValue() + " answered " + each.getKey());
        }
        if (others > 0) {
            told.add(others + " answered otherwise");
        }
        return told.isEmpty() ? "no answer showed anything" : String.join(", ", told);
    }

    private List<Map.Entry<Look, Integer>> sorted() {
        List<Map.Entry<Look, Integer>> sorted = new ArrayList<>(counts.entrySet());
        sorted.sort(Comparator.comparing((Map.Entry<Look, Integer> each) -> -each.getValue())
                .thenComparing(each -> each.getKey().toString()));
        return sorted;
    }

    /**
     * The line that makes a success of the answer that is like no other: wrong passwords are answered alike, and more often.
     *
     * @param key of the signals
     * @return empty if nothing tells them apart
     */
    Optional<String> line(String key) {
        List<Map.Entry<Look, Integer>> all = sorted();
        int most = all.isEmpty() ? 0 : all.get(0).getValue();
        for (int i = all.size() - 1; i > 0; i--) {
            Look form = all.get(i).getKey();
            boolean rare = all.get(i).getValue() < most;
            Optional<String> signal = rare ? signal(form, all.subList(0, i)) : Optional.empty();
            if (signal.isPresent()) {
                return Optional.of("if " + form + " answers a right password, write " + key + "=" + signal.get());
            }
        }
        return Optional.empty();
    }

    private static Optional<String> signal(Look form, List<Map.Entry<Look, Integer>> others) {
        if (form.status() >= 400 || form.back()) {
            return Optional.empty();
        }
        boolean plain = form.place().matches("/[A-Za-z0-9_.-]+(?:/…)?");
        if (plain && others.stream().noneMatch(other -> other.getKey().place().equals(form.place()))) {
            return Optional.of("location:" + form.place().replace("/…", "/*")
                    + (form.place().endsWith("…") ? "" : "*"));
        }
        return form.cookies().stream()
                .filter(name -> others.stream()
                        .noneMatch(other -> other.getKey().cookies().contains(name)))
                .findFirst()
                .map(name -> "set-cookie:" + name);
    }
}
