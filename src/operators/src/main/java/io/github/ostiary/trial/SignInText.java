package io.github.ostiary.trial;

import io.github.ostiary.store.RecordText;
import io.github.ostiary.trial.SignInLog.AttemptEnd;
import java.util.List;
import java.util.stream.LongStream;

/** A {@link SignInLog} as text, for other nodes. */
public final class SignInText {

    /** The whole log. */
    private record WrittenLog(String signals, List<Long> counts, List<WrittenForm> forms) {}

    /** A form, and how often an attempt with it ended in which way. */
    private record WrittenForm(AnswerForm form, List<Long> counts) {}

    private static final RecordText<WrittenLog> TEXT = new RecordText<>(WrittenLog.class, 1, 200);

    private SignInText() {}

    /**
     * Writes it.
     *
     * @return at most some 6,000 characters
     */
    public static String write(SignInLog log) {
        synchronized (log) {
            List<WrittenForm> forms = log.sorted().stream()
                    .map(each -> new WrittenForm(each.getKey(), list(each.getValue())))
                    .toList();
            return TEXT.write(new WrittenLog(log.signals(), list(log.counts()), forms));
        }
    }

    private static List<Long> list(long[] counts) {
        return LongStream.of(counts).boxed().toList();
    }

    /**
     * Reads it.
     *
     * @param name as its keys begin
     * @throws IllegalArgumentException if another version has written it
     */
    public static SignInLog read(String name, String text) {
        WrittenLog said = TEXT.read(text);
        SignInLog log = new SignInLog(name, said.signals);
        log.addCounts(array(said.counts, log.counts().length));
        said.forms.forEach(each -> log.addForm(each.form, array(each.counts, AttemptEnd.values().length)));
        return log;
    }

    private static long[] array(List<Long> counts, int many) {
        if (counts.size() != many) {
            throw new IllegalArgumentException("another version counts otherwise");
        }
        return counts.stream().mapToLong(Long::longValue).toArray();
    }
}
