package io.github.ostiary.trial;

import io.github.ostiary.operator.TrialReport.AttemptCounts;
import io.github.ostiary.trial.AnswerForm.Leads;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A signal that may prove a success, for an operator to decide who knows what right passwords are answered with: what one form
 * of answer shows and no other does. Immutable.
 *
 * <p>Never one that a failure showed, nor where a caller may have asked to be led; a status alone only where all else is an
 * error, as an API answers, and never 200, by which forms are shown again.
 *
 * @param answer the form
 * @param signal as configuration writes it
 */
record SignalProposal(AnswerForm answer, String signal) {

    private static final Pattern PLAIN = Pattern.compile("/[A-Za-z0-9_.-]*");

    /** Cookies that wrong passwords have as well, if not yet then soon. */
    private static final Pattern COMMON = Pattern.compile("(?i)jsessionid|.*(?:csrf|xsrf|lang|locale|flash|error).*");

    /**
     * Looks for one.
     *
     * @param all the forms with their counts, the most frequent first
     */
    static Optional<SignalProposal> of(List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        for (int i = all.size() - 1; i >= 0; i--) { // right passwords are rarer than wrong ones while a site is tried
            Map.Entry<AnswerForm, AttemptCounts> each = all.get(i);
            if (isCandidate(each.getKey(), each.getValue()) && (i > 0 || isAloneAmong(all))) {
                Optional<String> signal = signal(each.getKey(), all);
                if (signal.isPresent()) {
                    return Optional.of(new SignalProposal(each.getKey(), signal.get()));
                }
            }
        }
        return Optional.empty();
    }

    /** Whether all else is none: only then what is answered most may be the success. */
    private static boolean isAloneAmong(List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        return all.size() > 1 && all.stream().skip(1).noneMatch(other -> isCandidate(other.getKey(), other.getValue()));
    }

    private static boolean isCandidate(AnswerForm form, AttemptCounts counts) {
        return counts.unproved() > 0
                && counts.failed() == 0
                && counts.unclear() == 0
                && !form.isError()
                && form.leads() != Leads.BACK;
    }

    private static Optional<String> signal(AnswerForm form, List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        if (form.status() == 0) {
            boolean throwing = all.stream().anyMatch(other -> other.getKey().isError());
            return throwing ? Optional.of("return") : Optional.empty();
        }
        Optional<String> location = form.leads() == Leads.ELSEWHERE ? location(form, all) : Optional.empty();
        return usual(form, all).or(() -> location).or(() -> cookie(form, all)).or(() -> status(form, all));
    }

    /** The usual signal that no caller can bring about otherwise. */
    private static Optional<String> usual(AnswerForm form, List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        return form.signals().stream()
                .filter(signal -> noOther(form, all, other -> other.signals().contains(signal)))
                .findFirst();
    }

    private static Optional<String> status(AnswerForm form, List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        boolean telling = all.size() > 1 && form.status() > 200 && form.status() < 300;
        return telling && noOther(form, all, other -> !other.isError())
                ? Optional.of("status:" + form.status())
                : Optional.empty();
    }

    private static boolean noOther(
            AnswerForm form, List<Map.Entry<AnswerForm, AttemptCounts>> all, Predicate<AnswerForm> test) {
        return all.stream().map(Map.Entry::getKey).noneMatch(other -> !other.equals(form) && test.test(other));
    }

    private static Optional<String> location(AnswerForm form, List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        String path = form.path();
        if (!PLAIN.matcher(path).matches()) {
            return Optional.empty();
        }
        boolean prefix = path.length() > 1;
        boolean exact = !form.isDeep() && !form.hasQuery();
        for (Map.Entry<AnswerForm, AttemptCounts> each : all) {
            AnswerForm other = each.getKey();
            if (!other.equals(form) && !other.location().isEmpty()) {
                prefix &= !begins(other.path(), path, form.isDeep());
                exact &= !other.location().equals(form.location());
            }
        }
        if (prefix) {
            return Optional.of("location:" + path + (form.isDeep() ? "/*" : "*"));
        }
        return exact ? Optional.of("location:" + path) : Optional.empty();
    }

    private static boolean begins(String path, String with, boolean folder) {
        return folder ? path.equals(with) || path.startsWith(with + "/") : path.startsWith(with);
    }

    private static Optional<String> cookie(AnswerForm form, List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        return form.cookies().stream()
                .filter(name -> !COMMON.matcher(name).matches())
                .filter(name -> noOther(form, all, other -> other.cookies().contains(name)))
                .findFirst()
                .map(name -> "set-cookie:" + name);
    }
}
