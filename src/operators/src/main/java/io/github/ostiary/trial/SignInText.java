package io.github.ostiary.trial;

import io.github.ostiary.trial.AnswerForm.Leads;
import java.util.List;
import java.util.Map;

/** A {@link SignInLog} as text, for other nodes: a line of counts, and one for each form. */
public final class SignInText {

    private static final String VERSION = "1";
    private static final int COUNTS = 8;
    private static final int FORM = 7;
    private static final int KINDS = 4;

    private SignInText() {}

    /**
     * Writes it.
     *
     * @return at most some 6,000 characters
     */
    public static String write(SignInLog log) {
        StringBuilder text = new StringBuilder(VERSION);
        synchronized (log) {
            text.append('\t').append(log.signals());
            append(text, log.counts());
            for (Map.Entry<AnswerForm, long[]> each : log.sorted()) {
                AnswerForm form = each.getKey();
                text.append('\n')
                        .append(form.method())
                        .append('\t')
                        .append(form.status())
                        .append('\t')
                        .append(form.thrown())
                        .append('\t')
                        .append(form.location())
                        .append('\t')
                        .append(form.leads())
                        .append('\t')
                        .append(String.join(",", form.cookies()))
                        .append('\t')
                        .append(String.join(",", form.signals()));
                append(text, each.getValue());
            }
        }
        return text.toString();
    }

    private static void append(StringBuilder text, long[] counts) {
        for (long count : counts) {
            text.append('\t').append(count);
        }
    }

    /**
     * Reads it.
     *
     * @param name as its keys begin
     * @throws IllegalArgumentException if another version has written it
     */
    public static SignInLog read(String name, String text) {
        String[] lines = text.split("\n", -1);
        String[] head = lines[0].split("\t", -1);
        if (!head[0].equals(VERSION) || head.length != 2 + COUNTS) {
            throw new IllegalArgumentException("not of this version");
        }
        SignInLog log = new SignInLog(name, head[1]);
        log.addCounts(numbers(head, 2));
        for (int i = 1; i < lines.length; i++) {
            String[] words = lines[i].split("\t", -1);
            if (words.length != FORM + KINDS) {
                throw new IllegalArgumentException("not of this version");
            }
            AnswerForm form = new AnswerForm(
                    words[0],
                    Integer.parseInt(words[1]),
                    words[2],
                    words[3],
                    Leads.valueOf(words[4]),
                    List.of(words[5].split(",", -1)),
                    List.of(words[6].split(",", -1)));
            log.addForm(form, numbers(words, FORM));
        }
        return log;
    }

    private static long[] numbers(String[] words, int from) {
        long[] numbers = new long[words.length - from];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = Long.parseLong(words[from + i]);
        }
        return numbers;
    }
}
