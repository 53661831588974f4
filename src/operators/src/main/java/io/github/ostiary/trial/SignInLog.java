package io.github.ostiary.trial;

import io.github.ostiary.operator.TrialReport.AttemptCounts;
import io.github.ostiary.operator.TrialReport.SeenAnswer;
import io.github.ostiary.operator.TrialReport.SignInTrial;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The account of a sign-in: what the ends of attempts looked like, and what they proved, since its signals are in force. In
 * constant memory, without identities and values. Thread-safe.
 */
public final class SignInLog {

    /*
     * Callers have a hand in answers: they choose methods, and some applications redirect to where they were asked to. So
     * there is room for a number of forms only, and where it is full the rarest goes that proved no failure. What a failure
     * has shown is never forgotten, since it must not be proposed as a proof; if it cannot be kept, nothing is proposed.
     */
    static final int MOST = 24;

    /** The ends that an attempt can have, by what they prove. */
    public enum AttemptEnd {
        /** A signal of success showed. */
        PROVED,
        /** A signal of failure showed. */
        FAILED,
        /** Neither did, and it counted as a failure. */
        UNPROVED,
        /** An error of the application, or a caller who left. */
        UNCLEAR
    }

    private static final int KINDS = AttemptEnd.values().length;

    private final String name;
    private String signals;
    private final Map<AnswerForm, long[]> forms = new LinkedHashMap<>();
    private final long[] ends = new long[KINDS];
    private long nameless;
    private long others;
    private long changes;
    private long newForms;

    /** Whether the container says how attempts end, so that there are no signals to write. */
    private boolean ofContainer;

    /** Whether a failure was seen of which the form could not be kept. */
    private boolean blind;

    /**
     * Nothing seen.
     *
     * @param name as its keys begin, such as {@code signin.main}
     * @param signals what tells those in force from others
     */
    public SignInLog(String name, String signals) {
        this.name = name;
        this.signals = signals;
    }

    /** The text that tells the signals in force from others. */
    public synchronized String signals() {
        return signals;
    }

    /** The same, to be changed by itself. */
    public synchronized SignInLog copy() {
        SignInLog copy = new SignInLog(name, signals);
        copy.add(this);
        return copy;
    }

    /** The name that its keys begin with. */
    public String name() {
        return name;
    }

    /** Signals are in force: of others, what was seen says nothing. */
    public synchronized void follow(String current) {
        if (current.equals(signals)) {
            return;
        }
        signals = current;
        ofContainer = false;
        forms.clear();
        Arrays.fill(ends, 0);
        nameless = 0;
        others = 0;
        blind = false;
        changes++;
    }

    /**
     * An attempt has ended.
     *
     * @param end what it proved
     * @param form what it looked like; null if only Java knows
     */
    public synchronized void ended(AttemptEnd end, @Nullable AnswerForm form) {
        ends[index(end)]++;
        changes++;
        if (form != null) {
            add(form, end, 1);
        }
    }

    /** There are no signals to write: the container itself says how attempts end. */
    public synchronized void saidByContainer() {
        ofContainer = true;
    }

    /** An attempt came without the name that is typed. */
    public synchronized void nameless() {
        nameless++;
        changes++;
    }

    private void add(AnswerForm form, AttemptEnd end, long times) {
        long[] counts = forms.get(form);
        if (counts == null && (forms.size() < MOST || makeRoom())) {
            counts = new long[KINDS];
            newForms += forms.size() < MOST ? 1 : 0;
            forms.put(form, counts);
        }
        if (counts != null) {
            counts[index(end)] += times;
        } else {
            others += times;
            blind |= end == AttemptEnd.FAILED;
        }
    }

    private boolean makeRoom() {
        @Nullable AnswerForm rarest = null;
        long fewest = Long.MAX_VALUE;
        for (Map.Entry<AnswerForm, long[]> each : forms.entrySet()) {
            long times = sum(each.getValue());
            if (each.getValue()[index(AttemptEnd.FAILED)] == 0 && times < fewest) {
                rarest = each.getKey();
                fewest = times;
            }
        }
        if (rarest != null) {
            forms.remove(rarest);
            others += fewest;
        }
        return rarest != null;
    }

    private static int index(AttemptEnd end) {
        return switch (end) {
            case PROVED -> 0;
            case FAILED -> 1;
            case UNPROVED -> 2;
            case UNCLEAR -> 3;
        };
    }

    private static long sum(long[] counts) {
        long sum = 0;
        for (long count : counts) {
            sum += count;
        }
        return sum;
    }

    /** How many attempts ended so. */
    public synchronized long ended(AttemptEnd end) {
        return ends[index(end)];
    }

    /** How many forms were new: the same number, none since. */
    public synchronized long newForms() {
        return newForms;
    }

    /** How often something was noted here: the same number, nothing new. */
    public synchronized long changes() {
        return changes;
    }

    /** Adds what another node has seen. */
    public void add(SignInLog other) {
        long[] counts = other.counts();
        List<Map.Entry<AnswerForm, long[]>> seen = other.sorted();
        addCounts(counts);
        seen.forEach(each -> addForm(each.getKey(), each.getValue()));
    }

    /** The counts besides those of forms, for {@link SignInText}. */
    synchronized long[] counts() {
        return new long[] {ends[0], ends[1], ends[2], ends[3], nameless, others, blind ? 1 : 0, ofContainer ? 1 : 0};
    }

    synchronized void addCounts(long[] counts) {
        for (int i = 0; i < KINDS; i++) {
            ends[i] += counts[i];
        }
        nameless += counts[KINDS];
        others += counts[KINDS + 1];
        blind |= counts[KINDS + 2] > 0;
        ofContainer |= counts[KINDS + 3] > 0;
    }

    synchronized void addForm(AnswerForm form, long[] counts) {
        for (AttemptEnd end : AttemptEnd.values()) {
            if (counts[index(end)] > 0) {
                add(form, end, counts[index(end)]);
            }
        }
    }

    /** Each form with how often it ended in which way, the most frequent first. */
    synchronized List<Map.Entry<AnswerForm, long[]>> sorted() {
        List<Map.Entry<AnswerForm, long[]>> sorted = new ArrayList<>();
        forms.forEach((form, counts) -> sorted.add(Map.entry(form, counts.clone())));
        sorted.sort(Comparator.comparing((Map.Entry<AnswerForm, long[]> each) -> -sum(each.getValue()))
                .thenComparing(each -> each.getKey().toString()));
        return sorted;
    }

    /** All of it, and what it advises. */
    public synchronized SignInTrial report() {
        List<Map.Entry<AnswerForm, AttemptCounts>> all = sorted().stream()
                .map(each -> Map.entry(each.getKey(), counts(each.getValue())))
                .toList();
        AttemptCounts attempts = counts(ends);
        boolean silent = ofContainer || blind || attempts.proved() > 0;
        Optional<SignalProposal> proposal = silent ? Optional.empty() : SignalProposal.of(all);
        return new SignInTrial(
                name,
                attempts,
                nameless,
                all.stream().map(each -> seen(each.getKey(), each.getValue())).toList(),
                others,
                ofContainer ? Optional.empty() : SignInAdvice.of(name, attempts, nameless, others, all, proposal),
                proposal.map(each -> name + ".success=" + each.signal()));
    }

    private static AttemptCounts counts(long[] counts) {
        return new AttemptCounts(counts[0], counts[1], counts[2], counts[3]);
    }

    private static SeenAnswer seen(AnswerForm form, AttemptCounts counts) {
        return new SeenAnswer(
                form.toString(), form.method(), form.status(), form.location(), form.cookies(), form.signals(), counts);
    }
}
