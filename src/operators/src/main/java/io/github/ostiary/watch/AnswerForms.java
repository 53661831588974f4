package io.github.ostiary.watch;

import io.github.ostiary.CallContext;
import io.github.ostiary.Key.Part;
import io.github.ostiary.edge.CallOutcome;
import io.github.ostiary.rule.AnswerTraits;
import io.github.ostiary.rule.Ask;
import io.github.ostiary.rule.Signal;
import io.github.ostiary.trial.AnswerForm;
import io.github.ostiary.trial.AnswerForm.Leads;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/** Looks at the ends of attempts, and leaves out what may name a person or be a secret. */
final class AnswerForms {

    /** The targets that wrong passwords lead to, in words that applications use. */
    private static final Pattern FAILURE_LIKE = Pattern.compile(
            "error|fail|invalid|denied|incorrect|wrong|expired|locked|captcha|log-?in|log-?on|sign-?in|retry|again");

    /** Parameters by which forms say where to go on. */
    private static final List<String> ASKED_BY = List.of(
            "next",
            "continue",
            "redirect",
            "redirect_uri",
            "redirect_url",
            "redirectUrl",
            "returnTo",
            "return_to",
            "returnUrl",
            "return",
            "url",
            "target",
            "goto",
            "service",
            "from",
            "RelayState");

    private static final Signal PRINCIPAL = new Signal.Authenticated();
    private static final Signal RENEWED = new Signal.SessionRenewed();

    private AnswerForms() {}

    /**
     * The form of an end.
     *
     * @param asks what was attempted: a name that was typed is shown nowhere
     */
    static AnswerForm of(CallOutcome outcome, List<Ask> asks) {
        CallContext call = outcome.call();
        String target = outcome.isRedirect() ? AnswerTraits.target(outcome) : "";
        String place = named(AnswerTraits.place(target), asks);
        boolean query = target.indexOf('?') >= 0;
        return new AnswerForm(
                call.method().orElse(""),
                outcome.status().orElse(0),
                outcome.thrown().map(each -> each.getClass().getSimpleName()).orElse(""),
                place + (query ? "?…" : ""),
                target.isEmpty() ? Leads.ELSEWHERE : leads(target, place, outcome, asks),
                AnswerTraits.cookies(outcome),
                signals(outcome));
    }

    private static List<String> signals(CallOutcome outcome) {
        List<String> signals = new ArrayList<>(2);
        if (PRINCIPAL.shows(outcome, false)) {
            signals.add("principal");
        }
        if (RENEWED.shows(outcome, false)) {
            signals.add("session-renewed");
        }
        return signals;
    }

    /** A place that is called like the name that was tried is shown as a star. */
    private static String named(String place, List<Ask> asks) {
        int end = place.indexOf('/', 1);
        String first = place.isEmpty() ? "" : place.substring(1, end < 0 ? place.length() : end);
        String plain = first.toLowerCase(Locale.ROOT);
        for (Ask ask : asks) {
            for (Part part : ask.key().parts()) {
                if (!first.isEmpty() && plain.contains(part.value().toLowerCase(Locale.ROOT))) {
                    return "/*" + place.substring(1 + first.length());
                }
            }
        }
        return place;
    }

    private static Leads leads(String target, String place, CallOutcome outcome, List<Ask> asks) {
        int query = target.indexOf('?');
        String path = query < 0 ? target : target.substring(0, query);
        if (outcome.call().path().orElse("").equals(path)
                || FAILURE_LIKE.matcher(target.toLowerCase(Locale.ROOT)).find()) {
            return Leads.BACK;
        }
        String first = place.replace("/…", "");
        boolean asked = first.length() > 1
                && (AnswerTraits.isPrefixed(target, outcome)
                        || anyContains(outcome.call().headers("Referer"), first)
                        || (isForm(asks) && isAsked(outcome.call(), first)));
        return asked ? Leads.WHERE_ASKED : Leads.ELSEWHERE;
    }

    private static boolean anyContains(List<String> texts, String part) {
        for (int i = 0; i < texts.size(); i++) {
            if (texts.get(i).contains(part)) {
                return true;
            }
        }
        return false;
    }

    /** Parameters have been read already: there is no body to wait for. */
    private static boolean isForm(List<Ask> asks) {
        for (Ask ask : asks) {
            for (Part part : ask.key().parts()) {
                if (part.kind().startsWith("param:")) {
                    return true;
                }
            }
        }
        return false;
    }

    private static boolean isAsked(CallContext call, String first) {
        for (int i = 0; i < ASKED_BY.size(); i++) {
            if (anyContains(call.parameters(ASKED_BY.get(i)), first)) {
                return true;
            }
        }
        return false;
    }
}
