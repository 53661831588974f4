package io.github.ostiary.trial;

import io.github.ostiary.operator.TrialReport.AttemptCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sentence about a sign-in at which nothing proves a success. */
final class SignInAdvice {

    private static final int MOST_PARTS = 8;

    private SignInAdvice() {}

    /**
     * The sentence.
     *
     * @param name as its keys begin
     * @param ends how many attempts ended in which way
     * @param nameless those of a sign-in without the name that is typed
     * @param others attempts whose form is not kept
     * @param all forms, the most frequent first
     * @return empty where a success was proved, or nothing was seen
     */
    static Optional<String> of(
            String name,
            AttemptCounts ends,
            long nameless,
            long others,
            List<Map.Entry<AnswerForm, AttemptCounts>> all,
            Optional<SignalProposal> proposal) {
        long attempts = ends.all();
        if (ends.proved() > 0 || attempts == 0) {
            return Optional.empty();
        }
        List<String> sentences = new ArrayList<>();
        sentences.add("none of " + attempts + (attempts == 1 ? " attempt" : " attempts") + " proved a success: "
                + answers(ends, others, all));
        sentences.add(remedy(name, all, proposal.orElse(null)));
        if (nameless > 0) {
            sentences.add((nameless == attempts ? "None" : nameless + " of them") + " had "
                    + (nameless == attempts ? "a" : "no") + " name where " + name + ".name reads it");
        }
        return Optional.of(String.join(". ", sentences));
    }

    private static String answers(AttemptCounts ends, long others, List<Map.Entry<AnswerForm, AttemptCounts>> all) {
        List<String> parts = new ArrayList<>();
        long rest = others;
        for (Map.Entry<AnswerForm, AttemptCounts> each : all) {
            long unproved = each.getValue().unproved();
            if (unproved > 0 && parts.size() < MOST_PARTS) {
                parts.add(each.getKey().counted(unproved));
            } else {
                rest += unproved;
            }
        }
        if (rest > 0) {
            parts.add(rest + (rest == 1 ? " was answered otherwise" : " were answered otherwise"));
        }
        long failed = ends.failed();
        if (failed > 0) {
            parts.add(failed + " showed a failure");
        }
        long unclear = ends.unclear();
        if (unclear > 0) {
            parts.add(unclear + " showed nothing");
        }
        return parts.isEmpty() ? "only Java knows how they ended" : String.join(", ", parts);
    }

    private static String remedy(
            String name, List<Map.Entry<AnswerForm, AttemptCounts>> all, @Nullable SignalProposal proposal) {
        String key = name + ".success";
        if (proposal != null) {
            String answer = proposal.answer().status() == 0
                    ? "a call that returns had the right password"
                    : proposal.answer() + " is the answer to right passwords";
            return "If " + answer + ", they count as failures and lock people out: write " + key + "="
                    + proposal.signal();
        }
        return "If right passwords were among them, they count as failures and lock people out: name what proves"
                + " a success in "
                + key
                + (all.size() == 1
                        ? ". Sign in once with the right and once with a wrong password: this line then shows both answers"
                        : "");
    }
}
