package io.github.ostiary.engine;

import io.github.ostiary.Change;
import io.github.ostiary.TimeSource;
import io.github.ostiary.operator.Operator;
import io.github.ostiary.operator.OperatorApi;
import io.github.ostiary.text.Durations;
import io.github.ostiary.text.OneLine;
import java.util.function.Supplier;

/**
 * Tells who changes something, and when.
 *
 * @param time the clock of changes
 * @param acting the name for changes that Java code makes, of this thread
 */
public record ChangeMaker(TimeSource time, Supplier<Operator> acting) {

    /** The origin of changes that are made by methods of the API. */
    public static final String JAVA = "java";

    /** One for guards that nobody changes. */
    public static ChangeMaker of(TimeSource time) {
        return new ChangeMaker(time, () -> new Operator("", JAVA));
    }

    /** A change that is made now. */
    public Change change(Operator by, String reason) {
        return change(by, reason, time.micros());
    }

    /** A change that is made at a time, µs. */
    public static Change change(Operator by, String reason, long micros) {
        return new Change(
                by.name(), by.from(), OneLine.of(reason, OperatorApi.LONGEST_REASON), Durations.instant(micros));
    }

    /** The reason, if it is short enough to be kept whole. */
    public static String checked(String reason) {
        if (reason.length() > OperatorApi.LONGEST_REASON) {
            throw new IllegalArgumentException(
                    "a reason has at most " + OperatorApi.LONGEST_REASON + " characters, not " + reason.length());
        }
        return reason;
    }
}
